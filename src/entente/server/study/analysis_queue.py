"""The desk: where it is thought over what somebody asks about a game, in processes of its own.

Each user has one question there at a time; a few more of his wait, and the users take turns.
Computer players at tables go first: while any of them waits for a process, nothing is begun here,
and the processes of the desk give way to all others of the machine.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Hashable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar, cast

from entente.server.live.computers import ComputerScheduler
from entente.server.live.fair_queue import FairQueue
from entente.server.live.thinking_pool import Late, ThinkingPool
from entente.server.metrics import Metrics
from entente.server.problem import Problem
from entente.server.study.analysis_process import prepare_background_process

PATIENCE = 60.0  # seconds for which a question waits for its turn
BREATH = 0.1  # seconds between two looks at whether computer players wait
AGAIN = 10  # seconds after which it is worth trying again
KEPT = 400  # answers that are remembered

log = logging.getLogger("entente.study")

Given = TypeVar("Given")
Found = TypeVar("Found")


class AnalysisQueue:
    """The desk of this process. Used by the thread of the event loop only."""

    def __init__(
        self,
        computers: ComputerScheduler,
        metrics: Metrics,
        *,
        processes: int = 1,
        seconds: float = 60.0,
        waiting: int = 3,
        patience: float = PATIENCE,
    ) -> None:
        self.computers = computers
        self.metrics = metrics
        self.waiting = waiting  # questions of a user, beside the one that is thought over
        self.patience = patience
        self.turns = FairQueue(processes, 1)
        self.thinkers = ThinkingPool(processes, seconds, prepare_background_process)
        self._of: Counter[Hashable] = Counter()  # questions of each user that are here
        self._kept: OrderedDict[Hashable, tuple[str, Any]] = OrderedDict()  # with their tables
        self._at_work: set[asyncio.Task[Any]] = set()
        self._is_stopped = False

    async def ask(
        self,
        user: Hashable,
        table_id: str,
        work: Callable[[Given], Found],
        given: Given,
        key: Hashable = None,
    ) -> Found:
        """What comes of some work for a user. With a key it is remembered, and not done again.
        Whoever no longer wants it cancels it, and the work with it."""
        if key is not None and key in self._kept:
            return self._remembered(key, work)
        if self._of[user] > self.waiting:
            raise Problem(429, "study.waiting", seconds=AGAIN)
        self._of[user] += 1
        try:
            return await self._in_turn(user, table_id, work, given, key)
        finally:
            self._of[user] -= 1
            if not self._of[user]:
                del self._of[user]

    async def _in_turn(
        self,
        user: Hashable,
        table_id: str,
        work: Callable[[Given], Found],
        given: Given,
        key: Hashable,
    ) -> Found:
        try:
            async with asyncio.timeout(self.patience):
                await self.turns.take(user, table_id)
        except TimeoutError:
            raise Problem(503, "study.busy", seconds=AGAIN) from None
        try:
            if key is not None and key in self._kept:  # it was thought over meanwhile
                return self._remembered(key, work)
            await self._yield_to_tables()
            found = await self._work(work, given)
        finally:
            self.turns.give(user)
        if key is not None:
            self._kept[key] = (table_id, found)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    def _remembered(self, key: Hashable, kind: Callable[[Given], Found]) -> Found:
        """What has come of that kind of work."""
        self._kept.move_to_end(key)
        return cast("Found", self._kept[key][1])

    def keep_only(self, tables: Collection[str]) -> None:
        """Forget what was asked about all other tables."""
        for key in [key for key, (table_id, _) in self._kept.items() if table_id not in tables]:
            del self._kept[key]

    async def _yield_to_tables(self) -> None:
        try:
            async with asyncio.timeout(self.patience):
                while self.computers.turns.waiting:
                    await asyncio.sleep(BREATH)
        except TimeoutError:
            raise Problem(503, "study.busy", seconds=AGAIN) from None

    async def _work(self, work: Callable[[Given], Found], given: Given) -> Found:
        if self._is_stopped:
            raise Problem(503, "study.busy", seconds=AGAIN)
        task = asyncio.ensure_future(self.thinkers.do(work, given))
        self._at_work.add(task)
        try:
            found, seconds = await task
        except asyncio.CancelledError:
            asked = asyncio.current_task()
            if asked is None or asked.cancelling():
                task.cancel()
                raise  # whoever asked is gone
            raise Problem(503, "study.busy", seconds=AGAIN) from None  # the server stops
        except Late:
            self.metrics.add("study_failures")
            raise Problem(503, "study.slow", seconds=AGAIN) from None
        except Exception as error:
            self.metrics.add("study_failures")
            log.exception("what was asked about a game could not be thought over")
            key = "broken" if isinstance(error, BrokenProcessPool) else "failed"
            raise Problem(503, f"study.{key}", seconds=AGAIN) from None
        finally:
            self._at_work.discard(task)
        self.metrics.took("study_seconds", seconds)
        return found

    async def stop(self) -> None:
        """Whoever still waits is told to come again; nothing more is begun."""
        self._is_stopped = True
        tasks = list(self._at_work)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinkers.end()
