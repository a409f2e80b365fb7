"""An Attrition of Souls (Compass Games, design by Scott Leibbrandt): the Great War with tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entente.games.attrition.game import Attrition
from entente.kernel.data import Data


def create(overrides: Mapping[str, Any], data: Data | None = None) -> Attrition:
    """Create the game, with an owner's corrections to its data or to those of another release."""
    return Attrition(overrides, data)


__all__ = ["Attrition", "create"]
