"""When users were last here, for those who follow them.

Requests and open tables are signs of life. They are collected in memory and stored together, for
each user at most once a minute, so that being online costs almost nothing.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial

from sqlalchemy import bindparam, or_, update

from entente.server.background import BackgroundTask
from entente.server.storage.grouped_commits import GroupedCommits, Transaction
from entente.server.storage.models import User

EVERY = 20.0  # seconds between two writes
OFTEN = 60  # seconds between two writes for one user

_USERS = User.__table__
_SEEN = (
    update(_USERS)  # type: ignore[arg-type]
    .where(_USERS.c.id == bindparam("of_user"))
    .where(or_(_USERS.c.seen.is_(None), _USERS.c.seen < bindparam("now")))
    .values(seen=bindparam("now"))
)
log = logging.getLogger("entente.last_seen")


class LastSeen(BackgroundTask):
    """The signs of life of a process."""

    def __init__(
        self,
        commits: GroupedCommits,
        viewing: Callable[[], set[int]],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._commits = commits
        self._viewing = viewing  # the users who have a table open
        self._clock = clock
        self._here: set[int] = set()
        self._stored: dict[int, float] = {}  # when a user's time was stored

    def note(self, user_id: int) -> None:
        """Record that a user is here."""
        self._here.add(user_id)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.store()
            except Exception:  # for example, the database is down: the next write may succeed
                log.exception("who is online could not be stored")

    async def store(self) -> None:
        """Store what has been collected."""
        now = self._clock()
        here, self._here = self._here | self._viewing(), set()
        self._stored = {user: at for user, at in self._stored.items() if now - at < OFTEN}
        due = sorted(here - self._stored.keys())
        if due:
            await asyncio.to_thread(self._commits.store, partial(_store, due, int(now)))
            self._stored |= dict.fromkeys(due, now)


def _store(users: list[int], now: int, transaction: Transaction) -> None:
    transaction.connection.execute(_SEEN, [{"of_user": each, "now": now} for each in users])
