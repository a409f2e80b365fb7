"""Diplomacy (design by Allan B. Calhamer).

From the ground up: `board` and its `tables`, the `rules`, orders in `notation`, what a seat
`answers`, the course of the game (`phases`, `endings`), what is seen and told (`view`, `reports`,
`drawing`), and `game` over all of it. Beside the game stand the referee's `sheets`, `cases` for
programs, and `exchange` of saved games.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entente.games.diplomacy.game import Diplomacy
from entente.kernel.data import Data


def create(overrides: Mapping[str, Any], data: Data | None = None) -> Diplomacy:
    """The game, for the registry: with an owner's corrections, or with data of another release."""
    return Diplomacy(overrides, data)
