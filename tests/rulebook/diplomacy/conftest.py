"""The two sets of rules under which a docstring is adjudicated."""

from __future__ import annotations

from tests.games.diplomacy.judge import classic, standard

__all__ = ["classic", "standard"]
