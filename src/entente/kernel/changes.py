"""What an owner changed in a game's data: the figures that stand in place of others."""

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
    """One figure that an owner put in place of another; without a key, a whole row.

    `old` is None for what is new, and `new` for what is removed.
    """

    file: str
    row: str
    key: str
    old: Data
    new: Data


def own_files(game: AnyGame) -> dict[str, Tables]:
    """The game's own data, by file."""
    own = data_files(game.info.package)
    return {file.name: tomllib.loads(file.read_text(encoding="utf-8")) for file in own}


def rows_of(game: AnyGame) -> dict[str, dict[str, int]]:
    """How many rows each table of each file has."""
    return {
        file: {name: len(t) if isinstance(t, (list, dict)) else 1 for name, t in tables.items()}
        for file, tables in own_files(game).items()
    }


def changes(game: AnyGame) -> Iterator[Change]:
    """The figures that the overrides of a game put in place of its own."""
    own = own_files(game)
    for file, patch in game.overrides().items():
        assert isinstance(patch, dict)
        for name, new in patch.items():
            yield from _table_changes(file, name, own[file].get(name), new)


def _table_changes(file: str, name: str, old: Any, new: Any) -> Iterator[Change]:
    if isinstance(new, dict) and isinstance(old, dict):
        yield from _row_changes(file, name, old, new)
    elif isinstance(new, list) and new and all(isinstance(row, dict) for row in new):
        keys = _telling_apart(old or new)
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
    """A pair written the other way round is no change."""
    return key in ("a", "b") and {old.get("a"), old.get("b")} == {new.get("a"), new.get("b")}


def _telling_apart(rows: list[Tables]) -> tuple[str, ...]:
    """The keys that tell rows from each other: `id`, a pair `a` and `b`, or as many of the first
    ones as it takes."""
    keys = tuple(rows[0])
    for known in (("id",), ("a", "b")):
        if set(known) <= set(keys):
            return known
    for count in range(1, len(keys)):
        if len({str([row.get(key) for key in keys[:count]]) for row in rows}) == len(rows):
            return keys[:count]
    return keys


def _same_row(one: Tables, other: Tables, keys: tuple[str, ...]) -> bool:
    """Whether two rows are about the same thing; a pair may be written both ways round."""
    if keys == ("a", "b"):
        return {one.get("a"), one.get("b")} == {other.get("a"), other.get("b")}
    return all(one.get(key) == other.get(key) for key in keys)


def _row_name(row: Tables, keys: tuple[str, ...]) -> str:
    between = " – " if keys == ("a", "b") else " "
    return between.join(str(row.get(key, "?")) for key in keys)
