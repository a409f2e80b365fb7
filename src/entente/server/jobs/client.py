"""What a process waits for in the queue of work."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from entente.server.background import BackgroundTask
from entente.server.jobs.queue import (
    COMPUTER,
    DELIVERIES,
    DONE,
    FAILURES,
    UNWATCHED,
    WATCHED,
    JobListener,
    JobQueue,
    JobResult,
    NewJob,
)

LOOK = 2.0  # seconds between two looks at the jobs of this process
TOGETHER = 0.05  # seconds in which several announcements become one
STUCK = 30.0  # seconds without a worker before that is logged

log = logging.getLogger("entente.jobs")


class NotStarted(Exception):
    """No worker has taken the job in time."""


class _Wanted:
    """A job and those of this process who wait for it."""

    def __init__(self, job: NewJob) -> None:
        self.job = job
        self.result: asyncio.Future[JobResult] = asyncio.get_running_loop().create_future()
        self.since = asyncio.get_running_loop().time()
        self.waiting = 0
        self.is_taken = False


class JobClient(BackgroundTask):
    """The jobs of this process. Used by the event loop's thread only."""

    def __init__(self, queue: JobQueue, is_watched: Callable[[str], bool]) -> None:
        self.queue = queue
        self._is_watched = is_watched
        self._wanted: dict[str, _Wanted] = {}
        self._listener = JobListener(queue.engine, self._hear)
        self._under_way: set[asyncio.Task[None]] = set()
        self._is_stuck = self._is_announcing = False

    def start(self) -> None:
        super().start()
        self._listener.start()

    async def stop(self) -> None:
        await super().stop()
        await self._listener.stop()
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        await self.queue.close()

    @property
    def waiting(self) -> int:
        """The number of jobs that this process waits for."""
        return len(self._wanted)

    async def do(self, job: NewJob, patience: float | None = None) -> JobResult:
        """Return the result of a job, done by a worker.

        Raise NotStarted if no worker takes it within `patience` seconds. If the database does not
        answer, the job waits for it.
        """
        wanted = self._wanted.get(job.key)
        if wanted is None:
            wanted = self._wanted[job.key] = _Wanted(job)
            self._do(self._offer(wanted))
        wanted.waiting += 1
        try:
            if patience is not None:
                await asyncio.wait({wanted.result}, timeout=patience)
                if not wanted.result.done() and not wanted.is_taken:
                    raise NotStarted
            return await asyncio.shield(wanted.result)
        finally:
            wanted.waiting -= 1
            if not wanted.waiting:
                self._wanted.pop(job.key, None)
                # A computer player's work is left to the process that takes over the table.
                if not wanted.result.done() and job.kind != COMPUTER:
                    self._do(self._withdraw(job.key))

    def announce_deliveries(self) -> None:
        """Let the outbox of a worker look for deliveries; several calls make one announcement."""
        if not self._is_announcing:
            self._is_announcing = True
            self._do(self._announce())

    # -- the queue

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            if self._wanted:
                with suppress(*FAILURES):  # the next look may succeed
                    await self.look()

    async def look(self) -> None:
        """Renew the jobs of this process, and fetch what is done."""
        wanted = dict(self._wanted)
        priorities = [self._priority(each.job) for each in wanted.values()]
        states = await self.queue.renew_wanted(list(wanted), priorities)
        now, stuck = asyncio.get_running_loop().time(), 0
        for key, each in wanted.items():
            state = states.get(key)
            if state is None:  # the database has lost it, or another process withdrew it
                await self._offer(each)
            elif state.is_lost:
                await self.queue.give_up(key)
                await self._fetch(key)
            elif state.is_done:
                await self._fetch(key)
            else:
                each.is_taken = state.is_taken
                stuck += not state.is_taken and now - each.since > STUCK
        if stuck and not self._is_stuck:
            log.warning("%s jobs wait for a worker; does “entente work” run?", stuck)
        self._is_stuck = bool(stuck)

    def _hear(self, message: str) -> None:
        what, _, rest = message.partition(" ")
        if what == DONE and (key := rest.partition(" ")[2]) in self._wanted:
            self._do(self._fetch(key))

    async def _offer(self, wanted: _Wanted) -> None:
        with suppress(*FAILURES):  # the next look offers it again
            if await self.queue.offer(wanted.job, self._priority(wanted.job)):
                await self._fetch(wanted.job.key)

    async def _fetch(self, key: str) -> None:
        with suppress(*FAILURES):  # the next look fetches it
            result = await self.queue.result(key)
            wanted = self._wanted.get(key)
            if result is not None and wanted is not None and not wanted.result.done():
                wanted.result.set_result(result)

    async def _withdraw(self, key: str) -> None:
        with suppress(*FAILURES):  # without renewal it is dropped a little later
            await self.queue.withdraw(key)

    async def _announce(self) -> None:
        await asyncio.sleep(TOGETHER)
        self._is_announcing = False
        with suppress(*FAILURES):  # the outbox looks now and then
            await self.queue.announce(DELIVERIES)

    def _priority(self, job: NewJob) -> int:
        return WATCHED if self._is_watched(job.table) else UNWATCHED

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
