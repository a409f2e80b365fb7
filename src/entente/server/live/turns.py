"""Turns: a few places to work at, given out fairly.

Users have their turns one after the other, and among the tables of one user so have the tables;
whoever has many tables, or many seats at one, does not come before others who have few. No user has
more than his share of the places at the same time.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Hashable

Waiting = asyncio.Future[None]


class Turns:
    """The places of one process. Used by the thread of the event loop only."""

    def __init__(self, places: int, share: int) -> None:
        self._free = places
        self._share = max(1, share)
        self._at_work: Counter[Hashable] = Counter()
        # Those who wait, by user and table; who comes next is first.
        self._queues: OrderedDict[Hashable, OrderedDict[str, deque[Waiting]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return sum(len(queue) for tables in self._queues.values() for queue in tables.values())

    async def take(self, user: Hashable, table: str) -> None:
        """Wait for a place; `give` it back when done."""
        turn: Waiting = asyncio.get_running_loop().create_future()
        tables = self._queues.setdefault(user, OrderedDict())
        tables.setdefault(table, deque()).append(turn)
        self._go_on()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give(user)  # the place came too late
            else:
                self._forget(user, table, turn)
            raise

    def give(self, user: Hashable) -> None:
        """Somebody who worked for this user is done."""
        self._at_work[user] -= 1
        if not self._at_work[user]:
            del self._at_work[user]
        self._free += 1
        self._go_on()

    def _go_on(self) -> None:
        while self._free and (user := self._next()) is not None:
            tables = self._queues[user]
            table, queue = next(iter(tables.items()))
            turn = queue.popleft()
            tables.move_to_end(table)
            self._queues.move_to_end(user)
            self._tidy(user, table)
            if not turn.done():
                self._free -= 1
                self._at_work[user] += 1
                turn.set_result(None)

    def _next(self) -> Hashable | None:
        able = (user for user in self._queues if self._at_work[user] < self._share)
        return next(able, None)

    def _forget(self, user: Hashable, table: str, turn: Waiting) -> None:
        queue = self._queues.get(user, OrderedDict()).get(table, deque())
        if turn in queue:
            queue.remove(turn)
            self._tidy(user, table)

    def _tidy(self, user: Hashable, table: str) -> None:
        tables = self._queues[user]
        if not tables[table]:
            del tables[table]
        if not tables:
            del self._queues[user]
