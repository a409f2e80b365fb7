"""A pool of processes in which computer players think.

A process that thinks too long is killed, and one that dies is replaced, without affecting the
others.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from time import perf_counter
from typing import NamedTuple, Protocol, TypeVar
from weakref import WeakKeyDictionary

from entente.server.live.player_process import (
    KEPT,
    PlayerAnswer,
    PlayerQuestion,
    prepare_process,
    think,
)

# Seconds for a process to start, on the busiest machine: where Numba is installed, the first one
# compiles the search of Diplomacy, and would begin again if it were replaced meanwhile.
READY = 900.0

log = logging.getLogger("entente.thinking")

Task = TypeVar("Task")
Result = TypeVar("Result")


class Requester(NamedTuple):
    """The user and the table that work is for, so that users and tables can take turns."""

    user: Hashable
    table: str


class Busy(Exception):
    """No process has become free in time."""


class Pool(Protocol):
    """Processes that work for this one: here, or in workers (see `entente.server.jobs`)."""

    async def ask(
        self, question: PlayerQuestion, requester: Requester
    ) -> tuple[PlayerAnswer, float]: ...

    async def do(
        self,
        work: Callable[[Task], Result],
        task: Task,
        about: str = "",
        requester: Requester | None = None,
    ) -> tuple[Result, float]: ...

    def get_ready(self) -> None: ...

    def processes(self) -> list[int]: ...

    def end(self) -> None: ...


class Late(Exception):
    """A computer player has exceeded its time."""


class ThinkingPool:
    """A number of processes; the caller ensures that one is free (see `FairQueue`)."""

    def __init__(
        self, processes: int, seconds: float, prepare: Callable[[], None] = prepare_process
    ) -> None:
        self.seconds = seconds  # of thinking, without waiting for the process
        self.prepare = prepare  # runs first in each process
        self._free: list[ProcessPoolExecutor | None] = [None] * processes
        self._busy: set[ProcessPoolExecutor] = set()
        # What each process has worked on, newest last: it caches its plans.
        self._memories: WeakKeyDictionary[ProcessPoolExecutor, list[str]] = WeakKeyDictionary()

    async def ask(
        self, question: PlayerQuestion, requester: Requester | None = None
    ) -> tuple[PlayerAnswer, float]:
        """Return a computer player's answer, and how many seconds it took."""
        return await self.do(think, question, question.seed)

    async def do(
        self,
        work: Callable[[Task], Result],
        task: Task,
        about: str = "",
        requester: Requester | None = None,
    ) -> tuple[Result, float]:
        """Run work in a free process; return the result and the seconds it took.

        A process that has worked on the same is preferred. Raise `Late`, or what the work raises. A
        process that dies is replaced once.
        """
        process = self._take(about)
        try:
            for last in (False, True):
                if process is None:
                    process = self._begin()
                self._busy.add(process)
                self._remember(process, about)
                try:
                    return await self._do(process, work, task)
                except (BrokenProcessPool, asyncio.CancelledError, Late) as error:
                    self._busy.discard(process)
                    end_process(process)
                    process = None
                    if last or not isinstance(error, BrokenProcessPool):
                        raise
                    log.warning("a process of computer players died and is replaced")
            raise AssertionError("the loop returns or raises")
        finally:
            if process is not None:
                self._busy.discard(process)
            self._free.append(process)

    def _take(self, about: str) -> ProcessPoolExecutor | None:
        known = (each for each in self._free if each and about in self._memories.get(each, ()))
        process = next(known, self._free[-1])
        self._free.remove(process)
        return process

    def _remember(self, process: ProcessPoolExecutor, about: str) -> None:
        memories = self._memories.setdefault(process, [])
        if about in memories:
            memories.remove(about)
        memories.append(about)
        del memories[:-KEPT]

    async def _do(
        self, process: ProcessPoolExecutor, work: Callable[[Task], Result], task: Task
    ) -> tuple[Result, float]:
        loop = asyncio.get_running_loop()
        await _until_ready(loop.run_in_executor(process, int))
        began = perf_counter()
        future = loop.run_in_executor(process, work, task)
        try:
            done, _ = await asyncio.wait({future}, timeout=self.seconds)
        finally:
            future.cancel()  # no one waits for the result any longer
        if not done:
            raise Late(f"no answer in {self.seconds:g} seconds")
        return future.result(), perf_counter() - began

    def get_ready(self) -> None:
        """Start a process if there is none yet."""
        if self._free and not self.processes():
            self._free[-1] = process = self._begin()
            process.submit(int)

    def processes(self) -> list[int]:
        """Return the ids of the running processes."""
        pools = [*self._busy, *(pool for pool in self._free if pool is not None)]
        return [number for pool in pools for number in pool._processes or ()]

    def end(self) -> None:
        for process in (*self._busy, *self._free):
            if process is not None:
                end_process(process)
        self._free = [None] * len(self._free)

    def _begin(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, get_context("spawn"), initializer=self.prepare)


async def _until_ready(answer: asyncio.Future[int]) -> None:
    try:
        async with asyncio.timeout(READY):  # in Python 3.11 `wait_for` can swallow a cancellation
            await answer
    except TimeoutError:
        raise BrokenProcessPool(f"not ready in {READY:g} seconds") from None


def end_process(pool: ProcessPoolExecutor) -> None:
    """Kill a process; there is no public way to do so."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False)
    for process in processes:
        process.kill()
