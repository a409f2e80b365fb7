"""How the levels think at Diplomacy."""

from __future__ import annotations

from entente.players.minds import Mind
from entente.players.minds.diplomacy.mind import LEVELS, DiplomacyMind
from entente.players.minds.diplomacy.opened import is_order, opened

__all__ = ["is_order", "mind", "opened"]


def mind(game_id: str, level: str, seed: str) -> Mind:
    """Somebody who thinks at a level."""
    return DiplomacyMind(LEVELS[level], seed)
