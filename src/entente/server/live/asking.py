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
OF_NETWORK = 4  # times what one person may, for all people of a network
# What of a minute's time may be spent at once: so little that nobody feels it for long.
BURST, READING_BURST = 1 / 4, 1 / 2
KNOWN = 20_000  # people and networks that are remembered


class Allowance:
    """So much `a_minute`, which comes back little by little, and `most` of it at once. It may be
    overdrawn once: what something costs is known afterwards."""

    __slots__ = ("_since", "_used", "a_minute", "looked_at", "most")

    def __init__(self, a_minute: float, most: float, now: float) -> None:
        self.a_minute = a_minute
        self.most = most
        self._used = 0.0
        self._since = now
        self.looked_at = now

    def use(self, cost: float, now: float) -> None:
        self._used = self._now_used(now) + cost
        self._since = now

    def wait(self, need: float, now: float) -> float:
        """Seconds until so much is left; none where it is."""
        over = self._now_used(now) + need - self.most
        return max(0.0, over * MINUTE / self.a_minute)

    def is_idle(self, now: float) -> bool:
        """Whether all of it has come back, and nobody has needed it for a minute."""
        return self._now_used(now) <= 0 and now - self.looked_at > MINUTE

    def _now_used(self, now: float) -> float:
        return max(0.0, self._used - (now - self._since) * self.a_minute / MINUTE)


class Asker:
    """Who is asking: somebody at a socket, or by a request. `person` and `network` name what is
    counted together; none of them: this machine, behind which there may be everybody."""

    __slots__ = ("network", "person", "refused")

    def __init__(self, person: str, network: str | None) -> None:
        self.person = person
        self.network = network
        self.refused: Allowance | None = None  # of this socket


class Asking:
    """All that is asked in this process."""

    def __init__(self, bounds: Bounds, clock: Callable[[], float]) -> None:
        self.bounds = bounds
        self.clock = clock
        self._threads = ThreadPoolExecutor(THREADS, "asking")
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._refused: OrderedDict[str, Allowance] = OrderedDict()
        self._spent: OrderedDict[str, Allowance] = OrderedDict()
        self._read: OrderedDict[str, Allowance] = OrderedDict()
        self._guard = Lock()

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)

    # -- refusals

    def check_refused(self, asker: Asker) -> None:
        """Problem 429 for whoever has been refused too often of late."""
        _check(self._refusals(asker), 1, self.clock())

    def is_refused_too_often(self, asker: Asker) -> bool:
        return _longest_wait(self._refusals(asker), 1, self.clock()) > 0

    def note_refused(self, asker: Asker) -> None:
        for each in self._refusals(asker):
            each.use(1, self.clock())

    def _refusals(self, asker: Asker) -> list[Allowance]:
        if asker.refused is None:
            many = self.bounds.refused_per_socket
            asker.refused = Allowance(many, many, self.clock())
        return [asker.refused, *self._of(self._refused, asker, self.bounds.refused_per_person, 1)]

    # -- questions

    async def work(self, asker: Asker, do: Callable[[], T]) -> T:
        """Work a question out, one of each person at a time; Problem 429 for whoever has asked
        too much of late."""
        self.check_time(asker)

        def timed() -> tuple[float, T | None, Exception | None]:
            began, result, error = time.thread_time(), None, None
            try:
                result = do()
            except Exception as raised:  # noqa: BLE001  raised again below
                error = raised
            return time.thread_time() - began, result, error

        loop = asyncio.get_running_loop()
        async with self._turns.setdefault(asker.person, asyncio.Lock()):
            seconds, result, error = await loop.run_in_executor(self._threads, timed)
        self.note_time(asker, seconds)
        if error is not None:
            raise error
        return result  # type: ignore[return-value]

    def check_time(self, asker: Asker) -> None:
        _check(self._times(asker), 0, self.clock())

    def note_time(self, asker: Asker, seconds: float) -> None:
        """So much of the processor's time was spent for somebody."""
        for each in self._times(asker):
            each.use(seconds, self.clock())

    def _times(self, asker: Asker) -> list[Allowance]:
        return list(self._of(self._spent, asker, self.bounds.asking_seconds, BURST))

    @contextmanager
    def reading(self, asker: Asker) -> Iterator[None]:
        """Somebody reads of a game, in the thread that works for him; Problem 429 for whoever has
        read too much of late."""
        _check(self._readings(asker), 0, self.clock())
        began = time.thread_time()
        try:
            yield
        finally:
            for each in self._readings(asker):
                each.use(time.thread_time() - began, self.clock())

    def _readings(self, asker: Asker) -> list[Allowance]:
        return list(self._of(self._read, asker, self.bounds.reading_seconds, READING_BURST))

    def tidy(self) -> None:
        """Forget people and networks that have everything left."""
        with self._guard:
            now = self.clock()
            for kept in (self._refused, self._spent, self._read):
                for name in [name for name, each in kept.items() if each.is_idle(now)]:
                    del kept[name]

    def _of(
        self, kept: OrderedDict[str, Allowance], asker: Asker, a_minute: float, burst: float
    ) -> Iterable[Allowance]:
        if asker.person:
            yield self._allowance(kept, asker.person, a_minute, burst)
        if asker.network is not None:
            yield self._allowance(kept, asker.network, a_minute * OF_NETWORK, burst)

    def _allowance(
        self, kept: OrderedDict[str, Allowance], name: str, a_minute: float, burst: float
    ) -> Allowance:
        with self._guard:
            found = kept.get(name)
            if found is None:
                found = kept[name] = Allowance(a_minute, a_minute * burst, self.clock())
                while len(kept) > KNOWN:
                    kept.popitem(last=False)
            else:
                kept.move_to_end(name)
                found.looked_at = self.clock()
            return found


def _check(allowances: Iterable[Allowance], need: float, now: float) -> None:
    if wait := _longest_wait(allowances, need, now):
        raise Problem(429, "limit", seconds=max(1, round(wait)))


def _longest_wait(allowances: Iterable[Allowance], need: float, now: float) -> float:
    return max((each.wait(need, now) for each in allowances), default=0.0)
