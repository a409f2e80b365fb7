"""Diplomacy (design by Allan B. Calhamer).

From the bottom up: `board` and its `data_schema`, the `rules`, orders in `notation`, the `answers`
of a seat, the course of the game (`phases`, `endings`), what players see (`view`, `recap`,
`drawing`, `text_board`), and `game` on top. Next to the game are the referee's `sheets`, `cases`
for programs, and `exchange` of saved games.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entente.games.diplomacy.game import Diplomacy
from entente.kernel.data import Data
from entente.kernel.game_package import GamePackage


def create(overrides: Mapping[str, Any], data: Data | None = None) -> Diplomacy:
    """Create the game for the registry, with an owner's corrections or data of another release."""
    return Diplomacy(overrides, data)


package = GamePackage(
    create=create,
    engine="entente.games.diplomacy.engine",
    observations="entente.games.diplomacy.observations",
    openings="entente.games.diplomacy.openings",
    exchange="entente.games.diplomacy.exchange",
    outsiders={
        "beginner": "entente.games.diplomacy.outsiders.beginner:create",
        "dumbbot": "entente.games.diplomacy.outsiders.dumbbot:create",
    },
)
