"""How much is tried: enough for every day, or all that `make soak` has the time for.

A test that tries many things at random asks here how many, and is marked `amount`, so that the long
test finds it.
"""

from __future__ import annotations

import os

THOROUGH = os.environ.get("ENTENTE_TEST_THOROUGH") == "1"


def amount(usual: int, thorough: int) -> int:
    """How many tries: the usual number, or that of the long test."""
    return thorough if THOROUGH else usual
