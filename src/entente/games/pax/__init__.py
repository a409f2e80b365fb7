"""Pax Britannica (Victory Games, design by Greg Costikyan): ten turns of empire, 1880 to 1916."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entente.games.pax.game import PaxBritannica
from entente.kernel.data import Data
from entente.kernel.game_package import GamePackage


def create(overrides: Mapping[str, Any], data: Data | None = None) -> PaxBritannica:
    """Return the game, with an owner's corrections to its data, or to those of another release."""
    return PaxBritannica(overrides, data)


package = GamePackage(
    create=create,
    engine="entente.games.pax.engine",
    observations="entente.games.pax.observations",
    openings="entente.games.pax.openings",
)

__all__ = ["PaxBritannica", "create", "package"]
