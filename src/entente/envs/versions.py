"""The versions of the environments of each game."""

from __future__ import annotations

import warnings

# Of observations, action ids and rewards, which tests/envs/layouts.json holds; 0 where it is not
# listed. An older policy would read other numbers than those it was trained on.
VERSIONS = {"diplomacy": 1, "turmoil": 1}


def version_of(game: str) -> int:
    """Return the version of the environments of a game."""
    return VERSIONS.get(game, 0)


def warn_of_change(asked: str, current: str) -> None:
    """Warn a program that asks for an earlier version of an environment."""
    text = f"{asked} has other observations, action ids or rewards now: it is {current}"
    warnings.warn(text, FutureWarning, stacklevel=3)
