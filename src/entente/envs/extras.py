"""Optional dependencies: the error for a missing one, and the type of an array without NumPy."""

from __future__ import annotations

from typing import Any

from entente.kernel.extras import MissingExtra

Array = Any  # a NumPy array; untyped


def missing(extra: str, error: ModuleNotFoundError) -> MissingExtra:
    """Return the error with the name of the extra to install."""
    return MissingExtra(extra, error.name or "?")
