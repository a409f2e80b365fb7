"""Drain a process: hand its tables and sockets over to the others before it stops.

A draining process reports that it is not ready, so that its proxy sends it nothing new. It refuses
new websockets, stops the work on tables, closes the open websockets one after the other with 1012
(clients reconnect, and their proxy chooses another process), stores snapshots and forgets its
tables. Each action that was received before its websocket closes is stored and acknowledged first.
Plain requests are answered to the end.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from random import shuffle

from sqlalchemy.exc import SQLAlchemyError

from entente.server.live.control_connection import FAILURES
from entente.server.services import Services

AT_STOP = 0.8  # seconds over which sockets are closed when the process is about to stop
BY_COMMAND = 5.0  # the same when an operator drains a process that keeps running
STEP = 0.02  # seconds between two groups of sockets
FAREWELL = 1.0  # seconds for clients to read their last frames

log = logging.getLogger("entente.drain")


class Drain:
    """Whether and how this process hands over. Used by the event loop's thread only."""

    def __init__(self, services: Services) -> None:
        self.services = services
        services.members.on_drain.append(self._asked)
        self.is_draining = False
        self.is_drained = False
        self._spread = BY_COMMAND  # seconds over which sockets are closed
        self._task: asyncio.Task[None] | None = None

    async def run(self, spread: float = AT_STOP) -> None:
        """Drain once; a second caller waits for the first, and may be in more of a hurry."""
        await asyncio.shield(self._begin(spread))

    def _asked(self) -> None:
        """Drain in the background: the operator has asked for it."""
        self._begin(BY_COMMAND)

    def _begin(self, spread: float) -> asyncio.Task[None]:
        self.is_draining = True
        self._spread = min(spread, self._spread)
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return self._task

    async def _run(self) -> None:
        services = self.services
        log.info("draining")
        await services.members.drain()
        work = (services.pairer, services.timekeeper, services.computers)
        stopping = asyncio.gather(*(each.stop() for each in work), return_exceptions=True)
        await self._close_sockets()
        for part, result in zip(work, await stopping, strict=True):
            if isinstance(result, BaseException):
                log.error("%s did not stop", type(part).__name__, exc_info=result)
        try:
            await asyncio.to_thread(services.rooms.keep_snapshots)
        except SQLAlchemyError:  # tables still open, only more slowly
            log.exception("snapshots of the tables in memory could not be stored")
        for table_id in services.rooms.tables():
            services.rooms.forget(table_id)
        try:
            await services.homes.give_all()
        except FAILURES:  # the home of a draining process is free anyway
            log.warning("the tables could not be given back", exc_info=True)
        self.is_drained = True
        log.info("drained")

    async def _close_sockets(self) -> None:
        """Close all sockets one after the other, then wait a moment for their last frames."""
        closings = self._closings()
        shuffle(closings)  # so that no table loses all its viewers at once
        loop = asyncio.get_running_loop()
        began = loop.time()
        for number, close in enumerate(closings):
            while loop.time() + STEP < began + self._spread * number / len(closings):
                await asyncio.sleep(STEP)
            close()
        until = loop.time() + FAREWELL
        while self._closings() and loop.time() < until:
            await asyncio.sleep(STEP)

    def _closings(self) -> list[Callable[[], None]]:
        """Return how to close each open socket."""
        services = self.services
        holders = (services.hub, services.user_sockets, services.study_sockets, services.boards)
        connections = [each for holder in holders for each in holder.connections()]
        return [
            *(each.hand_over for each in connections),
            *(each.hand_over for each in services.pairer.sockets.all()),
        ]
