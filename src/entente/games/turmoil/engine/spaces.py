"""Estimates of support in a space: where OPs and events should go."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from entente.games.turmoil.board import OTHER, REGIONS, Board, Land
from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.engine.features import LASTS, WEIGHTS, scorings, standing
from entente.games.turmoil.operations import ATTEMPT
from entente.kernel import Frame, Seat, parse_action
from entente.players.engines.dice import FACES

PRICED = ("C5", "C76", "C109")  # events that change the cost of an SP


class SpaceWeights(NamedTuple):
    """What control of a space of each kind counts for, besides the points of a scoring."""

    battleground: float
    normal: float
    independent: float
    anywhere: float  # for the links of any space


SPACES = SpaceWeights(WEIGHTS.battleground, WEIGHTS.normal, WEIGHTS.independent, WEIGHTS.anywhere)


@lru_cache(maxsize=1024)
def control_values(
    board: Board, land: Land, due: tuple[float, ...], weights: SpaceWeights
) -> dict[str, float]:
    """Return the value of control of each space, besides the points of a scoring."""
    values = dict.fromkeys(land.open, weights.anywhere)
    for region, times in zip(REGIONS, due, strict=True):
        for space in land.regions[region]:
            if space in values:
                ground = space in board.battlegrounds
                values[space] += times * (weights.battleground if ground else weights.normal)
        for space in land.independents[region]:
            if space in values:
                values[space] += times * weights.independent
    for space in values:
        values[space] *= LASTS[min(4, board.stability[space])]
    return values


def best_operation(t: TurmoilContext, frame: Frame, seat: Seat, actions: tuple[str, ...]) -> str:
    """Return the most promising next OP or support check."""
    state, stability = t.state, t.board.stability
    own, other, holder, enemy = (
        state.support[seat],
        state.support[OTHER[seat]],
        state.holder,
        OTHER[seat],
    )
    worth = control_values(t.board, t.land, tuple(scorings(t, seat).values()), SPACES)
    left, ops = frame.number("left"), frame.number("ops")
    plain = not any(card in state.lasting for card in PRICED)
    grey = bool(frame.number("grey"))
    best, chosen = -1.0, actions[0]
    for action in actions:
        verb, space, *_ = (*parse_action(action).words, "")
        if verb == "place":
            if grey:
                price = 1
            elif plain:
                price = 2 if holder[space] == enemy else 1
            else:
                price = t.costs(seat, space)
            rate = best_rate(own[space] - other[space], stability[space], left, left, price)
            promise = worth[space] * rate * left
        elif verb == ATTEMPT:
            promise = 0.0
        else:
            promise = _check_promise(t, seat, space, ops) * worth[space]
        if promise > best:
            best, chosen = promise, action
    return chosen


def _check_promise(t: TurmoilContext, seat: Seat, space: str, ops: int) -> float:
    """6.2: the average gain of a support check where control is worth 1; twice, since there are two
    of them."""
    state, needed = t.state, t.board.stability[space]
    bonus = ops - 2 * needed
    holder, boxes = state.holder, t.board.boxes
    for near in t.land.near[space]:
        held = holder.get(near) or boxes.get(near, "")
        if held:
            bonus += 1 if held == seat else -1
    if bonus <= -6:
        return 0.0
    there = state.support
    ahead = there[seat][space] - there[OTHER[seat]][space]
    return 2.0 * check_gain(ahead, t.removable(OTHER[seat], space), needed, bonus)


# -- gains of a change of support, where control is worth 1


@lru_cache(maxsize=4096)
def gain(before: int, after: int, stability: int) -> float:
    """Return the gain of going from one lead in SP to another; the points of a scoring count
    too."""
    return standing(after, stability, 2.0) - standing(before, stability, 2.0)


@lru_cache(maxsize=4096)
def best_rate(ahead: int, stability: int, left: int, most: int, price: int) -> float:
    """Return the best gain per OP in a space, with `left` OPs; SP under enemy control cost
    `price`."""
    best, paid = 0.0, 0
    for more in range(1, most + 1):
        paid += price if ahead + more <= 1 - stability else 1
        if paid > left:
            break
        best = max(best, gain(ahead, ahead + more, stability) / paid)
    return best


@lru_cache(maxsize=4096)
def check_gain(ahead: int, enemy: int, stability: int, bonus: int) -> float:
    """6.2.5: the average gain of a support check; `bonus` is the sum of all modifiers."""
    total = 0.0
    for die in FACES:
        result = max(0, die + bonus)
        after = ahead + min(result, enemy)
        after += max(0, min(result - enemy, stability - after))
        total += gain(ahead, after, stability)
    return total / len(FACES)
