"""Run read-only queries at tables in threads, with limits per person.

Why an action is refused, what a thing can do, what a typed line means: a game may take long to
answer. Queries run on a copy of the position in their own threads, so that they block neither table
changes nor new connections. Each person runs one query at a time, with limited CPU time per minute;
repeated refusals are limited too.
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

THREADS = 2  # more would take CPU time from play
MINUTE = 60.0
NETWORK_FACTOR = 4  # for a network, times the limit of one person
# Share of a minute's time that may be spent at once: small enough to go unnoticed.
BURST, READING_BURST = 1 / 4, 1 / 2
KNOWN = 20_000  # people and networks in memory


class TokenBucket:
    """A rate limit of `per_minute`, restored gradually, with at most `burst` at once.

    It may be overdrawn once, since the cost is known only afterwards.
    """

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
        """Return the seconds until `need` is available."""
        over = self._used_now(now) + need - self.burst
        return max(0.0, over * MINUTE / self.per_minute)

    def is_idle(self, now: float) -> bool:
        """Return whether it is fully restored and unused for a minute."""
        return self._used_now(now) <= 0 and now - self.last_used > MINUTE

    def _used_now(self, now: float) -> float:
        return max(0.0, self._used - (now - self._since) * self.per_minute / MINUTE)


class Requester:
    """Who makes a query, by websocket or request.

    `person` and `network` are what limits count by; without a network it is this machine, possibly
    a proxy for everyone.
    """

    __slots__ = ("network", "person", "refused")

    def __init__(self, person: str, network: str | None) -> None:
        self.person = person
        self.network = network
        self.refused: TokenBucket | None = None  # of this websocket


class QueryRunner:
    """The queries of this process."""

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
        """Raise Problem 429 after too many refused actions."""
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
        """Run a query, one per person at a time.

        Raise Problem 429 if the person has used too much time.
        """
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
        """Count CPU time used for a requester."""
        for each in self._times(requester):
            each.use(seconds, self.clock())

    def _times(self, requester: Requester) -> list[TokenBucket]:
        return list(self._of(self._spent, requester, self.bounds.asking_seconds, BURST))

    @contextmanager
    def reading(self, requester: Requester) -> Iterator[None]:
        """Time a request that reads games. Raise Problem 429 if the person has read too much."""
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
        """Forget people and networks whose limits are fully restored."""
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
            bucket = kept.get(name)
            if bucket is None:
                bucket = kept[name] = TokenBucket(a_minute, a_minute * burst, self.clock())
                while len(kept) > KNOWN:
                    kept.popitem(last=False)
            else:
                kept.move_to_end(name)
                bucket.last_used = self.clock()
            return bucket


def _check(allowances: Iterable[TokenBucket], need: float, now: float) -> None:
    if wait := _longest_wait(allowances, need, now):
        raise Problem(429, "limit", seconds=max(1, round(wait)))


def _longest_wait(allowances: Iterable[TokenBucket], need: float, now: float) -> float:
    return max((each.wait(need, now) for each in allowances), default=0.0)
