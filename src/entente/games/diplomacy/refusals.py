"""Why not: what is wrong with an answer that is not on the menu."""

from __future__ import annotations

from entente.games.diplomacy.answers import listed_as
from entente.games.diplomacy.europe import Europe
from entente.games.diplomacy.meaning import read_order
from entente.games.diplomacy.orders import impossible
from entente.games.diplomacy.slots import VOTE, VOTES
from entente.kernel import Refusal, Slots, refuse

LONGEST = 80  # characters of an order


def why_not_order(europe: Europe, action: str, menu: Slots) -> Refusal:
    """III.4: the first order of a line that cannot be given, or the unit that has none."""
    for part in parts_of(action):
        if part not in VOTES:
            why = why_not(europe, part, menu)
            if why is not None:
                return why
    return why_not_slot("III.4", action, menu)


def why_not(europe: Europe, text: str, menu: Slots) -> Refusal | None:
    """III, V.1, VIII.1: why an order cannot be given; None if it can."""
    board, position = europe.board, europe.position
    if len(text) > LONGEST:
        return refuse("III.4", "refusal.too_long")
    found = read_order(board, position, None, text)
    if isinstance(found, Refusal):
        return found
    if europe.menus().names[found.number] not in menu.slots:
        own = [slot for slot in menu.slots if slot != VOTE]
        return refuse("III.4", "refusal.not_your_unit", order=text, units=own)
    why = impossible(board, position, found.number, found.order)
    if why is not None:
        return why
    exact = listed_as(europe, found.number, found.order)
    if exact is None:
        return refuse("III.4", "refusal.not_possible", order=text)
    return None if exact == text else refuse("III.7", "refusal.spelling", order=exact)


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
