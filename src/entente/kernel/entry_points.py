"""What installed packages bring, found by entry points: games, computer players, evaluations."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points


def installed(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of a group by their names, which are in alphabetical order."""
    return _on_path(group, tuple(sys.path))


@lru_cache(maxsize=12)
def _on_path(group: str, path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """What is found on Python's path; looked for once, as every package there must be asked."""
    points = {point.name: point for point in entry_points(group=group)}
    return dict(sorted(points.items()))


def origin(point: EntryPoint) -> str:
    """Which package brings an entry point, and where it is in it."""
    return f"{point.value}, {point.dist.name} {point.dist.version}" if point.dist else point.value
