"""What is said where something is missing that learning needs beside Entente."""

from __future__ import annotations

from entente.kernel import Mistake, say

PACKAGE = "entente.learning"


def missing(error: ModuleNotFoundError) -> Mistake:
    """What is not installed, and the extra that brings it."""
    return Mistake(say("mistake.extra", package=error.name or "?"), PACKAGE)
