"""The quick evaluation of Diplomacy.

Everything is counted in supply centres: those owned, those occupied or in danger, and for each unit
how near it is to centres that could be won or must be held. Orders are assembled by `candidates`;
retreats, builds and removals are few enough to be tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random

from entente.games.diplomacy.answers.slots import DISBAND
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine.candidates import best_orders, usual_orders
from entente.games.diplomacy.engine.chart import Chart
from entente.games.diplomacy.engine.features import DiplomacyPosition, is_after_autumn_moves
from entente.games.diplomacy.rules.adjustments import BUILD
from entente.kernel import Decision, Seat, Slots, parse_action

WORLDS = 2
TRIED = 16
ALL_CENTRES = 34


def evaluate(position: DiplomacyPosition, seat: Seat) -> float:
    """Score a position for a seat, from -1 (lost) to 1 (won)."""
    state, europe = position.state, position.context
    if state.outcome is not None:
        return 2.0 * state.outcome.scores[seat] - 1.0
    chart, moved = Chart.of(europe, seat), is_after_autumn_moves(state)
    value = chart.worth(europe.position.units, autumn=moved)
    return max(-0.99, min(0.99, 2.0 * value / ALL_CENTRES - 1.0))


# -- candidates and replies


def propose(position: DiplomacyPosition, decision: Decision, rng: Random) -> Sequence[str]:
    """One set of orders or adjustments, already the best; retreats are tried."""
    europe, menu, seat = position.context, decision.menu, decision.seat
    assert isinstance(menu, Slots)
    if decision.step == "orders":
        return [best_orders(europe, seat, rng)]
    if decision.step == "adjust":
        return [winter_orders(europe, seat, menu)]
    if menu.size() <= TRIED:
        return tuple(islice(menu, TRIED))
    return [retreats(europe, seat, menu), *(menu.sample(rng) for _ in range(TRIED))]


def rollout_reply(position: DiplomacyPosition, decision: Decision, rng: Random) -> str:
    """Return a plausible answer."""
    europe, menu, seat = position.context, decision.menu, decision.seat
    assert isinstance(menu, Slots)
    if decision.step == "orders":
        return usual_orders(europe, seat, rng)
    if decision.step == "adjust":
        return winter_orders(europe, seat, menu)
    return retreats(europe, seat, menu)


def is_quiescent(position: DiplomacyPosition, decision: Decision) -> bool:
    """As soon as all answers are in."""
    return not position.state.sealed


def redeal_hidden(positions: Sequence[DiplomacyPosition], seat: Seat, rng: Random) -> None:
    """Only the orders of others are hidden, and those are imagined in any case."""


# -- retreats, builds and removals


def retreats(europe: DiplomacyContext, seat: Seat, menu: Slots) -> str:
    """Each unit to its best place."""
    chart, board = Chart.of(europe, seat), europe.board

    def worth(choice: str) -> float:
        kind, _, sign, *end = parse_action(choice).words
        return -1.0 if sign == DISBAND else chart.near(kind == "F", board.location[end[0]])

    return "; ".join(max(choices, key=worth) for choices in menu.slots.values())


def winter_orders(europe: DiplomacyContext, seat: Seat, menu: Slots) -> str:
    """Return the best choice slot by slot: build units near a goal, remove those far from one."""
    chart, board = Chart.of(europe, seat), europe.board
    chosen: list[str] = []
    taken: set[int] = set()

    def worth(choice: str) -> float:
        kind, *unit = parse_action(choice).words
        if not unit:
            return -2.0
        near = chart.near(unit[0] == "F", board.location[unit[1]])
        return near if kind == BUILD else -near

    def place(choice: str) -> int:
        unit = parse_action(choice).args
        return board.province_of[board.location[unit[1]]] if unit else -1

    for choices in menu.slots.values():
        able = [choice for choice in choices if place(choice) not in taken]
        chosen.append(max(able or choices, key=worth))
        taken.add(place(chosen[-1]))
    return "; ".join(chosen)
