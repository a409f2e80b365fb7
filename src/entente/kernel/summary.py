"""The summary of a game's rules and cards in its catalogue."""

from __future__ import annotations

import re
from typing import NamedTuple

from entente.kernel.text import Catalog


class CardText(NamedTuple):
    """The texts of a card: its title, the line below it, its effect, and notes."""

    name: str
    year: str
    text: str
    note: str


def sections(catalog: Catalog) -> list[str]:
    """Return the sections of a game's rules, in the order of the book."""
    keys = re.compile(r"rules\.(.+)\.title")
    numbers = (match[1] for key in catalog.texts if (match := keys.fullmatch(key)))
    return list(numbers)


def section_text(section: str, catalog: Catalog) -> str:
    """Return the text of a section; empty if it only has subsections."""
    return catalog.texts.get(f"rules.{section}.text", "").strip()


def section_title(section: str, catalog: Catalog) -> str | None:
    """Return the title of a section; of its parent if the summary does not have it."""
    while section:
        if f"rules.{section}.title" in catalog:
            return catalog.get(f"rules.{section}.title")
        section = section.rpartition(".")[0]
    return None


def cards(catalog: Catalog) -> list[str]:
    """Return the ids of a game's cards."""
    keys = re.compile(r"cards\.(.+)\.name")
    return [match[1] for key in catalog.texts if (match := keys.fullmatch(key))]


def card_text(card: str, catalog: Catalog) -> CardText:
    """Return the texts of a card."""
    name = catalog.get(f"cards.{card}.name")
    parts = (catalog.texts.get(f"cards.{card}.{part}", "").strip() for part in CardText._fields[1:])
    return CardText(name, *parts)
