"""The name under which this program was invoked, for hints that can be copied."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

NAME = "entente"


def program_name() -> str:
    """Return the command to type: its name, or the shortest path to it."""
    called = sys.argv[0] if sys.argv else NAME
    if Path(called).name != NAME:
        return NAME
    path = shutil.which(NAME)
    if path is not None and Path(path).resolve() == Path(called).resolve():
        return NAME
    return min(called, os.path.relpath(called), key=len)
