"""Europe in Turmoil (Compass Games, design by Kris Van Beurden): ideologies before the war."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entente.games.turmoil.game import EuropeInTurmoil


def create(overrides: Mapping[str, Any]) -> EuropeInTurmoil:
    """The game, with an owner's corrections to its data."""
    return EuropeInTurmoil(overrides)


__all__ = ["EuropeInTurmoil", "create"]
