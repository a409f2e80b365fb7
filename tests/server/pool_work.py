"""Work for processes of a pool, in a module that they load at once."""

from __future__ import annotations

import os


def nothing() -> None:
    """Prepare nothing."""


def process_of(_: object) -> int:
    """Return the process that does it."""
    return os.getpid()
