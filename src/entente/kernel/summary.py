"""Our own summary of a game's rules and cards, as its catalogue has it."""

from __future__ import annotations

import re
from typing import NamedTuple

from entente.kernel.text import Catalog


class CardText(NamedTuple):
    """A card in words: its title, the line below it, what it does, what is worth knowing."""

    name: str
    year: str
    text: str
    note: str


def sections(catalog: Catalog) -> list[str]:
    """The sections of a game's rules, in the order of the book."""
    keys = re.compile(r"rules\.(.+)\.title")
    found = (match[1] for key in catalog.texts if (match := keys.fullmatch(key)))
    return list(found)


def section_text(section: str, catalog: Catalog) -> str:
    """What a section says; nothing where it only gathers others."""
    return catalog.texts.get(f"rules.{section}.text", "").strip()


def section_title(section: str, catalog: Catalog) -> str | None:
    """What a section is called; for one that the summary does not have, the section around it."""
    while section:
        if f"rules.{section}.title" in catalog:
            return catalog.get(f"rules.{section}.title")
        section = section.rpartition(".")[0]
    return None


def cards(catalog: Catalog) -> list[str]:
    """The ids of a game's cards."""
    keys = re.compile(r"cards\.(.+)\.name")
    return [match[1] for key in catalog.texts if (match := keys.fullmatch(key))]


def card_text(card: str, catalog: Catalog) -> CardText:
    """The words of a card."""
    name = catalog.get(f"cards.{card}.name")
    parts = (catalog.texts.get(f"cards.{card}.{part}", "").strip() for part in CardText._fields[1:])
    return CardText(name, *parts)
