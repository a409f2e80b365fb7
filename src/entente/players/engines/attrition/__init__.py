"""The engine of An Attrition of Souls.

All levels plan whole turns in stacks and evaluate regions one by one (`features`, `turn_plans`).
Easy misjudges regions and does not see the enemy's replies; normal and hard compare plans, entries
into the war and other important choices by playing them on until the enemy has moved (`search`).
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
    """Return the engine of a level."""
    return AttritionEngine(LEVELS[level], seed)
