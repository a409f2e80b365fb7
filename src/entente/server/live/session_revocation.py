"""Close connections whose session or token was revoked.

A process closes at once what it revokes itself, and hears of the others' revocations from the
database (migration 0007). It also checks periodically, because no one announces expired sessions.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from entente.server.background import BackgroundTask
from entente.server.storage.database import Sessions
from entente.server.storage.models import Login, Token

CHECK_INTERVAL = 60.0  # seconds between two checks
log = logging.getLogger("entente.sessions")


class SocketHolder(Protocol):
    """Holds the open websockets of a kind."""

    def users(self) -> set[int]: ...

    def close_revoked(self, keys: Mapping[int, Collection[str]]) -> None: ...


class SessionRevoker(BackgroundTask):
    """Closes connections with an invalid session or token."""

    def __init__(self, sessions: Sessions, holders: Sequence[SocketHolder]) -> None:
        self.sessions = sessions
        self.holders = holders

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(CHECK_INTERVAL)
            try:
                await self.check_all()
            except SQLAlchemyError:  # the database is down: no one can act
                log.exception("revoked sessions will be checked later")

    async def revoke(self, user_id: int) -> None:
        """Check the connections of a user whose session or token has ended."""
        await self._check([user_id])

    async def check_all(self) -> None:
        """Check all connections."""
        await self._check(self._users())

    async def _check(self, users: Collection[int]) -> None:
        here = self._users().intersection(users)
        if here:
            keys = await asyncio.to_thread(valid_keys, self.sessions, here)
            for holder in self.holders:
                holder.close_revoked({user_id: keys[user_id] for user_id in here})

    def _users(self) -> set[int]:
        """Return the users with connections here."""
        return set().union(*(holder.users() for holder in self.holders))


def valid_keys(sessions: Sessions, users: Collection[int]) -> dict[int, set[str]]:
    """Return the valid sessions and tokens of users."""
    logins = select(Login.user_id, Login.digest).where(Login.user_id.in_(users))
    tokens = select(Token.user_id, Token.digest).where(Token.user_id.in_(users))
    keys: dict[int, set[str]] = {user_id: set() for user_id in users}
    with sessions() as session:
        for query in (logins.where(Login.expires >= time.time()), tokens):
            for user_id, key in session.execute(query):
                keys[user_id].add(key)
    return keys
