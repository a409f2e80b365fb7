"""How the levels think at Diplomacy."""

from __future__ import annotations

from entente.players.minds import Mind
from entente.players.minds.diplomacy.mind import LEVELS, DiplomacyMind

__all__ = ["mind"]


def mind(game_id: str, level: str, seed: str) -> Mind:
    """Somebody who thinks at a level."""
    return DiplomacyMind(LEVELS[level], seed)
