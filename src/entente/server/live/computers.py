"""Computer players: they think in processes of their own and act like anybody else."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from time import perf_counter, sleep

from entente.kernel import Seat
from entente.server.live.hub import Hub
from entente.server.live.leases import Leases
from entente.server.live.thinking import Answer, Question, anything, settle_in, think
from entente.server.logs import facts
from entente.server.metrics import Metrics
from entente.server.problem import Problem
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms

LONGEST = 60.0  # seconds of thought; whoever thinks longer moves at random
ELSEWHERE = 1.0  # seconds after which it is asked again whether another process still thinks
BREATH = 0.02  # seconds before a table that has moved on is looked at again
AT_ONCE = 50  # tables looked at together after a start

log = logging.getLogger("entente.computers")


class Computers:
    """Lets computer players act wherever they must."""

    def __init__(
        self,
        rooms: Rooms,
        hub: Hub,
        leases: Leases,
        metrics: Metrics,
        *,
        processes: int = 1,
        pause: float = 0.0,
    ) -> None:
        self.rooms = rooms
        self.hub = hub
        self.leases = leases
        self.metrics = metrics
        self.processes = processes
        self.pause = pause  # before acting where people look on, who want to follow
        self._pool: ProcessPoolExecutor | None = None
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()  # tables woken while their task was on its way to its end
        self._many = asyncio.Semaphore(AT_ONCE)

    def wake(self, room: Room) -> None:
        """See to it that the computer players of a table act, if they must."""
        if room.computers():
            self.wake_table(room.table.id)

    def wake_table(self, table_id: str) -> None:
        """The same for a table that may not be in memory."""
        if table_id in self._busy:
            self._again.add(table_id)
        else:
            task = asyncio.create_task(self._play(table_id))
            self._busy[table_id] = task
            task.add_done_callback(lambda done: self._over(table_id, done))

    async def stop(self) -> None:
        await self.stop_playing()
        self._end_pool()

    async def stop_playing(self) -> None:
        """Leave all tables as they are."""
        self._again.clear()
        for task in list(self._busy.values()):
            task.cancel()
        await asyncio.gather(*self._busy.values(), return_exceptions=True)

    def _over(self, table_id: str, task: asyncio.Task[None]) -> None:
        self._busy.pop(table_id, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("computer players stopped", extra=facts(table=table_id), exc_info=error)
            self._again.discard(table_id)
        if table_id in self._again:
            self._again.discard(table_id)
            self.wake_table(table_id)

    # -- a table

    async def _play(self, table_id: str) -> None:
        """Until no computer player of this table must decide."""
        lease = f"computers {table_id}"
        async with self._many:
            while not await self.leases.take(lease):  # another process is at it
                await asyncio.sleep(ELSEWHERE)
                if not await self._questions(table_id):
                    return
            try:
                while waiting := await self._questions(table_id):
                    await self._answer(table_id, *waiting)
            finally:
                await self.leases.give(lease)

    async def _questions(self, table_id: str) -> tuple[int, list[Question]] | None:
        """What computer players of a table are asked, at which version; None: nothing."""

        def look() -> tuple[int, list[Question]] | None:
            try:
                room = self.rooms.get(table_id)
            except Problem:
                return None  # the table is gone
            with room.lock:
                asked, table, version = room.computers(), room.table, room.version
                windows = {seat: each.window for seat, each in room.decisions().items()}
                state = room.match.game.save(room.match.state) if asked else b""
            questions = [
                Question(
                    table.game,
                    table.overrides,
                    state,
                    seat,
                    windows[seat],
                    player,
                    f"{table.seed}/{seat}/{version}",
                )
                for seat, player in asked.items()
            ]
            return (version, questions) if questions else None

        return await asyncio.to_thread(look)

    async def _answer(self, table_id: str, version: int, questions: list[Question]) -> None:
        """All who are asked think at the same time, and act as soon as they know."""
        watched = self.hub.audience.watched(table_id)
        pause = asyncio.sleep(self.pause if watched else 0)
        thoughts = [asyncio.create_task(self._think(question)) for question in questions]
        try:
            await pause
            for question, thought in zip(questions, thoughts, strict=True):
                await self._act(table_id, version, question, await thought)
        except Problem:
            await asyncio.sleep(BREATH)  # the table has moved on; look again
        finally:
            for thought in thoughts:
                thought.cancel()

    async def _act(self, table_id: str, version: int, question: Question, answer: Answer) -> None:
        try:
            await self._change(table_id, version, question.seat, answer)
        except Problem:
            raise
        except Exception as error:  # noqa: BLE001  what it wants is not allowed, or breaks a rule
            self._failed(question, error)
            other = await asyncio.to_thread(anything, question)
            await self._change(table_id, version, question.seat, other)

    async def _change(self, table_id: str, version: int, seat: Seat, answer: Answer) -> None:
        act = partial(self.rooms.act, seat=seat, version=version, **answer._asdict())
        await self.hub.change(table_id, act)
        self.metrics.add("computer_moves")

    # -- thinking

    async def _think(self, question: Question) -> Answer:
        """An action; any that is allowed when the player fails or does not come to an end, since
        the others at the table must not wait for ever."""
        started = perf_counter()
        try:
            return await asyncio.wait_for(self._ask(question), LONGEST)
        except TimeoutError as error:
            self._end_pool()  # it would think on
            self._failed(question, error)
        except Exception as error:  # noqa: BLE001  written down; the table goes on
            self._failed(question, error)
        finally:
            self.metrics.took("computer_seconds", perf_counter() - started)
        return await asyncio.to_thread(anything, question)

    async def _ask(self, question: Question) -> Answer:
        loop = asyncio.get_running_loop()
        for last in (False, True):
            pool = self._open_pool()
            try:
                return await loop.run_in_executor(pool, think, question)
            except BrokenProcessPool:  # a process was killed; begin again with new ones
                if self._pool is pool:
                    self._end_pool()
                if last:
                    raise
        raise AssertionError("the loop returns or raises")

    def _open_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = get_context("spawn")
            self._pool = ProcessPoolExecutor(self.processes, context, initializer=settle_in)
        return self._pool

    def _end_pool(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            end(pool)

    def _failed(self, question: Question, error: Exception) -> None:
        self.metrics.add("computer_failures")
        told = facts(game=question.game, seat=question.seat, player=question.player)
        log.error("a computer player failed and moves at random", extra=told, exc_info=error)


def end(pool: ProcessPoolExecutor) -> None:
    """End a pool and its thinkers, whatever they think about."""
    thinkers = list((pool._processes or {}).values())  # there is no public way to end them
    pool.shutdown(wait=False, cancel_futures=True)
    # The pool's own thread stumbles over cancelled work when a process ends before it has put that
    # away, which it does at once.
    for _ in range(200):
        work = list(pool._pending_work_items.values())
        if not any(each.future.cancelled() for each in work):
            break
        sleep(0.001)
    for process in thinkers:
        process.terminate()
