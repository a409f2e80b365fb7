"""Europe in Turmoil (Compass Games, design by Kris Van Beurden): ideologies before the war."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entente.games.turmoil.game import EuropeInTurmoil
from entente.kernel.data import Data
from entente.kernel.game_package import GamePackage


def create(overrides: Mapping[str, Any], data: Data | None = None) -> EuropeInTurmoil:
    """Create the game, with an owner's corrections to its data or to those of another release."""
    return EuropeInTurmoil(overrides, data)


package = GamePackage(
    create=create,
    engine="entente.games.turmoil.engine",
    observations="entente.games.turmoil.observations",
    openings="entente.games.turmoil.openings",
    network_features="entente.games.turmoil.network_features",
    outsiders={
        "beginner": "entente.players.beginner:create",
        "navy": "entente.games.turmoil.outsiders.strategies:create_navy",
        "rusher": "entente.games.turmoil.outsiders.strategies:create_rusher",
    },
)

__all__ = ["EuropeInTurmoil", "create", "package"]
