"""Why not: what is wrong with an answer that is not on the menu."""

from __future__ import annotations

from typing import NamedTuple

from entente.games.diplomacy.answers import whole_answer
from entente.games.diplomacy.answers.pointing import no_unit_to_order
from entente.games.diplomacy.answers.slots import VOTE
from entente.games.diplomacy.answers.whole_answer import listed_as, read_vote
from entente.games.diplomacy.europe import Europe
from entente.games.diplomacy.notation.ambiguity import ReadOrder
from entente.games.diplomacy.notation.tolerant_reader import read_order, read_place
from entente.games.diplomacy.rules.orders import impossible
from entente.games.diplomacy.tables import PACKAGE
from entente.kernel import Refusal, Slots, refuse
from entente.kernel.text import LANGUAGES, catalog_of

LONGEST = 80  # characters of an order


class Wrong(NamedTuple):
    """What is wrong with a line, to a reader of one language."""

    orders: list[Refusal]
    contradictions: list[Refusal]


def why_not_order(europe: Europe, action: str, menu: Slots) -> Refusal:
    """III.4: the first order of a line that cannot be given, or the unit that has none."""
    parts = whole_answer.parts_of(action)
    found = [each for each in (wrong(europe, parts, menu, x) for x in LANGUAGES) if any(each)]
    if found:
        # The language is not known: it is most likely the one in which more of the line is right.
        best = min(found, key=lambda each: tuple(map(len, each)))
        return [*best.orders, *best.contradictions][0]
    for part in parts:
        read = read_order(europe.board, europe.position, None, part)
        if isinstance(read, ReadOrder):
            exact = listed_as(europe, read.number, read.order)
            if exact is not None and exact != part:
                return refuse("III.7", "refusal.spelling", order=exact)
    return why_not_slot("III.4", action, menu)


def wrong(europe: Europe, parts: list[str], menu: Slots, language: str) -> Wrong:
    """The orders that cannot be given, and those that contradict each other (III.1)."""
    catalog = catalog_of(PACKAGE, language)
    refusals: list[Refusal] = []
    given: dict[str, dict[str, str]] = {}
    for part in parts:
        vote = read_vote(part, catalog)
        found = (VOTE, vote) if vote is not None else why_not(europe, part, menu, language)
        if isinstance(found, Refusal):
            refusals.append(found)
        else:
            given.setdefault(found[0], {}).setdefault(found[1], part)
    several = {slot: list(each.values()) for slot, each in given.items() if len(each) > 1}
    return Wrong(refusals, [_contradiction(slot, texts) for slot, texts in several.items()])


def _contradiction(slot: str, texts: list[str]) -> Refusal:
    if slot == VOTE:
        return refuse("III.1", "refusal.two_votes", votes=texts)
    return refuse("III.1", "refusal.two_orders", unit=slot, orders=texts)


def why_not(europe: Europe, text: str, menu: Slots, language: str) -> tuple[str, str] | Refusal:
    """III, V.1, VIII.1: why an order cannot be given; if it can, the unit and the exact order."""
    board, position = europe.board, europe.position
    if len(text) > LONGEST:
        return refuse("III.4", "refusal.too_long")
    found = read_order(board, position, None, text, language)
    own = [slot for slot in menu.slots if slot != VOTE]
    if isinstance(found, Refusal):
        place = read_place(board, text, language)
        if found.message.key != "reading.no_action" or isinstance(place, Refusal):
            return found
        return no_unit_to_order(europe, own, board.province_of[place]) or found
    name = europe.menus().names[found.number]
    if name not in menu.slots:
        power = board.powers[position.units[found.number].power].id
        return refuse("III.4", "refusal.not_your_unit", unit=name, power=power, units=own)
    why = impossible(board, position, found.number, found.order)
    if why is not None:
        return why
    exact = listed_as(europe, found.number, found.order)
    return refuse("III.4", "refusal.not_possible", order=text) if exact is None else (name, exact)


def why_not_slot(section: str, action: str, menu: Slots) -> Refusal:
    """What is on no list, what is too much, what is missing."""
    parts = parts_of(action)
    for part in parts:
        if not any(part in choices for choices in menu.slots.values()):
            if len(part) > LONGEST:
                return refuse(section, "refusal.too_long")
            return refuse(section, "refusal.not_possible", order=part)
    if len(parts) > len(menu.slots):
        return refuse(section, "refusal.too_many", count=len(menu.slots))
    missing = [s for s, choices in menu.slots.items() if not set(parts) & set(choices)]
    if missing:
        return refuse(section, "refusal.missing", count=len(menu.slots), slots=missing)
    return refuse(section, "refusal.too_few", count=len(menu.slots))


def parts_of(action: str) -> list[str]:
    return [part.strip() for part in action.split(";")]
