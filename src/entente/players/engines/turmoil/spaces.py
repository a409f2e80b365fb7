"""What support in a space promises: the quick judgement of where OPs and events should go."""

from __future__ import annotations

from functools import lru_cache

from entente.games.turmoil.board import OTHER, REGIONS, Board, Land
from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.operations import ATTEMPT
from entente.kernel import Frame, Seat
from entente.players.engines.turmoil.evaluation import best_rate, check_gain
from entente.players.engines.turmoil.features import LASTS, WEIGHTS, scorings

PRICED = ("C5", "C76", "C109")  # events that change what an SP costs


@lru_cache(maxsize=512)
def control_worths(board: Board, land: Land, due: tuple[float, ...]) -> dict[str, float]:
    """What control of each space is worth, beside the points of a scoring."""
    found = dict.fromkeys(land.open, WEIGHTS.anywhere)
    for region, times in zip(REGIONS, due, strict=True):
        for space in land.regions[region]:
            if space in found:
                ground = space in board.battlegrounds
                found[space] += times * (WEIGHTS.battleground if ground else WEIGHTS.normal)
        for space in land.independents[region]:
            if space in found:
                found[space] += times * WEIGHTS.independent
    for space in found:
        found[space] *= LASTS[min(4, board.stability[space])]
    return found


def best_operation(t: TurmoilContext, frame: Frame, seat: Seat, actions: tuple[str, ...]) -> str:
    """Where the next OP, or the next support check, promises most."""
    state, stability = t.state, t.board.stability
    own, other, holder, enemy = (
        state.support[seat],
        state.support[OTHER[seat]],
        state.holder,
        OTHER[seat],
    )
    worth = control_worths(t.board, t.land, tuple(scorings(t, seat).values()))
    left, ops = frame.number("left"), frame.number("ops")
    plain = not any(card in state.lasting for card in PRICED)
    grey = bool(frame.number("grey"))
    best, found = -1.0, actions[0]
    for action in actions:
        verb, _, space = action.partition(" ")
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
            best, found = promise, action
    return found


def _check_promise(t: TurmoilContext, seat: Seat, space: str, ops: int) -> float:
    """6.2: what a support check brings on average where control is worth 1; twice, for there are
    two of them."""
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
    return 2.0 * check_gain(ahead, t.loose(OTHER[seat], space), needed, bonus)
