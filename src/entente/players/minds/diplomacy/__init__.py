"""How the levels think at Diplomacy."""

from __future__ import annotations

from entente.players.minds import Mind
from entente.players.minds.diplomacy.knowledge import DiplomacyPosition, evaluate
from entente.players.minds.diplomacy.mind import LEVELS, DiplomacyMind
from entente.players.minds.diplomacy.opened import is_order, opened

FIRST_YEAR, USUAL_YEARS = 1901, 15

__all__ = ["evaluate", "is_order", "mind", "opened", "progress"]


def progress(position: DiplomacyPosition) -> float:
    """How far the game has come, from 0 to 1; of some fifteen years, where none is the last."""
    state = position.state
    last = int(state.options["end_year"]) or FIRST_YEAR + USUAL_YEARS
    return (state.year - FIRST_YEAR) / max(1, last + 1 - FIRST_YEAR)


def mind(game_id: str, level: str, seed: str) -> Mind:
    """Somebody who thinks at a level."""
    return DiplomacyMind(LEVELS[level], seed)
