"""Saved orders as answers to our questions: a phase of a saved game carried out by our rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from entente.games.diplomacy.adjustments import (
    BUILD,
    REMOVE,
    WAIVE,
    Adjustment,
    resolve_adjustments,
    write_adjustment,
)
from entente.games.diplomacy.answers import listed_as, waiting
from entente.games.diplomacy.board import Unit
from entente.games.diplomacy.europe import Europe
from entente.games.diplomacy.exchange.saved import (
    MOVEMENT,
    DiplomacyMatch,
    SavedPhase,
    phase_name,
    when,
)
from entente.games.diplomacy.meaning import read_order, read_retreat
from entente.games.diplomacy.orders import CONVOY, impossible, write_unit
from entente.games.diplomacy.reader import ReadOrder
from entente.games.diplomacy.slots import DISBAND, ORDERS, VOTE
from entente.kernel import Refusal, Slots


def come_to(match: DiplomacyMatch, phase: SavedPhase) -> None:
    """Let pass what lies before a saved phase and was not saved, because nobody ordered anything.

    A movement phase is never passed over.
    """
    while not match.over and when(phase_name(match.state)) < when(phase.name):
        name = phase_name(match.state)
        if name.endswith(MOVEMENT):
            break
        carry_out(match, SavedPhase(name, {}))


def carry_out(match: DiplomacyMatch, phase: SavedPhase) -> None:
    """Answer the present question with the orders of a saved phase."""
    europe = match.game.context(match.state)
    answer = {"orders": _movement, "retreat": _retreats, "adjust": _winter}[
        match.state.stack[-1].step
    ]
    answers = {}
    for seat, decision in match.game.decisions(match.state).items():
        assert isinstance(decision.menu, Slots)
        answers[seat] = "; ".join(answer(europe, seat.upper(), decision.menu, phase))
    for seat, text in answers.items():
        match.act(seat, text)


# -- movement


def _movement(europe: Europe, power: str, menu: Slots, phase: SavedPhase) -> list[str]:
    """An order for each unit; who has none, or an impossible one, holds."""
    given = dict(_followed(europe, power, phase))
    return [ORDERS if slot == VOTE else given.get(slot, f"{slot} H") for slot in menu.slots]


def _followed(europe: Europe, power: str, phase: SavedPhase) -> Iterator[tuple[str, str]]:
    """By unit, the orders in our spelling.

    Other programs let an army that was told to sail walk, where a border is there and the fleets
    that were ordered to carry it make no route; unless the result says that it stayed.
    """
    board, position = europe.board, europe.position
    carried = _convoys(europe, phase)
    for _, found in _read(europe, power, phase):
        if isinstance(found, Refusal):
            continue
        name, order = europe.menus().names[found.number], found.order
        way = (board.province_of[position.units[found.number].location], order.target)
        stayed = "no convoy" in phase.results.get(name, ())
        if order.via and not stayed and not board.sails(*way, carried.get(way, 0)):
            order = order._replace(via=False)
        exact = listed_as(europe, found.number, order)
        exact = exact or listed_as(europe, found.number, order._replace(coast=-1))
        if exact is not None:
            yield name, exact


def _read(
    europe: Europe, power: str, phase: SavedPhase
) -> Iterator[tuple[str, ReadOrder | Refusal]]:
    for text in phase.orders.get(power, ()):
        yield text, read_order(europe.board, europe.position, europe.board.power[power], text)


def _convoys(europe: Europe, phase: SavedPhase) -> dict[tuple[int, int], int]:
    """By start and end of an army's move, the seas whose fleets carry it."""
    board, position = europe.board, europe.position
    found: dict[tuple[int, int], int] = {}
    for power in phase.orders:
        for _, read in _read(europe, power, phase):
            if not isinstance(read, Refusal) and read.order.kind == CONVOY:
                way = (board.province_of[read.order.target], read.order.end)
                sea = position.units[read.number].location
                found[way] = found.get(way, 0) | 1 << sea
    return found


def passed_over(europe: Europe, phase: SavedPhase) -> Iterator[tuple[str, str, Refusal]]:
    """The orders of a movement phase that cannot be followed: power, order, and why."""
    for power in phase.orders:
        for text, read in _read(europe, power, phase):
            if isinstance(read, Refusal):
                yield power, text, read
            elif why := impossible(europe.board, europe.position, read.number, read.order):
                yield power, text, why


# -- retreats and winter


def _retreats(europe: Europe, power: str, menu: Slots, phase: SavedPhase) -> list[str]:
    """VII.2: who has no order to a place that is free for him is lost."""
    board, places = europe.board, waiting(europe)
    goals: dict[str, str] = {}
    for text in phase.orders.get(power, ()):
        read = read_retreat(board, places, board.power[power], text.replace(" R ", " - "))
        if not isinstance(read, Refusal) and read.goal is not None:
            name = write_unit(board, read.unit)
            goals[name] = f"{name} - {board.locations[read.goal]}"
    return [
        goals[slot] if goals.get(slot) in choices else f"{slot} {DISBAND}"
        for slot, choices in menu.slots.items()
    ]


def _winter(europe: Europe, power: str, menu: Slots, phase: SavedPhase) -> list[str]:
    """IX.2: what is built and removed; who ordered less does without, or loses by the rule X.4."""
    board, number = europe.board, europe.board.power[power]
    done = resolve_adjustments(
        board,
        europe.rules,
        number,
        europe.centre_masks(),
        europe.position.units,
        list(_adjustments(europe, number, phase.orders.get(power, ()))),
    )
    orders = [
        *(Adjustment(BUILD, unit) for unit in done.built),
        *(Adjustment(REMOVE, unit) for unit in done.removed),
    ]
    answer = [write_adjustment(board, order) for order in orders]
    return answer + [WAIVE] * (len(menu.slots) - len(answer))


def _adjustments(europe: Europe, power: int, texts: Iterable[str]) -> Iterator[Adjustment]:
    """`A PAR B`, `F STP/NC B`, `A PAR D`, `WAIVE`; a removal is known by its province."""
    board = europe.board
    for text in texts:
        words = text.split()
        if words == [WAIVE]:
            yield Adjustment(WAIVE)
        if len(words) != 3 or words[1] not in board.location:
            continue
        location = board.location[words[1]]
        unit = Unit(power, words[0] == "F", location)
        if words[2] == "B":
            yield Adjustment(BUILD, unit)
        elif words[2] == "D":
            there = europe.position.at.get(board.province_of[location], -1)
            yield Adjustment(REMOVE, europe.position.units[there] if there >= 0 else unit)
