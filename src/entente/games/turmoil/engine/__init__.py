"""The engine of Europe in Turmoil."""

from __future__ import annotations

from entente.games.turmoil.engine import evaluation
from entente.games.turmoil.engine.engine import create_engine
from entente.games.turmoil.engine.features import LAST_TURN, TurmoilPosition, evaluate
from entente.games.turmoil.engine.public_figures import PUBLIC_FIGURES
from entente.games.turmoil.engine.reasons import RANKS

__all__ = ["PUBLIC_FIGURES", "RANKS", "create_engine", "evaluate", "evaluation", "progress"]


def progress(position: TurmoilPosition) -> float:
    """How far the game has come, from 0 to 1."""
    return (position.state.turn - 1) / LAST_TURN
