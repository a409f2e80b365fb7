"""Europe in Turmoil (Compass Games, design by Kris Van Beurden): ideologies before the war."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entente.games.turmoil.game import EuropeInTurmoil
from entente.kernel.data import Data


def create(overrides: Mapping[str, Any], data: Data | None = None) -> EuropeInTurmoil:
    """Create the game, with an owner's corrections to its data or to those of another release."""
    return EuropeInTurmoil(overrides, data)


__all__ = ["EuropeInTurmoil", "create"]
