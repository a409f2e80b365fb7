"""Work that a process does beside its requests, from its start to its stop."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod


class BackgroundTask(ABC):
    """A loop of the event loop's own; `start` and `stop` belong to the life of the app."""

    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @abstractmethod
    async def _run(self) -> None:
        """The loop; it is cancelled at the stop."""
