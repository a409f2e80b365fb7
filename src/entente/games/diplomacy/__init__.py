"""Diplomacy (design by Allan B. Calhamer)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entente.games.diplomacy.game import Diplomacy


def create(overrides: Mapping[str, Any]) -> Diplomacy:
    """The game, for the registry."""
    return Diplomacy(overrides)
