"""Look up a rule or a card by its number, its name, or words of its name."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from typing import NamedTuple

from entente.kernel.reading import fit
from entente.kernel.summary import cards, sections
from entente.kernel.text import Catalog, slug

NEAR = 8  # suggestions after a failed lookup


class LookupResult(NamedTuple):
    """What a query may mean: one card, a section with its subsections, or several of either whose
    names contain the words."""

    card: str = ""
    sections: tuple[str, ...] = ()
    several: tuple[str, ...] = ()


def look_up(wanted: str, catalog: Catalog, near: Collection[str] = ()) -> LookupResult:
    """Look up a section with its subsections, or a card; an empty result if nothing matches.

    Words of a name stand for the name; if several names contain them all, the result lists them. If
    two cards have the same name, one among `near` is preferred.
    """
    wanted = wanted.strip().strip("[]§.")
    if card := find_card(wanted, catalog, near):
        return LookupResult(card)
    if inside := _with_subsections(wanted, catalog):
        return LookupResult(sections=inside)
    sections_named = _named_with(wanted, catalog)
    if len({title(each, catalog) for each in sections_named}) > 1:
        return LookupResult(several=tuple(sections_named))
    if not sections_named:
        return LookupResult()
    meant = next((each for each in sections_named if each in near), sections_named[0])
    inside = _with_subsections(meant, catalog)
    return LookupResult(sections=inside) if inside else LookupResult(meant)


def find_card(wanted: str, catalog: Catalog, near: Collection[str] = ()) -> str:
    """Return a card by its number or its full name; empty if there is none."""
    named = [card for card in cards(catalog) if _is_card(wanted, card, catalog)]
    return next((card for card in named if card in near), named[0]) if named else ""


def title(wanted: str, catalog: Catalog) -> str:
    """Return the title of a card or a section."""
    return catalog.texts.get(f"cards.{wanted}.name") or catalog.get(f"rules.{wanted}.title")


def nearby(wanted: str, catalog: Catalog) -> list[str]:
    """Return the sections or cards with the most similar numbers, for a failed lookup."""
    known = sections(catalog)
    alike = get_close_matches(wanted, [*known, *cards(catalog)], 5)
    return (_beside(wanted, known) or alike)[:NEAR]


def _is_card(wanted: str, card: str, catalog: Catalog) -> bool:
    """Return whether a query is the id or the name of a card."""
    return slug(wanted) in (slug(card), slug(catalog.get(f"cards.{card}.name")))


def _with_subsections(wanted: str, catalog: Catalog) -> tuple[str, ...]:
    return tuple(s for s in sections(catalog) if s == wanted or s.startswith(wanted + "."))


def _named_with(wanted: str, catalog: Catalog) -> list[str]:
    """Return the cards and sections with this name; else those whose names contain the words."""
    typed = slug(wanted)
    known = {each: slug(title(each, catalog)) for each in (*cards(catalog), *sections(catalog))}
    exact = [each for each, name in known.items() if name == typed]
    whole = [each for each, name in known.items() if typed and f"-{typed}-" in f"-{name}-"]
    return exact or whole or [each for each, name in known.items() if fit(typed, name)]


def _beside(wanted: str, known: list[str]) -> list[str]:
    """Return the sections closest to a number that does not exist: 4.8, 4.9 and 4.10 for 4.12."""
    parent, _, number = wanted.rpartition(".")
    beside = [s for s in known if parent and s.rpartition(".")[0] == parent]
    if not number.isdecimal():
        return beside
    near = sorted(beside, key=lambda section: abs(_last_number(section) - int(number)))[:4]
    return [section for section in beside if section in near]


def _last_number(section: str) -> int:
    last = section.rpartition(".")[2]
    return int(last) if last.isdecimal() else 0
