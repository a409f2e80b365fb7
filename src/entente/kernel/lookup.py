"""Looking a rule or a card up, by its number, its name, or words of its name."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from typing import NamedTuple

from entente.kernel.reading import fit
from entente.kernel.summary import cards, sections
from entente.kernel.text import Catalog, slug

NEAR = 8  # that are named where nothing was found


class Found(NamedTuple):
    """What somebody may have meant: one card, a section with those below it, or several of either
    whose names have his words in them."""

    card: str = ""
    sections: tuple[str, ...] = ()
    several: tuple[str, ...] = ()


def look_up(wanted: str, catalog: Catalog, near: Collection[str] = ()) -> Found:
    """A section with its subsections, or a card; nothing found is an empty `Found`.

    Words out of one name stand for it; what has them all is listed where there are several. Of two
    cards with one name, that among the `near` ones is meant.
    """
    wanted = wanted.strip().strip("[]§.")
    if card := find_card(wanted, catalog, near):
        return Found(card)
    if inside := _with_subsections(wanted, catalog):
        return Found(sections=inside)
    found = _named_with(wanted, catalog)
    if len({title(each, catalog) for each in found}) > 1:
        return Found(several=tuple(found))
    if not found:
        return Found()
    meant = next((each for each in found if each in near), found[0])
    inside = _with_subsections(meant, catalog)
    return Found(sections=inside) if inside else Found(meant)


def find_card(wanted: str, catalog: Catalog, near: Collection[str] = ()) -> str:
    """A card by its number or its whole name; empty where there is none."""
    found = [card for card in cards(catalog) if _is_card(wanted, card, catalog)]
    return next((card for card in found if card in near), found[0]) if found else ""


def title(wanted: str, catalog: Catalog) -> str:
    """What a card or a section is called."""
    return catalog.texts.get(f"cards.{wanted}.name") or catalog.get(f"rules.{wanted}.title")


def nearby(wanted: str, catalog: Catalog) -> list[str]:
    """Where nothing was found: the sections or cards with a number most like it."""
    known = sections(catalog)
    alike = get_close_matches(wanted, [*known, *cards(catalog)], 5)
    return (_beside(wanted, known) or alike)[:NEAR]


def _is_card(wanted: str, card: str, catalog: Catalog) -> bool:
    """Whether a card is meant: by its id or by its name."""
    return slug(wanted) in (slug(card), slug(catalog.get(f"cards.{card}.name")))


def _with_subsections(wanted: str, catalog: Catalog) -> tuple[str, ...]:
    return tuple(s for s in sections(catalog) if s == wanted or s.startswith(wanted + "."))


def _named_with(wanted: str, catalog: Catalog) -> list[str]:
    """The cards and sections that have this name; else those with these words in their names."""
    typed = slug(wanted)
    known = {each: slug(title(each, catalog)) for each in (*cards(catalog), *sections(catalog))}
    exact = [each for each, name in known.items() if name == typed]
    whole = [each for each, name in known.items() if typed and f"-{typed}-" in f"-{name}-"]
    return exact or whole or [each for each, name in known.items() if fit(typed, name)]


def _beside(wanted: str, known: list[str]) -> list[str]:
    """The sections around a number that is not there: 4.8, 4.9 and 4.10 for 4.12."""
    parent, _, number = wanted.rpartition(".")
    beside = [s for s in known if parent and s.rpartition(".")[0] == parent]
    if not number.isdecimal():
        return beside
    near = sorted(beside, key=lambda section: abs(_last_number(section) - int(number)))[:4]
    return [section for section in beside if section in near]


def _last_number(section: str) -> int:
    last = section.rpartition(".")[2]
    return int(last) if last.isdecimal() else 0
