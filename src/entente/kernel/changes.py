"""The owner's corrections to a game's data: which values they replace."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import msgspec

from entente.kernel.data import Tables, data_files
from entente.kernel.game import Game
from entente.kernel.schema_hints import Data

AnyGame = Game[Any, Any]


class Change(msgspec.Struct, frozen=True):
    """One value that the owner replaced; without a key, a whole row.

    `old` is None for an added row, `new` for a removed one.
    """

    file: str
    row: str
    key: str
    old: Data
    new: Data


def own_files(game: AnyGame) -> dict[str, Tables]:
    """Return the game's own data, by file."""
    own = data_files(game.info.package)
    return {file.name: tomllib.loads(file.read_text(encoding="utf-8")) for file in own}


def rows_of(game: AnyGame) -> dict[str, dict[str, int]]:
    """Count the rows of each table in each file."""
    return {
        file: {name: len(t) if isinstance(t, (list, dict)) else 1 for name, t in tables.items()}
        for file, tables in own_files(game).items()
    }


def changes(game: AnyGame) -> Iterator[Change]:
    """Yield the values that a game's overrides replace."""
    own = own_files(game)
    for file, patch in game.overrides().items():
        assert isinstance(patch, dict)
        for name, new in patch.items():
            yield from _table_changes(file, name, own[file].get(name), new)


def _table_changes(file: str, name: str, old: Any, new: Any) -> Iterator[Change]:
    if isinstance(new, dict) and isinstance(old, dict):
        yield from _row_changes(file, name, old, new)
    elif isinstance(new, list) and new and all(isinstance(row, dict) for row in new):
        keys = _identifying_keys(old or new)
        for row in new:
            before: Tables = next((each for each in old or [] if _same_row(each, row, keys)), {})
            yield from _row_changes(file, f"{name} {_row_name(row, keys)}", before, row)
    elif new != old:
        yield Change(file, "", name, old, new)


def _row_changes(file: str, place: str, old: Tables, new: Tables) -> Iterator[Change]:
    if new.get("remove") is True:
        yield Change(file, place, "", old, None)
    elif not old:
        yield Change(file, place, "", None, new)
    else:
        for key, value in new.items():
            if old.get(key) != value and not _joins(key, old, new):
                yield Change(file, place, key, old.get(key), value)


def _joins(key: str, old: Tables, new: Tables) -> bool:
    """Return whether a changed key only swaps the ends of a pair."""
    return key in ("a", "b") and {old.get("a"), old.get("b")} == {new.get("a"), new.get("b")}


def _identifying_keys(rows: list[Tables]) -> tuple[str, ...]:
    """Return the keys that identify rows: `id`, a pair `a` and `b`, or as many of the first keys as
    are needed."""
    keys = tuple(rows[0])
    for known in (("id",), ("a", "b")):
        if set(known) <= set(keys):
            return known
    for count in range(1, len(keys)):
        if len({str([row.get(key) for key in keys[:count]]) for row in rows}) == len(rows):
            return keys[:count]
    return keys


def _same_row(one: Tables, other: Tables, keys: tuple[str, ...]) -> bool:
    """Return whether two rows have the same identity; the ends of a pair may be swapped."""
    if keys == ("a", "b"):
        return {one.get("a"), one.get("b")} == {other.get("a"), other.get("b")}
    return all(one.get(key) == other.get(key) for key in keys)


def _row_name(row: Tables, keys: tuple[str, ...]) -> str:
    between = " – " if keys == ("a", "b") else " "
    return between.join(str(row.get(key, "?")) for key in keys)
