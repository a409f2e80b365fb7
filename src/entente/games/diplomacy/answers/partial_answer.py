"""Some orders of an answer, as a person types them one by one while he is still writing it."""

from __future__ import annotations

from collections.abc import Callable

from entente.games.diplomacy.answers.pointing import no_use_in_retreats, no_use_in_winter
from entente.games.diplomacy.answers.slots import (
    DISBAND,
    adjustment_slots,
    order_slots,
    retreat_slots,
)
from entente.games.diplomacy.answers.whole_answer import parts_of, read_vote, waiting
from entente.games.diplomacy.answers.wrong_answers import LONGEST, why_not, why_not_slot
from entente.games.diplomacy.europe import Europe
from entente.games.diplomacy.notation.tolerant_reader import (
    read_place,
    read_retreat,
    read_winter_order,
)
from entente.games.diplomacy.rules.adjustments import BUILD, REMOVE, Adjustment, write_adjustment
from entente.games.diplomacy.rules.orders import write_unit
from entente.games.diplomacy.tables import PACKAGE
from entente.kernel import Catalog, Refusal, Seat, Slots, refuse
from entente.kernel.text import LANGUAGES, catalog_of

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
    if read_vote(part, catalog) is not None:
        return refuse("III.4", "refusal.no_vote_now")
    found = read_retreat(board, waiting(europe), None, part, catalog.language)
    if isinstance(found, Refusal):
        place = read_place(board, part, catalog.language)
        if found.message.key != "reading.no_action" or isinstance(place, Refusal):
            return found
        return no_use_in_retreats(europe, seat, [board.locations[place]]) or found
    name = write_unit(board, found.unit)
    if name not in menu.slots:
        power = board.powers[found.unit.power].id
        own = list(menu.slots)
        return refuse("VII.1", "refusal.not_your_retreat", unit=name, power=power, units=own)
    goal = DISBAND if found.goal is None else f"- {board.locations[found.goal]}"
    return f"{name} {goal}"


def winter(europe: Europe, seat: Seat, menu: Slots, part: str, catalog: Catalog) -> str | Refusal:
    """IX.2: one unit to build or to remove."""
    board = europe.board
    if read_vote(part, catalog) is not None:
        return refuse("III.4", "refusal.no_vote_now")
    own = [board.power[power] for power in europe.powers_of(seat)]
    power = own[0] if len(own) == 1 else None
    found = read_winter_order(board, europe.position, power, part, catalog.language)
    if isinstance(found, Refusal):
        return found
    choice = write_adjustment(board, found)
    if any(choice in choices for choices in menu.slots.values()):
        return choice
    return why_not_adjustment(europe, seat, menu, found)


def why_not_adjustment(europe: Europe, seat: Seat, menu: Slots, order: Adjustment) -> Refusal:
    """IX.2: why a unit is not built or removed now, or nothing waived."""
    board = europe.board
    kinds = {choice.split()[0] for choices in menu.slots.values() for choice in choices}
    if order.unit is None:
        return refuse("IX.2", "refusal.nothing_to_waive")
    unit, place = write_unit(board, order.unit), board.locations[order.unit.location]
    if order.kind == REMOVE and REMOVE not in kinds:
        return refuse("IX.2", "refusal.nothing_to_remove", unit=unit)
    if order.kind == BUILD and BUILD not in kinds:
        return refuse("IX.2", "refusal.nothing_to_build", unit=unit)
    why = no_use_in_winter(europe, seat, [place])
    if why is not None:
        return why
    province = board.province_of[order.unit.location]
    coast = order.unit.fleet and bool(board.coasts[province])
    key = "refusal.build_coast" if coast else "refusal.cannot_stand"
    return refuse("IX.2", key, unit=unit, province=board.provinces[province])


def why_not_choices(europe: Europe, step: str, seat: Seat, action: str, section: str) -> Refusal:
    """The first order of a line that cannot be given, else what is missing or too much.

    The language is not known: it is most likely the one in which more of the line is right.
    """
    slots, read = READERS[step]
    menu, tried = slots(europe, seat), []
    for language in LANGUAGES:
        catalog = catalog_of(PACKAGE, language)
        parts = [part for part in parts_of(action) if len(part) <= LONGEST]
        found = [read(europe, seat, menu, part, catalog) for part in parts]
        tried.append([each for each in found if isinstance(each, Refusal)])
    wrong = min(tried, key=lambda each: (len(each), sum(map(unread, each))))
    return wrong[0] if wrong else why_not_slot(section, action, menu)


def unread(refusal: Refusal) -> bool:
    """Whether a line was not even understood."""
    return refusal.message.key.startswith("reading.")


READERS: dict[str, tuple[Callable[[Europe, Seat], Slots], Reader]] = {
    "orders": (order_slots, order),
    "retreat": (retreat_slots, retreat),
    "adjust": (adjustment_slots, winter),
}
