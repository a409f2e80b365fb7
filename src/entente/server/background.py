"""Background tasks of a process."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod


class BackgroundTask(ABC):
    """A task on the event loop; the application calls `start` and `stop`."""

    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @abstractmethod
    async def _run(self) -> None:
        """Run the loop until `stop` cancels it."""
