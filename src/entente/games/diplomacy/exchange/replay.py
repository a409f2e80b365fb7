"""Replay the saved orders of a phase as answers to our questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from entente.games.diplomacy.answers.slots import DISBAND, ORDERS, VOTE
from entente.games.diplomacy.answers.typed_orders import listed_as
from entente.games.diplomacy.board import Unit
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.exchange.saved_game import (
    DiplomacyMatch,
    SavedPhase,
    kind_now,
    phase_name,
    when,
)
from entente.games.diplomacy.notation.ambiguity import ReadOrder
from entente.games.diplomacy.notation.tolerant_reader import (
    ReadRetreat,
    read_order,
    read_retreat,
    read_winter_order,
)
from entente.games.diplomacy.phase_names import ADJUSTMENTS, MOVEMENT, RETREATS
from entente.games.diplomacy.rules.adjustments import (
    BUILD,
    REMOVE,
    WAIVE,
    Adjusted,
    Adjustment,
    resolve_adjustments,
    write_adjustment,
)
from entente.games.diplomacy.rules.orders import CONVOY, impossible, write_unit
from entente.kernel import Refusal, Slots, refuse


def advance_to(match: DiplomacyMatch, phase: SavedPhase) -> None:
    """Skip phases before a saved one that were not saved because no one ordered anything.

    A movement phase is never skipped.
    """
    while not match.over and when(phase_name(match.state)) < when(phase.name):
        if kind_now(match) == MOVEMENT:
            break
        carry_out(match, SavedPhase(phase_name(match.state), {}))


def carry_out(match: DiplomacyMatch, phase: SavedPhase) -> None:
    """Answer the current question with the orders of a saved phase."""
    europe = match.position.context
    answer = {MOVEMENT: _movement, RETREATS: _retreats, ADJUSTMENTS: _winter}[kind_now(match)]
    answers = {}
    for seat, decision in match.position.required_by_seat().items():
        assert isinstance(decision.menu, Slots)
        answers[seat] = "; ".join(answer(europe, seat.upper(), decision.menu, phase))
    for seat, text in answers.items():
        match.act(seat, text)


# -- movement


def _movement(europe: DiplomacyContext, power: str, menu: Slots, phase: SavedPhase) -> list[str]:
    """Return an order for each unit, the last of several; units without a possible order hold."""
    orders = {row.unit: row.order for row in followed(europe, power, phase) if row.why is None}
    return [ORDERS if slot == VOTE else orders.get(slot, f"{slot} H") for slot in menu.slots]


class Followed(NamedTuple):
    """A saved movement order converted for `unit`, or `why` it cannot be given.

    `idle`: understood but without effect, such as the convoy of a fleet on no route; its unit stays
    in any case.
    """

    text: str
    unit: str = ""
    order: str = ""
    why: Refusal | None = None
    idle: bool = False


def followed(europe: DiplomacyContext, power: str, phase: SavedPhase) -> Iterator[Followed]:
    """Every order of a power in our notation.

    Other programs let an army ordered to sail walk instead, if there is a border and its fleets
    form no route, unless the result says it stayed.
    """
    board, position = europe.board, europe.position
    carried = _convoys(europe, phase)
    for text, reading in _read(europe, power, phase):
        if isinstance(reading, Refusal):
            yield Followed(text, why=reading)
            continue
        name, order = europe.menus().names[reading.number], reading.order
        way = (board.province_of[position.units[reading.number].location], order.target)
        stayed = "no convoy" in phase.results.get(name, ())
        if order.via and not stayed and not board.sails(*way, carried.get(way, 0)):
            order = order._replace(via=False)
        exact = listed_as(europe, reading.number, order)
        exact = exact or listed_as(europe, reading.number, order._replace(coast=-1))
        if exact is not None:
            yield Followed(text, name, exact)
            continue
        why = impossible(board, position, reading.number, reading.order)
        none = refuse("III.1", "exchange.no_effect")
        yield Followed(text, name, why=why or none, idle=why is None)


def _read(
    europe: DiplomacyContext, power: str, phase: SavedPhase
) -> Iterator[tuple[str, ReadOrder | Refusal]]:
    for text in phase.orders.get(power, ()):
        yield text, read_order(europe.board, europe.position, europe.board.power[power], text)


def _convoys(europe: DiplomacyContext, phase: SavedPhase) -> dict[tuple[int, int], int]:
    """Return the seas of convoying fleets, by start and end of the army's move."""
    board, position = europe.board, europe.position
    fleets_by_way: dict[tuple[int, int], int] = {}
    for power in phase.orders:
        for _, read in _read(europe, power, phase):
            if not isinstance(read, Refusal) and read.order.kind == CONVOY:
                way = (board.province_of[read.order.target], read.order.end)
                sea = position.units[read.number].location
                fleets_by_way[way] = fleets_by_way.get(way, 0) | 1 << sea
    return fleets_by_way


# -- retreats and winter


def _retreats(europe: DiplomacyContext, power: str, menu: Slots, phase: SavedPhase) -> list[str]:
    """VII.2: a unit without an order to an open place is lost; the last order counts."""
    board = europe.board
    goals: dict[str, str] = {}
    for _, read in retreats_read(europe, power, phase):
        if not isinstance(read, Refusal):
            name = write_unit(board, read.unit)
            goal = DISBAND if read.goal is None else f"- {board.locations[read.goal]}"
            goals[name] = f"{name} {goal}"
    return [
        goals[slot] if goals.get(slot) in choices else f"{slot} {DISBAND}"
        for slot, choices in menu.slots.items()
    ]


def retreats_read(
    europe: DiplomacyContext, power: str, phase: SavedPhase
) -> Iterator[tuple[str, ReadRetreat | Refusal]]:
    """Parse `A PAR R BUR`, `A PAR D`."""
    board, places = europe.board, europe.retreating()
    for text in phase.orders.get(power, ()):
        yield text, read_retreat(board, places, board.power[power], text.replace(" R ", " - "))


def _winter(europe: DiplomacyContext, power: str, menu: Slots, phase: SavedPhase) -> list[str]:
    """IX.2: builds and removals; missing builds are waived, missing removals follow X.4."""
    done = adjusted(europe, power, adjustments_read(europe, power, phase))
    orders = [
        *(Adjustment(BUILD, unit) for unit in done.built),
        *(Adjustment(REMOVE, unit) for unit in done.removed),
    ]
    answer = [write_adjustment(europe.board, order) for order in orders]
    return answer + [WAIVE] * (len(menu.slots) - len(answer))


def adjusted(
    europe: DiplomacyContext, power: str, orders: Iterable[tuple[str, Adjustment | Refusal]]
) -> Adjusted:
    """Return the results of a power's readable orders."""
    return resolve_adjustments(
        europe.board,
        europe.rules,
        europe.board.power[power],
        europe.centre_masks(),
        europe.position.units,
        [read for _, read in orders if not isinstance(read, Refusal)],
    )


def adjustments_read(
    europe: DiplomacyContext, power: str, phase: SavedPhase
) -> Iterator[tuple[str, Adjustment | Refusal]]:
    """Parse `A PAR B`, `F STP/NC B`, `A PAR D`, `WAIVE`; a removal is known by its province."""
    board, number = europe.board, europe.board.power[power]
    for text in phase.orders.get(power, ()):
        kind, place, sign = words if len(words := text.split()) == 3 else ("", "", "")
        if kind not in ("A", "F") or place not in board.location or sign not in ("B", "D"):
            yield text, read_winter_order(board, europe.position, number, text)
            continue
        unit = Unit(number, kind == "F", board.location[place])
        if sign == "B":
            yield text, Adjustment(BUILD, unit)
        else:
            there = europe.position.at.get(board.province_of[unit.location], -1)
            yield text, Adjustment(REMOVE, europe.position.units[there] if there >= 0 else unit)
