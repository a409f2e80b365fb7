"""Find what installed packages provide by entry points: games, computer players, evaluations."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points


def installed(group: str) -> Mapping[str, EntryPoint]:
    """Return the entry points of a group by name, sorted."""
    return _on_path(group, tuple(sys.path))


@lru_cache(maxsize=12)
def _on_path(group: str, path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Search Python's path; cached, since every installed package must be read."""
    points = {point.name: point for point in entry_points(group=group)}
    return dict(sorted(points.items()))


def origin(point: EntryPoint) -> str:
    """Return where an entry point comes from: its module and its package."""
    return f"{point.value}, {point.dist.name} {point.dist.version}" if point.dist else point.value
