"""Other releases of the games, for a while: with other figures, or another version of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from random import Random
from typing import Any

import msgspec

from entente.kernel import registry
from entente.kernel.data import packaged_data
from entente.kernel.state_migrations import fingerprint
from entente.server import library
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms

# What was corrected in the trial that showed how much one figure can break.
BERLIN = ("attrition", "map.toml", "region", "berlin", {"ip": 4})
PARIS = ("turmoil", "spaces.toml", "space", "paris", {"stability": 3})


def _anew() -> None:
    """Games are made once; those of another release are others."""
    registry._made.cache_clear()
    library._owned.cache_clear()


@contextmanager
def figures(*changes: tuple[str, str, str, str, dict[str, Any]]) -> Iterator[None]:
    """A release in which figures differ: game, file, table, row, and what it has there."""
    before = []
    for game, file, table, row_id, values in changes:
        data: Any = packaged_data(registry.load(game).info.package)
        before.append((data, deepcopy(dict(data))))
        row = next(row for row in data[file][table] if row["id"] == row_id)
        assert any(row[name] != value for name, value in values.items())
        row.update(values)
    _anew()
    try:
        yield
    finally:
        for data, kept in before:
            data.update(kept)
        _anew()


@contextmanager
def rules(game: str, version: str, earlier: tuple[str, ...] = ()) -> Iterator[None]:
    """A release with another version of a game's rules."""
    kind = type(registry.load(game))
    kept = kind.info
    kind.info = msgspec.structs.replace(kept, version=version, earlier=earlier)
    _anew()
    try:
        yield
    finally:
        kind.info = kept
        _anew()


def play(rooms: Rooms, table_id: str, moves: int, seed: object = 0) -> Room:
    """Play any legal actions, this many; return the room."""
    rng, room = Random(f"{table_id} {seed}"), rooms.get(table_id)
    for _ in range(moves):
        if room.outcome is not None:
            break
        seat, decision = next(iter(room.decisions().items()))
        action = decision.menu.sample(rng)
        rooms.act(room, seat, room.version, action, decision.window)
    return room


def snapshot_of(room: Room) -> tuple[str, int, list[str]]:
    """The state of a table, to be compared."""
    return fingerprint(room.match.state), len(room.match.moves), list(room.table.waiting)
