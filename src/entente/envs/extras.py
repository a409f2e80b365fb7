"""Optional dependencies: the error for a missing one, and the type of an array without NumPy."""

from __future__ import annotations

from typing import Any

Array = Any  # a NumPy array; untyped


def missing(extra: str, error: ModuleNotFoundError) -> ModuleNotFoundError:
    """Return the error with the name of the extra to install."""
    return ModuleNotFoundError(
        f"{error.name} is not installed; it comes with Entente's extra “{extra}”: "
        f"pip install '.[{extra}]' in the source folder",
        name=error.name,
    )
