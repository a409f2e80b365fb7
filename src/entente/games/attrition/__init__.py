"""An Attrition of Souls (Compass Games, design by Scott Leibbrandt): the Great War with tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entente.games.attrition.game import Attrition
from entente.kernel.data import Data
from entente.kernel.game_package import GamePackage


def create(overrides: Mapping[str, Any], data: Data | None = None) -> Attrition:
    """Create the game, with an owner's corrections to its data or to those of another release."""
    return Attrition(overrides, data)


package = GamePackage(
    create=create,
    engine="entente.games.attrition.engine",
    observations="entente.games.attrition.observations",
    openings="entente.games.attrition.openings",
    network_features="entente.games.attrition.network_features",
    outsiders={
        "beginner": "entente.players.beginner:create",
        "rusher": "entente.games.attrition.outsiders.rusher:create",
    },
)

__all__ = ["Attrition", "create", "package"]
