"""The engine of An Attrition of Souls.

All levels plan whole turns in stacks and evaluate regions one by one (`features`, `turn_plans`).
Easy misjudges regions and does not see the enemy's replies; normal and hard compare plans, entries
into the war and other important choices by playing them on until the enemy has moved (`search`).
"""

from __future__ import annotations

from entente.games.attrition.engine import evaluation
from entente.games.attrition.engine.attack_puzzles import check_orders
from entente.games.attrition.engine.engine import LEVELS, AttritionEngine, quick_engine
from entente.games.attrition.engine.features import AttritionPosition, evaluate, figures
from entente.games.attrition.engine.public_figures import PUBLIC_FIGURES
from entente.games.attrition.engine.puzzles import PACE, find_puzzle
from entente.games.attrition.engine.reasons import RANKS
from entente.games.attrition.engine.win_odds import calibrated
from entente.players.engines import Engine

__all__ = [
    "PACE",
    "PUBLIC_FIGURES",
    "RANKS",
    "calibrated",
    "check_orders",
    "create_engine",
    "evaluate",
    "evaluation",
    "figures",
    "find_puzzle",
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
