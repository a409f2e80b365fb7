"""An Attrition of Souls (Compass Games, design by Scott Leibbrandt): the Great War with tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entente.games.attrition.game import Attrition


def create(overrides: Mapping[str, Any]) -> Attrition:
    """The game, with an owner's corrections to its data."""
    return Attrition(overrides)


__all__ = ["Attrition", "create"]
