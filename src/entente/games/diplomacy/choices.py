"""Some orders of an answer, as a person types them one by one while he is still writing it."""

from __future__ import annotations

from collections.abc import Callable

from entente.games.diplomacy.adjustments import write_adjustment
from entente.games.diplomacy.answers import parts_of, read_vote, waiting
from entente.games.diplomacy.europe import Europe
from entente.games.diplomacy.meaning import read_retreat, read_winter_order
from entente.games.diplomacy.orders import write_unit
from entente.games.diplomacy.refusals import LONGEST, why_not
from entente.games.diplomacy.slots import DISBAND, adjustment_slots, order_slots, retreat_slots
from entente.kernel import Catalog, Refusal, Seat, Slots, refuse

Reader = Callable[[Europe, Seat, Slots, str, Catalog], str | Refusal]


def read_choices(
    europe: Europe, step: str, seat: Seat, text: str, catalog: Catalog
) -> list[str] | Refusal:
    """The exact spelling of each order of a text, or why the first of them cannot be given."""
    slots, read = READERS[step]
    menu = slots(europe, seat)
    found: list[str] = []
    for part in parts_of(text):
        if len(part) > LONGEST:
            return refuse("III.4", "refusal.too_long")
        choice = read(europe, seat, menu, part, catalog)
        if isinstance(choice, Refusal):
            return choice
        found.append(choice)
    return found


def order(europe: Europe, seat: Seat, menu: Slots, part: str, catalog: Catalog) -> str | Refusal:
    """III.4: an order of the movement phase, or a vote."""
    vote = read_vote(part, catalog)
    if vote is not None:
        return vote
    found = why_not(europe, part, menu, catalog.language)
    return found if isinstance(found, Refusal) else found[1]


def retreat(europe: Europe, seat: Seat, menu: Slots, part: str, catalog: Catalog) -> str | Refusal:
    """VII.1: where one dislodged unit goes."""
    board = europe.board
    found = read_retreat(board, waiting(europe), None, part, catalog.language)
    if isinstance(found, Refusal):
        return found
    name = write_unit(board, found.unit)
    if name not in menu.slots:
        power = board.powers[found.unit.power].id
        own = list(menu.slots)
        return refuse("VII.1", "refusal.not_your_unit", unit=name, power=power, units=own)
    goal = DISBAND if found.goal is None else f"- {board.locations[found.goal]}"
    return listed(menu, f"{name} {goal}", "VII.1")


def winter(europe: Europe, seat: Seat, menu: Slots, part: str, catalog: Catalog) -> str | Refusal:
    """IX.2: one unit to build or to remove."""
    board = europe.board
    own = [board.power[power] for power in europe.powers_of(seat)]
    power = own[0] if len(own) == 1 else None
    found = read_winter_order(board, europe.position, power, part, catalog.language)
    if isinstance(found, Refusal):
        return found
    return listed(menu, write_adjustment(board, found), "IX.2")


def listed(menu: Slots, choice: str, section: str) -> str | Refusal:
    """A choice that stands in one of the slots."""
    if any(choice in choices for choices in menu.slots.values()):
        return choice
    return refuse(section, "refusal.not_possible", order=choice)


READERS: dict[str, tuple[Callable[[Europe, Seat], Slots], Reader]] = {
    "orders": (order_slots, order),
    "retreat": (retreat_slots, retreat),
    "adjust": (adjustment_slots, winter),
}
