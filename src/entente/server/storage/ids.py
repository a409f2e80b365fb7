"""Random ids for addresses, easy to type."""

from __future__ import annotations

import secrets

BYTES = 9


def new_id() -> str:
    """Return an unguessable id.

    It starts with a letter or digit, since a leading dash looks like a command-line option.
    """
    while True:
        name = secrets.token_urlsafe(BYTES)
        if name[0].isalnum():
            return name
