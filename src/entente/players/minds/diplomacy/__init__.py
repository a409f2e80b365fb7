"""How the levels think at Diplomacy."""

from __future__ import annotations

from entente.players.minds import Mind
from entente.players.minds.diplomacy.knowledge import DiplomacyPosition, evaluate
from entente.players.minds.diplomacy.mind import LEVELS, DiplomacyMind
from entente.players.minds.diplomacy.opened import is_order, opened

USUAL_YEARS = 15

__all__ = ["evaluate", "is_order", "mind", "opened", "progress"]


def progress(position: DiplomacyPosition) -> float:
    """How far the game has come, from 0 to 1; of some fifteen years, where none is the last."""
    state, first = position.state, position.context.board.tables.game.first_year
    last = int(state.options["end_year"]) or first + USUAL_YEARS
    return (state.year - first) / max(1, last + 1 - first)


def mind(game_id: str, level: str, seed: str) -> Mind:
    """Somebody who thinks at a level."""
    return DiplomacyMind(LEVELS[level], seed)
