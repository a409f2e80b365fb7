"""The engine of Europe in Turmoil."""

from __future__ import annotations

from entente.players.engines.turmoil import evaluation
from entente.players.engines.turmoil.engine import create_engine
from entente.players.engines.turmoil.features import LAST_TURN, TurmoilPosition, evaluate
from entente.players.engines.turmoil.reasons import RANKS

__all__ = ["RANKS", "create_engine", "evaluate", "evaluation", "progress"]


def progress(position: TurmoilPosition) -> float:
    """How far the game has come, from 0 to 1."""
    return (position.state.turn - 1) / LAST_TURN
