"""The engine of Pax Britannica: rules of thumb with the weights of a level."""

from __future__ import annotations

from entente.games.pax.engine import evaluation
from entente.games.pax.engine.character import CHARACTERS as ALL
from entente.games.pax.engine.engine import PaxEngine, quick_engine
from entente.games.pax.engine.evaluation import wants_to_act
from entente.games.pax.engine.features import WEIGHTS, PaxPosition, evaluate, figures
from entente.games.pax.engine.puzzles import PACE, find_puzzle
from entente.games.pax.engine.reasons import RANKS
from entente.games.pax.engine.sure_orders import check_orders

__all__ = [
    "CHARACTERS",
    "PACE",
    "RANKS",
    "check_orders",
    "create_engine",
    "evaluate",
    "evaluation",
    "figures",
    "find_puzzle",
    "progress",
    "quick_engine",
    "wants_to_act",
]

CHARACTERS = tuple(ALL)


def progress(position: PaxPosition) -> float:
    """How far the game has come, from 0 to 1."""
    world = position.context
    return (world.state.turn - 1) / world.number("turns")


def create_engine(game_id: str, level: str, seed: str, character: str = "") -> PaxEngine:
    """Return the engine of a level, with a character that is named or drawn."""
    return PaxEngine(WEIGHTS[level], seed, character)
