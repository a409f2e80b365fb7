"""What is said where something is missing that the environments need beside Entente."""

from __future__ import annotations


def missing(extra: str, error: ModuleNotFoundError) -> ModuleNotFoundError:
    """The same error, with the extra that brings what is missing."""
    return ModuleNotFoundError(
        f"there is no {error.name} here, which comes with the extra “{extra}” of Entente: "
        f"pip install '.[{extra}]' in the folder of its source",
        name=error.name,
    )
