"""How the levels think at this game.

All of them plan whole turns in stacks, judging regions one by one (`knowledge`, `plan`). An easy
one misjudges and does not see what the enemy can do about it; the others compare plans, entries
into the war and whatever else weighs much by what comes of it until the enemy has moved (`search`).
"""

from __future__ import annotations

from entente.players.minds import Mind
from entente.players.minds.attrition.mind import LEVELS, AttritionMind


def mind(game_id: str, level: str, seed: str) -> Mind:
    """Somebody who thinks at a level."""
    return AttritionMind(LEVELS[level], seed)
