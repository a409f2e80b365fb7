"""Errors for missing optional dependencies."""

from __future__ import annotations


def missing(extra: str, error: ModuleNotFoundError) -> ModuleNotFoundError:
    """Return the error with the name of the extra to install."""
    return ModuleNotFoundError(
        f"{error.name} is not installed; it comes with Entente's extra “{extra}”: "
        f"pip install '.[{extra}]' in the source folder",
        name=error.name,
    )
