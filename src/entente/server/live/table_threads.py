"""The threads in which tables are changed.

A change takes a millisecond or two, so the cost of handing it to a thread matters; this pool does
less per task than the standard library's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class _Work(NamedTuple):
    """A task and its future."""

    do: Callable[[], Any]
    future: asyncio.Future[Any]


class TableThreads:
    """A few threads that take queued tasks in order."""

    def __init__(self, many: int) -> None:
        self._waiting: SimpleQueue[_Work | None] = SimpleQueue()
        self._threads = [
            Thread(target=self._run, name=f"tables_{number}", daemon=True) for number in range(many)
        ]
        self._started = self._closed = False

    @property
    def queue(self) -> int:
        """The number of queued tasks."""
        return self._waiting.qsize()

    async def run(self, do: Callable[[], T]) -> T:
        """Run a function in a thread. Cancelling the caller does not stop it."""
        if self._closed:
            raise RuntimeError("the threads of the tables have ended")
        if not self._started:
            self._started = True
            for thread in self._threads:
                thread.start()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put(_Work(do, future))
        return await future

    def close(self) -> None:
        """Stop when all queued tasks are done."""
        self._closed = True
        if self._started:
            for _ in self._threads:
                self._waiting.put(None)
            for thread in self._threads:
                thread.join()

    def _run(self) -> None:
        while (work := self._waiting.get()) is not None:
            result: Any = None
            error: BaseException | None = None
            try:
                result = work.do()
            except BaseException as raised:  # noqa: BLE001  raised again in the caller
                error = raised
            loop = work.future.get_loop()
            if not loop.is_closed():
                loop.call_soon_threadsafe(_resolve, work.future, result, error)
            del work, result, error  # keep no references while waiting


def _resolve(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if future.done():  # cancelled
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)
