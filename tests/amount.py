"""How much is tried: enough for every day, or all that `make soak` has the time for.

A test that tries many things at random asks here how many, and is marked `amount`, so that the long
test finds it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest

THOROUGH = os.environ.get("ENTENTE_TEST_THOROUGH") == "1"


def amount(usual: int, thorough: int) -> int:
    """Return how many tries: the usual number, or that of the long test."""
    return thorough if THOROUGH else usual


def daily_first(values: Iterable[object], number: int = 1) -> list[object]:
    """Return parameters of which every day tries the first ones, and the long test all."""
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if place < number else pytest.mark.soak,
        )
        for place, value in enumerate(values)
    ]
