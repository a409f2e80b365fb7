"""How the levels think at this game.

All of them plan whole turns in stacks, judging regions one by one (`knowledge`, `plan`). An easy
one misjudges and does not see what the enemy can do about it; the others compare plans, entries
into the war and whatever else weighs much by what comes of it until the enemy has moved (`search`).
"""

from __future__ import annotations

from entente.players.engines import Engine
from entente.players.engines.attrition import evaluation
from entente.players.engines.attrition.engine import LEVELS, AttritionEngine, quick_engine
from entente.players.engines.attrition.features import AttritionPosition, evaluate, figures
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


def progress(position: AttritionPosition) -> float:
    """How far the game has come, from 0 to 1."""
    war = position.context
    return war.state.turn / len(war.board.turns)


def create_engine(game_id: str, level: str, seed: str) -> Engine:
    """Somebody who thinks at a level."""
    return AttritionEngine(LEVELS[level], seed)
