"""Explanations of answers that are not on the menu."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

from entente.games.diplomacy.answers.slots import VOTE
from entente.games.diplomacy.answers.typed_orders import (
    answer_too_long,
    listed_as,
    ordered,
    parts_of,
    read_vote,
)
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.notation.ambiguity import ReadOrder
from entente.games.diplomacy.notation.tolerant_reader import read_order
from entente.kernel import Catalog, Refusal, Slots, refuse
from entente.kernel.text import LANGUAGES, catalog_of

LONGEST = 80  # characters of an order
_MOST_REFUSALS = 5  # one is shown; the others help to guess the language

Reader = Callable[[str, Catalog], str | Refusal]


def too_long(text: str, section: str = "III.4") -> Refusal | None:
    """Reject an order that is too long."""
    return refuse(section, "refusal.too_long") if len(text) > LONGEST else None


# -- movement


class LineErrors(NamedTuple):
    """The errors of a line, read in one language."""

    orders: list[Refusal]
    contradictions: list[Refusal]


def why_not_orders(europe: DiplomacyContext, line: str, menu: Slots) -> Refusal:
    """III.4: explain the first wrong order of a line, or the unit without one."""
    if (why := answer_too_long(line)) is not None:
        return why
    parts = parts_of(line)
    errors = [each for each in (_wrong(europe, parts, menu, x) for x in LANGUAGES) if any(each)]
    if errors:
        # The language is unknown: assume the one in which more of the line is right.
        best = min(errors, key=lambda each: tuple(map(len, each)))
        return [*best.orders, *best.contradictions][0]
    for part in parts:
        read = read_order(europe.board, europe.position, None, part)
        if isinstance(read, ReadOrder):
            exact = listed_as(europe, read.number, read.order)
            if exact is not None and exact != part:
                return refuse("III.7", "refusal.spelling", order=exact)
    return why_not_slot("III.4", line, menu)


def _wrong(europe: DiplomacyContext, parts: list[str], menu: Slots, language: str) -> LineErrors:
    """Return the illegal orders, and those that contradict each other (III.1)."""
    catalog = catalog_of(PACKAGE, language)
    refusals: list[Refusal] = []
    orders_of: dict[str, dict[str, str]] = {}
    for part in parts:
        vote = read_vote(part, catalog)
        reading = (VOTE, vote) if vote else too_long(part) or ordered(europe, menu, part, language)
        if isinstance(reading, Refusal):
            refusals.append(reading)
            if len(refusals) == _MOST_REFUSALS:
                break
        else:
            orders_of.setdefault(reading[0], {}).setdefault(reading[1], part)
    several = {slot: list(each.values()) for slot, each in orders_of.items() if len(each) > 1}
    return LineErrors(refusals, [_contradiction(slot, texts) for slot, texts in several.items()])


def _contradiction(slot: str, texts: list[str]) -> Refusal:
    if slot == VOTE:
        return refuse("III.1", "refusal.two_votes", votes=texts)
    return refuse("III.1", "refusal.two_orders", unit=slot, orders=texts)


# -- the other phases


def why_not_choices(read: Reader, line: str, menu: Slots, section: str) -> Refusal:
    """Explain the first wrong order of a line, or what is missing or superfluous.

    The language is unknown: assume the one in which more of the line is right.
    """
    if (why := answer_too_long(line, section)) is not None:
        return why
    tried = []
    for language in LANGUAGES:
        catalog = catalog_of(PACKAGE, language)
        readings = (read(part, catalog) for part in parts_of(line) if not too_long(part))
        refused = (each for each in readings if isinstance(each, Refusal))
        tried.append(list(islice(refused, _MOST_REFUSALS)))
    wrong = min(tried, key=lambda each: (len(each), sum(map(_unread, each))))
    return wrong[0] if wrong else why_not_slot(section, line, menu)


def _unread(refusal: Refusal) -> bool:
    """Return whether a line was not understood."""
    return refusal.message.key.startswith("reading.")


# -- all phases


def why_not_slot(section: str, line: str, menu: Slots) -> Refusal:
    """Explain what is unknown, superfluous or missing."""
    parts = [part.strip() for part in line.split(";")]
    for part in parts:
        if not any(part in choices for choices in menu.slots.values()):
            unlisted = refuse(section, "refusal.not_possible", order=part)
            return too_long(part, section) or unlisted
    if len(parts) > len(menu.slots):
        return refuse(section, "refusal.too_many", count=len(menu.slots))
    missing = [s for s, choices in menu.slots.items() if not set(parts) & set(choices)]
    if missing:
        return refuse(section, "refusal.missing", count=len(menu.slots), slots=missing)
    return refuse(section, "refusal.too_few", count=len(menu.slots))
