"""Saved games made up for a test, in the shape of the package `diplomacy`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from entente.games.diplomacy.exchange import SavedGame, read_game
from entente.games.diplomacy.game import Diplomacy

GAME = Diplomacy({})
START = GAME.start({}, "0")

ByPower = Mapping[str, list[str]]


def phase(
    name: str,
    units: ByPower | None = None,
    orders: ByPower | None = None,
    centers: ByPower | None = None,
) -> dict[str, Any]:
    """A phase; without a position that of the beginning."""
    state = {
        "units": START.units if units is None else units,
        "centers": START.centres if centers is None else centers,
    }
    return {"name": name, "state": state, "orders": orders or {}, "results": {}}


def saved(*phases: dict[str, Any], **fields: object) -> SavedGame:
    """A game of these phases; `is_full_press` makes it one of the Cicero experiments."""
    return read_game(GAME.board, msgspec.json.encode({"id": "made", "phases": phases, **fields}))
