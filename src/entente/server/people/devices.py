"""Known devices: browsers in which a user has logged in before.

An attacker elsewhere can use up an account's login attempts; the owner must still get in. A browser
keeps a mark signed by this server, with which its attempts are counted separately. It grants no
access.
"""

from __future__ import annotations

import hmac
import secrets

from entente.server.storage.database import Sessions
from entente.server.storage.models import User
from entente.server.storage.shared_secrets import shared_key

NAME = "devices"
LONGEST = 200


class Devices:
    """Signs and checks device marks."""

    def __init__(self, sessions: Sessions) -> None:
        self._key = shared_key(sessions, NAME)

    def mark(self, user: User) -> str:
        """Return a mark for a device of a user."""
        number = secrets.token_urlsafe(16)
        return f"{number}.{self._sum(user.id, number)}"

    def knows(self, user_id: int, mark: str) -> bool:
        """Return whether a mark belongs to a device of this user."""
        number, _, signature = mark[:LONGEST].partition(".")
        return hmac.compare_digest(signature.encode(), self._sum(user_id, number).encode())

    def _sum(self, user_id: int, number: str) -> str:
        return hmac.digest(self._key, f"{user_id} {number}".encode(), "sha256").hex()
