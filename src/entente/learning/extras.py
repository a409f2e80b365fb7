"""Errors for missing optional dependencies."""

from __future__ import annotations

from entente.kernel import UserError, say

PACKAGE = "entente.learning"


def missing(error: ModuleNotFoundError) -> UserError:
    """Return an error that names the missing package and the extra to install."""
    return UserError(say("mistake.extra", package=error.name or "?"), PACKAGE)
