"""Run jobs from the queue: take, work, answer.

A job runs as it would in a web process: in the processes of a pool, with the same limits. Its lease
is renewed while it runs; a job that is no longer wanted or no longer this worker's is stopped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from time import perf_counter
from typing import Any, NamedTuple

from entente.kernel import registry
from entente.server.background import BackgroundTask
from entente.server.jobs import encoding
from entente.server.jobs.queue import (
    ANALYSIS,
    COMPUTER,
    DELIVERIES,
    DROPPED,
    FAILURES,
    LEASE,
    NEW,
    PICTURE,
    JobListener,
    JobQueue,
    JobResult,
    Kind,
    TakenJob,
)
from entente.server.jobs.remote_pool import name_of, needs_of
from entente.server.live import player_process
from entente.server.live.thinking_pool import Late, ThinkingPool
from entente.server.logs import facts, origin
from entente.server.metrics import FAILED, Metrics
from entente.server.pictures import remote
from entente.server.pictures.renderer import rendered
from entente.server.settings import GRACE, Settings
from entente.server.study import analysis_process

POLL = 2.0  # seconds between two looks for work without an announcement
RENEW = LEASE / 3  # seconds between two renewals of the leases
PICTURES = 1  # rendered at the same time by a worker; they belong to no user

Do = Callable[[TakenJob, Any], Awaitable[tuple[Any, float]]]
Work = Callable[[Any], Any]

log = logging.getLogger("entente.work")

# What a job may ask for.
PLAYER_WORK: dict[str, Work] = {
    name_of(each): each for each in (player_process.think, player_process.consult)
}
ANALYSIS_WORK: dict[str, Work] = {
    name_of(each): each
    for each in (
        analysis_process.think,
        analysis_process.think_of_all,
        analysis_process.review_move,
        analysis_process.review_moves,
        analysis_process.play_out,
        analysis_process.evaluate,
    )
}


class UnknownWork(Exception):
    """A job asks for a function that no job may ask for."""


class JobLane:
    """Jobs of a kind, a few at a time."""

    def __init__(
        self,
        kind: Kind,
        places: int,
        share: Callable[[], int],
        do: Do,
        needs: Collection[str],
        pool: ThinkingPool | None = None,
    ) -> None:
        self.kind = kind
        self.places = places
        self.share = share  # jobs of one user at a time, in all workers
        self.do = do
        self.needs = needs  # what is installed here
        self.pool = pool
        self.free = asyncio.Semaphore(places)
        self.woken = asyncio.Event()


class Running(NamedTuple):
    """A job in progress."""

    job: TakenJob
    task: asyncio.Task[None]


class JobRunner(BackgroundTask):
    """Runs the jobs of this worker, from `start` to `stop`."""

    def __init__(
        self,
        queue: JobQueue,
        name: str,
        metrics: Metrics,
        lanes: Sequence[JobLane],
        on_deliveries: Callable[[], None] = lambda: None,
    ) -> None:
        self.queue = queue
        self.name = name
        self.metrics = metrics
        self.lanes = lanes
        self.running: dict[int, Running] = {}
        self._on_deliveries = on_deliveries
        self._listener = JobListener(queue.engine, self._hear)
        self._takers: list[asyncio.Task[None]] = []
        self._is_failing = False

    @property
    def listening(self) -> asyncio.Event:
        """Set once announcements are heard."""
        return self._listener.listening

    def start(self) -> None:
        super().start()
        self._listener.start()
        self._takers = [asyncio.create_task(self._take_jobs(lane)) for lane in self.lanes]

    async def stop(self, grace: float = GRACE) -> None:
        """Take no more jobs, finish those that end soon, and give back the others."""
        for taker in self._takers:
            taker.cancel()
        await asyncio.gather(*self._takers, return_exceptions=True)
        tasks = [each.task for each in self.running.values()]
        if tasks:
            await asyncio.wait(tasks, timeout=grace)
        left = list(self.running.values())
        if left:
            with suppress(*FAILURES):  # other workers take them when the lease ends
                await self.queue.release(self.name, [each.job.id for each in left])
        for each in left:
            each.task.cancel()
        await asyncio.gather(*(each.task for each in left), return_exceptions=True)
        for lane in self.lanes:
            if lane.pool is not None:
                lane.pool.end()
        await super().stop()
        await self._listener.stop()
        await self.queue.close()

    # -- taking

    def _hear(self, message: str) -> None:
        what, _, rest = message.partition(" ")
        if what == NEW and rest == DELIVERIES:
            self._on_deliveries()
            return
        if what == DROPPED:
            for each in list(self.running.values()):
                if each.job.key == rest:
                    each.task.cancel()
        kind = rest.partition(" ")[0]
        for lane in self.lanes:  # a job is new, or one is done and leaves room in a user's share
            if lane.kind == kind:
                lane.woken.set()

    async def _take_jobs(self, lane: JobLane) -> None:
        while True:
            await lane.free.acquire()
            lane.woken.clear()
            job: TakenJob | None = None
            try:
                job = await self.queue.take(self.name, lane.kind, lane.needs, lane.share())
                self._note_failure(None)
            except Exception as error:  # noqa: BLE001  the database is down; a worker goes on
                self._note_failure(error)
            except asyncio.CancelledError:
                lane.free.release()
                raise
            if job is None:
                lane.free.release()
                with suppress(TimeoutError):
                    async with asyncio.timeout(POLL):
                        await lane.woken.wait()
            else:
                self._begin(lane, job)

    def _note_failure(self, error: BaseException | None) -> None:
        if error is not None and not self._is_failing:
            log.warning("the queue cannot be reached; trying again", exc_info=error)
        self._is_failing = error is not None

    def _begin(self, lane: JobLane, job: TakenJob) -> None:
        task = asyncio.create_task(self._run_job(lane, job))
        self.running[job.id] = Running(job, task)

        def over(_: asyncio.Task[None]) -> None:
            self.running.pop(job.id, None)
            lane.free.release()
            lane.woken.set()

        task.add_done_callback(over)

    # -- working

    async def _run_job(self, lane: JobLane, job: TakenJob) -> None:
        try:
            content, seconds = await lane.do(job, encoding.read(job.payload))
            result = JobResult(encoding.write((content, seconds)), None)
        except Late:
            result = JobResult(None, "late")
        except BrokenProcessPool:
            result = JobResult(None, "broken")
        except Exception as error:  # noqa: BLE001  any error is that of the work
            result = JobResult(None, "failed")
            # Neither the task, nor its result, nor the message: all may be secret.
            details = facts(kind=job.kind, work=job.work, job=job.id, attempt=job.attempts)
            log.error("a job failed: %s", origin(error), extra=details)  # noqa: TRY400
        self.metrics.add("jobs", 1, job.kind if result.failure is None else FAILED)
        if result.failure is not None:
            log.warning("job %s (%s) failed: %s", job.id, job.work, result.failure)
        while True:
            try:
                await self.queue.finish(self.name, job.id, result)
                return
            except FAILURES as error:  # the answer is worth waiting for the database
                self._note_failure(error)
                await asyncio.sleep(1.0)

    async def _run(self) -> None:
        """Renew the leases, and stop what is no longer wanted."""
        while True:
            await asyncio.sleep(RENEW)
            try:
                await self.renew()
                await self.queue.tidy()
            except FAILURES as error:
                self._note_failure(error)

    async def renew(self) -> None:
        """Renew the leases once."""
        mine = dict(self.running)
        if not mine:
            return
        still = await self.queue.renew_taken(self.name, mine)
        for number, each in mine.items():
            if number not in still:
                each.task.cancel()


def lanes_for(settings: Settings, workers: Callable[[], int]) -> list[JobLane]:
    """Return the lanes of a worker; `workers` returns how many workers there are."""
    processes = settings.computer_processes
    players = ThinkingPool(processes, settings.computer_seconds)
    analysts = ThinkingPool(
        settings.study_processes,
        settings.study_seconds,
        analysis_process.prepare_background_process,
    )

    games = tuple(needs_of(game) for game in registry.available())

    def share() -> int:
        return settings.computer_share or max(1, processes * max(1, workers()) - 1)

    async def play(job: TakenJob, task: Any) -> tuple[Any, float]:
        return await players.do(_known(PLAYER_WORK, job), task, getattr(task, "seed", ""))

    async def analyse(job: TakenJob, task: Any) -> tuple[Any, float]:
        return await analysts.do(_known(ANALYSIS_WORK, job), task)

    async def draw(job: TakenJob, svg: Any) -> tuple[Any, float]:
        if job.work != remote.RENDER:
            raise UnknownWork(job.work)
        began = perf_counter()
        return await rendered(svg), perf_counter() - began

    return [
        JobLane(COMPUTER, processes, share, play, games, players),
        JobLane(ANALYSIS, settings.study_processes, lambda: 1, analyse, games, analysts),
        JobLane(PICTURE, PICTURES, lambda: PICTURES * max(1, workers()), draw, (remote.NEEDS,)),
    ]


def _known(works: dict[str, Work], job: TakenJob) -> Work:
    if job.work not in works:
        raise UnknownWork(job.work)
    return works[job.work]
