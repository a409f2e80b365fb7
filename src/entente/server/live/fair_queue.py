"""A fair queue for a limited number of workers.

Users take turns, and so do the tables of one user, so that a user with many tables or seats does
not delay others. No user has more than their share of the workers at once.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Hashable

Waiting = asyncio.Future[None]


class FairQueue:
    """The workers of one process. Used by the event loop's thread only."""

    def __init__(self, places: int, share: int) -> None:
        self._free = places
        self._share = max(1, share)
        self._at_work: Counter[Hashable] = Counter()
        # waiting tasks, by user and table
        self._queues: dict[Hashable, dict[str, deque[Waiting]]] = {}
        # The last turn of active users, and of their tables.
        self._had: dict[Hashable, int] = {}
        self._tables_had: dict[Hashable, dict[str, int]] = {}
        self._number = 0

    @property
    def waiting(self) -> int:
        """The number of waiting tasks."""
        return sum(len(queue) for tables in self._queues.values() for queue in tables.values())

    async def take(self, user: Hashable, table: str) -> None:
        """Wait for a worker; `give` it back when done."""
        turn: Waiting = asyncio.get_running_loop().create_future()
        tables = self._queues.setdefault(user, {})
        tables.setdefault(table, deque()).append(turn)
        # A new user goes behind those who wait, and before the user who had the last turn.
        self._had.setdefault(user, self._number - 1)
        self._go_on()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give(user)  # granted after the cancellation
            else:
                self._forget(user, table, turn)
            raise

    def give(self, user: Hashable) -> None:
        """Return a worker used for this user."""
        self._at_work[user] -= 1
        if not self._at_work[user]:
            del self._at_work[user]
        self._tidy(user)
        self._free += 1
        self._go_on()

    def _go_on(self) -> None:
        while self._free and (user := self._next()) is not None:
            tables, had = self._queues[user], self._tables_had.setdefault(user, {})
            table = min(tables, key=lambda each: had.get(each, 0))
            turn = tables[table].popleft()
            if not turn.done():
                self._number += 1
                self._had[user] = had[table] = self._number
                self._free -= 1
                self._at_work[user] += 1
                turn.set_result(None)
            self._tidy(user, table)

    def _next(self) -> Hashable | None:
        """Return the user and table that have waited longest and may take a worker."""
        able = (user for user in self._queues if self._at_work[user] < self._share)
        return min(able, key=lambda user: self._had.get(user, 0), default=None)

    def _forget(self, user: Hashable, table: str, turn: Waiting) -> None:
        queue = self._queues.get(user, {}).get(table, deque())
        if turn in queue:
            queue.remove(turn)
            self._tidy(user, table)

    def _tidy(self, user: Hashable, table: str = "") -> None:
        """Forget users and tables without tasks."""
        tables = self._queues.get(user, {})
        if table in tables and not tables[table]:
            del tables[table]
        if not tables:
            self._queues.pop(user, None)
            if user not in self._at_work:
                self._had.pop(user, None)
                self._tables_had.pop(user, None)
