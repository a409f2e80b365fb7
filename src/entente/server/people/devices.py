"""Known devices: browsers in which a user has logged in before.

An attacker elsewhere can use up an account's login attempts; the owner must still get in. A browser
keeps a mark signed by this server, with which its attempts are counted separately. It grants no
access.
"""

from __future__ import annotations

import hmac
import re
import secrets

from entente.server.storage.database import Sessions
from entente.server.storage.models import User
from entente.server.storage.shared_secrets import shared_key

NAME = "devices"
LONGEST = 200
_NUMBER = re.compile(r"[A-Za-z0-9_-]{22}")


def number_of(mark: str) -> str:
    """Return the number of a device from its mark; empty if it has none."""
    number = mark[:LONGEST].partition(".")[0]
    return number if _NUMBER.fullmatch(number) else ""


class Devices:
    """Signs and checks device marks."""

    def __init__(self, sessions: Sessions) -> None:
        self._key = shared_key(sessions, NAME)

    def mark(self, user: User, before: str = "") -> str:
        """Return a mark for a device of a user; it keeps its number from the mark before."""
        number = number_of(before) or secrets.token_urlsafe(16)
        return f"{number}.{self._sum(user.id, number)}"

    def keyed_digest(self, kind: str, value: str) -> str:
        """Return what stands for a device or network in the database."""
        return hmac.digest(self._key, f"mark {kind} {value}".encode(), "sha256").hex()

    def knows(self, user_id: int, mark: str) -> bool:
        """Return whether a mark belongs to a device of this user."""
        number, _, signature = mark[:LONGEST].partition(".")
        return hmac.compare_digest(signature.encode(), self._sum(user_id, number).encode())

    def _sum(self, user_id: int, number: str) -> str:
        return hmac.digest(self._key, f"{user_id} {number}".encode(), "sha256").hex()
