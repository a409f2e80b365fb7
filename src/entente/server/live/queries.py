"""Asking: what people want to know at tables, worked out beside the tables.

Why an action is refused, what a thing can do, what a typed line means: a game may need long for it.
It is done in threads of its own, on a copy of the position, so that neither the threads in which
tables are changed nor those in which sockets are opened wait for it, nor the table itself. Each
person has one such question worked out at a time, and so much of the processor's time in a minute;
whoever is refused again and again has to wait too.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock
from typing import TypeVar
from weakref import WeakValueDictionary

from entente.server.problem import Problem
from entente.server.settings import Bounds

T = TypeVar("T")

THREADS = 2  # more would take the processor from those who play
MINUTE = 60.0
NETWORK_FACTOR = 4  # times what one person may, for all people of a network
# What of a minute's time may be spent at once: so little that nobody feels it for long.
BURST, READING_BURST = 1 / 4, 1 / 2
KNOWN = 20_000  # people and networks that are remembered


class TokenBucket:
    """So much `a_minute`, which comes back little by little, and `most` of it at once. It may be
    overdrawn once: what something costs is known afterwards."""

    __slots__ = ("_since", "_used", "burst", "last_used", "per_minute")

    def __init__(self, per_minute: float, burst: float, now: float) -> None:
        self.per_minute = per_minute
        self.burst = burst
        self._used = 0.0
        self._since = now
        self.last_used = now

    def use(self, cost: float, now: float) -> None:
        self._used = self._used_now(now) + cost
        self._since = now

    def wait(self, need: float, now: float) -> float:
        """Seconds until so much is left; none where it is."""
        over = self._used_now(now) + need - self.burst
        return max(0.0, over * MINUTE / self.per_minute)

    def is_idle(self, now: float) -> bool:
        """Whether all of it has come back, and nobody has needed it for a minute."""
        return self._used_now(now) <= 0 and now - self.last_used > MINUTE

    def _used_now(self, now: float) -> float:
        return max(0.0, self._used - (now - self._since) * self.per_minute / MINUTE)


class Requester:
    """Who is asking: somebody at a socket, or by a request. `person` and `network` name what is
    counted together; none of them: this machine, behind which there may be everybody."""

    __slots__ = ("network", "person", "refused")

    def __init__(self, person: str, network: str | None) -> None:
        self.person = person
        self.network = network
        self.refused: TokenBucket | None = None  # of this socket


class QueryRunner:
    """All that is asked in this process."""

    def __init__(self, bounds: Bounds, clock: Callable[[], float]) -> None:
        self.bounds = bounds
        self.clock = clock
        self._threads = ThreadPoolExecutor(THREADS, "asking")
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._refused: OrderedDict[str, TokenBucket] = OrderedDict()
        self._spent: OrderedDict[str, TokenBucket] = OrderedDict()
        self._read: OrderedDict[str, TokenBucket] = OrderedDict()
        self._guard = Lock()

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)

    # -- refusals

    def check_refused(self, requester: Requester) -> None:
        """Problem 429 for whoever has been refused too often of late."""
        _check(self._refusals(requester), 1, self.clock())

    def is_refused_too_often(self, requester: Requester) -> bool:
        return _longest_wait(self._refusals(requester), 1, self.clock()) > 0

    def note_refused(self, requester: Requester) -> None:
        for each in self._refusals(requester):
            each.use(1, self.clock())

    def _refusals(self, requester: Requester) -> list[TokenBucket]:
        if requester.refused is None:
            many = self.bounds.refused_per_socket
            requester.refused = TokenBucket(many, many, self.clock())
        return [
            requester.refused,
            *self._of(self._refused, requester, self.bounds.refused_per_person, 1),
        ]

    # -- questions

    async def run(self, requester: Requester, do: Callable[[], T]) -> T:
        """Work a question out, one of each person at a time; Problem 429 for whoever has asked
        too much of late."""
        self.check_time(requester)

        def timed() -> tuple[float, T | None, Exception | None]:
            began, result, error = time.thread_time(), None, None
            try:
                result = do()
            except Exception as raised:  # noqa: BLE001  raised again below
                error = raised
            return time.thread_time() - began, result, error

        loop = asyncio.get_running_loop()
        async with self._turns.setdefault(requester.person, asyncio.Lock()):
            seconds, result, error = await loop.run_in_executor(self._threads, timed)
        self.note_time(requester, seconds)
        if error is not None:
            raise error
        return result  # type: ignore[return-value]

    def check_time(self, requester: Requester) -> None:
        _check(self._times(requester), 0, self.clock())

    def note_time(self, requester: Requester, seconds: float) -> None:
        """So much of the processor's time was spent for somebody."""
        for each in self._times(requester):
            each.use(seconds, self.clock())

    def _times(self, requester: Requester) -> list[TokenBucket]:
        return list(self._of(self._spent, requester, self.bounds.asking_seconds, BURST))

    @contextmanager
    def reading(self, requester: Requester) -> Iterator[None]:
        """Somebody reads of a game, in the thread that works for him; Problem 429 for whoever has
        read too much of late."""
        _check(self._readings(requester), 0, self.clock())
        began = time.thread_time()
        try:
            yield
        finally:
            for each in self._readings(requester):
                each.use(time.thread_time() - began, self.clock())

    def _readings(self, requester: Requester) -> list[TokenBucket]:
        return list(self._of(self._read, requester, self.bounds.reading_seconds, READING_BURST))

    def tidy(self) -> None:
        """Forget people and networks that have everything left."""
        with self._guard:
            now = self.clock()
            for kept in (self._refused, self._spent, self._read):
                for name in [name for name, each in kept.items() if each.is_idle(now)]:
                    del kept[name]

    def _of(
        self,
        kept: OrderedDict[str, TokenBucket],
        requester: Requester,
        a_minute: float,
        burst: float,
    ) -> Iterable[TokenBucket]:
        if requester.person:
            yield self._allowance(kept, requester.person, a_minute, burst)
        if requester.network is not None:
            yield self._allowance(kept, requester.network, a_minute * NETWORK_FACTOR, burst)

    def _allowance(
        self, kept: OrderedDict[str, TokenBucket], name: str, a_minute: float, burst: float
    ) -> TokenBucket:
        with self._guard:
            found = kept.get(name)
            if found is None:
                found = kept[name] = TokenBucket(a_minute, a_minute * burst, self.clock())
                while len(kept) > KNOWN:
                    kept.popitem(last=False)
            else:
                kept.move_to_end(name)
                found.last_used = self.clock()
            return found


def _check(allowances: Iterable[TokenBucket], need: float, now: float) -> None:
    if wait := _longest_wait(allowances, need, now):
        raise Problem(429, "limit", seconds=max(1, round(wait)))


def _longest_wait(allowances: Iterable[TokenBucket], need: float, now: float) -> float:
    return max((each.wait(need, now) for each in allowances), default=0.0)
