"""The engine of Diplomacy."""

from __future__ import annotations

from entente.players.engines import Engine
from entente.players.engines.diplomacy import evaluation
from entente.players.engines.diplomacy.engine import LEVELS, DiplomacyEngine
from entente.players.engines.diplomacy.features import DiplomacyPosition, evaluate
from entente.players.engines.diplomacy.revealed_orders import is_revealed_order, revealed_answer

USUAL_YEARS = 15

__all__ = [
    "create_engine",
    "evaluate",
    "evaluation",
    "is_revealed_order",
    "progress",
    "revealed_answer",
]


def progress(position: DiplomacyPosition) -> float:
    """How far the game has come, from 0 to 1; without a last year, fifteen years are assumed."""
    state, first = position.state, position.context.board.tables.game.first_year
    last = int(state.options["end_year"]) or first + USUAL_YEARS
    return (state.year - first) / max(1, last + 1 - first)


def create_engine(game_id: str, level: str, seed: str) -> Engine:
    """Return the engine of a level."""
    return DiplomacyEngine(LEVELS[level], seed)
