"""How the levels think at this game.

All of them plan whole turns in stacks, judging regions one by one (`knowledge`, `plan`). An easy
one misjudges and does not see what the enemy can do about it; the others compare plans, entries
into the war and whatever else weighs much by what comes of it until the enemy has moved (`search`).
"""

from __future__ import annotations

from entente.games.attrition.context import AttritionContext
from entente.games.attrition.state import AttritionState
from entente.kernel import Position, Seat
from entente.players.engines import Engine
from entente.players.engines.attrition import evaluation
from entente.players.engines.attrition.engine import LEVELS, AttritionEngine, quick_engine
from entente.players.engines.attrition.features import figures, squash, total_for
from entente.players.engines.attrition.reasons import RANKS

__all__ = [
    "RANKS",
    "create_engine",
    "evaluate",
    "evaluation",
    "figures",
    "progress",
    "quick_engine",
]

AttritionPosition = Position[AttritionState, AttritionContext]


def evaluate(position: AttritionPosition, seat: Seat) -> float:
    """How a seat stands: from -1, it has lost, to 1, it has won."""
    outcome = position.outcome
    if outcome is not None:
        return 2.0 * outcome.scores[seat] - 1.0
    return squash(total_for(position.context, seat))


def progress(position: AttritionPosition) -> float:
    """How far the game has come, from 0 to 1."""
    war = position.context
    return war.state.turn / len(war.board.turns)


def create_engine(game_id: str, level: str, seed: str) -> Engine:
    """Somebody who thinks at a level."""
    return AttritionEngine(LEVELS[level], seed)
