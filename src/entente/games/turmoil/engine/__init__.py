"""The engine of Europe in Turmoil."""

from __future__ import annotations

from entente.games.turmoil.engine import evaluation
from entente.games.turmoil.engine.engine import create_engine
from entente.games.turmoil.engine.features import LAST_TURN, TurmoilPosition, evaluate
from entente.games.turmoil.engine.public_figures import PUBLIC_FIGURES
from entente.games.turmoil.engine.reasons import RANKS
from entente.players.puzzles.mining import PuzzleRules

__all__ = [
    "PUBLIC_FIGURES",
    "PUZZLES",
    "RANKS",
    "create_engine",
    "evaluate",
    "evaluation",
    "progress",
]

# Which card to play and how, and what to do with it; influence can be placed in any order.
PUZZLES = PuzzleRules(
    ("play_card", "choose_stability", "event_check", "alternative", "pick_event", "claim"),
    positions=15_000,
    margin=4.0,
    share=0.9,
)


def progress(position: TurmoilPosition) -> float:
    """How far the game has come, from 0 to 1."""
    return (position.state.turn - 1) / LAST_TURN
