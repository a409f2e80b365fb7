"""Contradictions between an owner's corrections and the rulebook.

A correction may still be right, since an edition may differ from its book. So this is a warning,
not an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from entente.games.attrition.data_schema import AttritionMapFile, AttritionTables
from entente.kernel import Message, say

STARTING_INDUSTRY = {"central": 7, "entente": 12}  # 3.8
# Not in the book: drawing positions, our interpretations, and notes on figures.
OURS = ("lon", "lat", "inset", "fall_1914_bonus", "basis", "evidence")
NO_FIGURES = ("turns", "path", "open_path")


def contradictions(tables: AttritionTables, original: AttritionTables) -> Iterator[Message]:
    """List where the tables differ from the rulebook."""
    yield from wrong_sums(tables.map)
    yield from lost_paths(tables.map, original.map)
    before, after = msgspec.to_builtins(original), msgspec.to_builtins(tables)
    for file, lists in before.items():
        for table, rows in lists.items():
            if table not in NO_FIGURES:
                yield from _changed(f"{file}.toml: {table}", rows, after[file][table])


def wrong_sums(board: AttritionMapFile) -> Iterator[Message]:
    """3.8: what the regions held at the start must add up to."""
    for side, stated in STARTING_INDUSTRY.items():
        points = sum(region.ip for region in board.region if region.start_marker == side)
        if points != stated:
            yield say("data.sum", side=side, points=points, stated=stated)


def lost_paths(board: AttritionMapFile, original: AttritionMapFile) -> Iterator[Message]:
    """Paths that the book's text and examples use."""
    there = {(path.kind, frozenset((path.a, path.b))) for path in board.path}
    for path in original.path:
        known = path.source == "rulebook"
        if known and (path.kind, frozenset((path.a, path.b))) not in there:
            yield say("data.stated_path", kind=path.kind, a=path.a, b=path.b)


def _changed(place: str, old: Any, new: Any) -> Iterator[Message]:
    """Figures of a table that differ from the rulebook."""
    if isinstance(old, dict):
        for key, value in old.items():
            if _is_stated(key, old) and new.get(key) != value:
                yield say("data.stated", place=f"{place} {key}", value=_written(value))
        return
    before, after = _by_name(old), _by_name(new)
    for name, row in before.items():
        yield from _changed(f"{place} {name}", row, after.get(name, {}))
    for name in after.keys() - before.keys():
        yield say("data.unstated", place=f"{place} {name}")


def _is_stated(key: str, row: dict[str, Any]) -> bool:
    if key.endswith("_source") or key in OURS:
        return False
    return bool(row.get(f"{key}_source", "rulebook") == "rulebook")


def _by_name(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Rows by id; placed tiles by place and tile."""
    return {str(row.get("id") or f"{row['region']} {row['tile']}"): row for row in rows}


def _written(value: Any) -> str:
    return msgspec.json.encode(value).decode()
