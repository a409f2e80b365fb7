"""Win chances that do not jump when the other side begins its turn.

`total_for` takes the active side to move once more at every moment, so its chance would rise
through its own turn and fall at the end of it. Here both perspectives count alike, and the side to
move has a tempo that runs out as its tiles move and its battles are fought. The figures were fitted
to the results of 180 games and tested on 91 others and on 24 of `normal`.
"""

from __future__ import annotations

from math import sqrt, tanh

from entente.games.attrition.board import CENTRAL, ENTENTE
from entente.games.attrition.context import AttritionContext
from entente.games.attrition.engine.features import AttritionPosition, RegionEvaluator
from entente.games.attrition.turn import SEQUENCE
from entente.kernel import Seat
from entente.kernel.bag import size

POINTS = 6.0  # of the evaluation, to which the slopes belong
MEAN = (0.97, 2.12)  # the slope of the mean at the beginning, and what it gains until the end
TEMPO = (0.56, 1.32)
CENTRAL_LEAD = (-0.02, -1.53)
MOVED, FOUGHT = 0.8, 0.2  # the shares of a turn that are over with its moves and its battles
MOVING, FIGHTING = SEQUENCE.index("move"), SEQUENCE.index("choose_battle")


def calibrated(position: AttritionPosition) -> dict[Seat, float]:
    """Return what the position is worth to each side, from -1 (lost) to 1 (won)."""
    outcome = position.outcome
    if outcome is not None:
        return {seat: 2.0 * outcome.scores[seat] - 1.0 for seat in (CENTRAL, ENTENTE)}
    war = position.context
    late = war.state.turn / len(war.board.turns)
    own, other = (RegionEvaluator(war, side).total() for side in (CENTRAL, ENTENTE))
    tempo = _tempo(war) if war.active == CENTRAL else -_tempo(war)
    odds = (
        _at(MEAN, late) * (own - other) / 2 / POINTS
        + _at(TEMPO, late) * tempo
        + _at(CENTRAL_LEAD, late)
    )
    return {CENTRAL: tanh(odds / 2), ENTENTE: -tanh(odds / 2)}


def _at(figures: tuple[float, float], late: float) -> float:
    early, gained = figures
    return early + gained * late


def _tempo(war: AttritionContext) -> float:
    """Return 1 at the beginning of a turn and -1 at its end."""
    state = war.state
    steps = [SEQUENCE.index(frame.step) for frame in state.stack if frame.step in SEQUENCE]
    step = min(steps, default=len(SEQUENCE))
    waiting = sum(size(bag) for bag in state.movable.values()) if step == MOVING else 0
    tiles = sum(size(war.tiles_in(r, war.active)) for r in war.board.regions if state.board[r])
    moved = float(step > MOVING) if step != MOVING else 1.0 - waiting / max(waiting, tiles, 1)
    battles = len(state.battles) + (state.battle is not None)
    fought = float(step > FIGHTING) if step != FIGHTING else 1.0 / (1.0 + battles)
    return 1.0 - 2.0 * (MOVED * sqrt(moved) + FOUGHT * fought)
