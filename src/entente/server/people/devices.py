"""Devices that are known: browsers in which somebody has logged in before.

Whoever tries passwords from elsewhere uses up what may be tried of an account; its owner must come
in all the same. A browser keeps a mark, signed by this server, with which its tries are counted by
themselves. Nobody gets in with it.
"""

from __future__ import annotations

import hmac
import secrets

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from entente.server.storage.database import Sessions
from entente.server.storage.models import Secret, User

NAME = "devices"
LONGEST = 200


class Devices:
    """What this server marks devices with."""

    def __init__(self, sessions: Sessions) -> None:
        self._key = _key(sessions)

    def mark(self, user: User) -> str:
        """A mark for a device in which a user has logged in."""
        number = secrets.token_urlsafe(16)
        return f"{number}.{self._sum(user.id, number)}"

    def knows(self, user_id: int, mark: str) -> bool:
        """Whether a mark was made for a device of this user."""
        number, _, told = mark[:LONGEST].partition(".")
        return hmac.compare_digest(told.encode(), self._sum(user_id, number).encode())

    def _sum(self, user_id: int, number: str) -> str:
        return hmac.digest(self._key, f"{user_id} {number}".encode(), "sha256").hex()


def _key(sessions: Sessions) -> bytes:
    """The key of this server, made once; several processes agree on the first."""
    with sessions() as session:
        known = _found(session)
    if known is None:
        try:
            with sessions.begin() as session:
                session.add(Secret(name=NAME, value=secrets.token_hex(32)))
        except IntegrityError:
            pass  # somebody else was quicker
        with sessions() as session:
            known = _found(session)
    assert known is not None
    return bytes.fromhex(known)


def _found(session: Session) -> str | None:
    found = session.get(Secret, NAME)
    return None if found is None else found.value
