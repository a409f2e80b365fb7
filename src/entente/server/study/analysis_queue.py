"""Queue analysis requests and run them in worker processes.

Each user has one running request and a few queued ones, and users take turns. Computer players at
tables have priority: while one waits for a process, nothing starts here, and the worker processes
have a low priority.
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
from entente.server.live.thinking_pool import Busy, Late, Pool, Requester, ThinkingPool
from entente.server.metrics import Metrics
from entente.server.problem import Problem
from entente.server.study.analysis_process import prepare_background_process

PATIENCE = 60.0  # seconds a request waits for its turn
BREATH = 0.1  # seconds between checks whether computer players wait
AGAIN = 10  # seconds for Retry-After
KEPT = 400  # cached answers

log = logging.getLogger("entente.study")

Task = TypeVar("Task")
Result = TypeVar("Result")


class AnalysisQueue:
    """The queue of this process. Used by the event loop's thread only."""

    def __init__(
        self,
        computers: ComputerScheduler,
        metrics: Metrics,
        *,
        processes: int = 1,
        seconds: float = 60.0,
        waiting: int = 3,
        patience: float = PATIENCE,
        pool: Pool | None = None,
    ) -> None:
        self.computers = computers
        self.metrics = metrics
        self.waiting = waiting  # queued requests per user, beside the running one
        self.patience = patience
        self.turns = FairQueue(processes, 1)
        self.pool: Pool = pool or ThinkingPool(processes, seconds, prepare_background_process)
        self._of: Counter[Hashable] = Counter()  # requests by user
        # table and answer by key
        self._kept: OrderedDict[Hashable, tuple[str, Any]] = OrderedDict()
        self._at_work: set[asyncio.Task[Any]] = set()
        self._is_stopped = False

    async def ask(
        self,
        user: Hashable,
        table_id: str,
        work: Callable[[Task], Result],
        task: Task,
        key: Hashable = None,
    ) -> Result:
        """Run work for a user.

        With a key the result is cached. Cancelling the caller cancels the work.
        """
        if key is not None and key in self._kept:
            return self._remembered(key, work)
        if self._of[user] > self.waiting:
            raise Problem(429, "study.waiting", seconds=AGAIN)
        self._of[user] += 1
        try:
            return await self._in_turn(user, table_id, work, task, key)
        finally:
            self._of[user] -= 1
            if not self._of[user]:
                del self._of[user]

    async def _in_turn(
        self,
        user: Hashable,
        table_id: str,
        work: Callable[[Task], Result],
        task: Task,
        key: Hashable,
    ) -> Result:
        try:
            async with asyncio.timeout(self.patience):
                await self.turns.take(user, table_id)
        except TimeoutError:
            raise Problem(503, "study.busy", seconds=AGAIN) from None
        try:
            if key is not None and key in self._kept:  # another request has computed it
                return self._remembered(key, work)
            await self._yield_to_tables()
            result = await self._work(work, task, Requester(user, table_id))
        finally:
            self.turns.give(user)
        if key is not None:
            self._kept[key] = (table_id, result)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return result

    def _remembered(self, key: Hashable, kind: Callable[[Task], Result]) -> Result:
        """Return the cached result."""
        self._kept.move_to_end(key)
        return cast("Result", self._kept[key][1])

    def keep_only(self, tables: Collection[str]) -> None:
        """Forget the results of all other tables."""
        for key in [key for key, (table_id, _) in self._kept.items() if table_id not in tables]:
            del self._kept[key]

    async def _yield_to_tables(self) -> None:
        try:
            async with asyncio.timeout(self.patience):
                while self.computers.turns.waiting:
                    await asyncio.sleep(BREATH)
        except TimeoutError:
            raise Problem(503, "study.busy", seconds=AGAIN) from None

    async def _work(
        self, work: Callable[[Task], Result], argument: Task, requester: Requester
    ) -> Result:
        if self._is_stopped:
            raise Problem(503, "study.busy", seconds=AGAIN)
        task = asyncio.ensure_future(self.pool.do(work, argument, requester=requester))
        self._at_work.add(task)
        try:
            result, seconds = await task
        except asyncio.CancelledError:
            caller = asyncio.current_task()
            if caller is None or caller.cancelling():
                task.cancel()
                raise  # the client is gone
            raise Problem(503, "study.busy", seconds=AGAIN) from None  # the server is stopping
        except Busy:
            raise Problem(503, "study.busy", seconds=AGAIN) from None
        except Late:
            self.metrics.add("study_failures")
            raise Problem(503, "study.slow", seconds=AGAIN) from None
        except Exception as error:
            self.metrics.add("study_failures")
            log.exception("an analysis request failed")
            key = "broken" if isinstance(error, BrokenProcessPool) else "failed"
            raise Problem(503, f"study.{key}", seconds=AGAIN) from None
        finally:
            self._at_work.discard(task)
        self.metrics.took("study_seconds", seconds)
        return result

    async def stop(self) -> None:
        """Refuse waiting requests, and start no more."""
        self._is_stopped = True
        tasks = list(self._at_work)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.pool.end()
