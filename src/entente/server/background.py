"""Background tasks of a process."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod

AGAIN = 5.0  # seconds after which a failed task starts again

log = logging.getLogger("entente.background")


class BackgroundTask(ABC):
    """A task on the event loop; the application calls `start` and `stop`.

    A task that fails is logged and starts again: the process goes on, and needs it.
    """

    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep_running())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _keep_running(self) -> None:
        while True:
            try:
                await self._run()
            except Exception:
                log.exception("%s failed; it starts again", type(self).__name__)
                await asyncio.sleep(AGAIN)
            else:
                return

    @abstractmethod
    async def _run(self) -> None:
        """Run the loop until `stop` cancels it."""
