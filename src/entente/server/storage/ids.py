"""Names that the server makes up: they stand in addresses, and people type them."""

from __future__ import annotations

import secrets

BYTES = 9


def new_id() -> str:
    """A name that nobody can guess. It begins with a letter or a digit: what begins with a dash
    reads as an option on the command line."""
    while True:
        name = secrets.token_urlsafe(BYTES)
        if name[0].isalnum():
            return name
