"""What is said where something is missing that learning needs beside Entente."""

from __future__ import annotations

from entente.kernel import UserError, say

PACKAGE = "entente.learning"


def missing(error: ModuleNotFoundError) -> UserError:
    """What is not installed, and the extra that brings it."""
    return UserError(say("mistake.extra", package=error.name or "?"), PACKAGE)
