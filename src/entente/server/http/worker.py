"""A worker process: jobs of the queue and the outbox, and perhaps probes and metrics over HTTP."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from fastapi import FastAPI

from entente.kernel import Message, UserError
from entente.server import logs
from entente.server.http.admission import Admission
from entente.server.http.error_responses import add_error_answers
from entente.server.http.process import run
from entente.server.http.process_metrics import ProcessMetrics
from entente.server.http.routes import operation
from entente.server.jobs.queue import JobQueue
from entente.server.live.members import WORK
from entente.server.services import Services
from entente.server.settings import HERE, Settings
from entente.server.work.runner import JobRunner, lanes_for

log = logging.getLogger("entente.work")


def check_work(settings: Settings) -> None:
    """Check that there is a queue that workers can share."""
    if settings.database.startswith("sqlite"):
        raise UserError(Message("setting.work_sqlite", {}), "entente.server")


def work(
    listener: socket.socket | None, settings: Settings, ready: Callable[[], None] | None = None
) -> None:
    """Work until stopped. `ready` is called once the database is open."""
    logs.set_up(settings.log_format, settings.log_level)
    app = create_worker(settings)
    if ready is not None:
        ready()
    run(app, listener, settings, WORK)


def create_worker(settings: Settings) -> FastAPI:
    """Create a worker with its database, migrated if needed."""
    check_work(settings)
    # What it writes is little, and announced with NOTIFY, which all processes hear.
    services = Services(settings._replace(work=HERE, redis=""))
    app = FastAPI(
        lifespan=partial(_working, services), docs_url=None, redoc_url=None, openapi_url=None
    )
    app.state.services = services
    app.state.runner = JobRunner(
        JobQueue(services.engine),
        services.name,
        services.metrics,
        lanes_for(settings, partial(_workers, services)),
        services.outbox.look,
    )
    app.state.drain = WorkerDrain(services, app.state.runner)
    app.state.process_messages = app.state.runner  # for readiness: whether it listens
    app.state.admission = Admission(settings.bounds)
    app.state.process_metrics = ProcessMetrics(services, app.state.admission)
    app.router.routes += operation.router.routes
    add_error_answers(app)
    return app


def _workers(services: Services) -> int:
    """Return how many workers there are."""
    return sum(each.role == WORK for each in services.members.alive.values())


class WorkerDrain:
    """Stops taking work, before the worker stops."""

    def __init__(self, services: Services, runner: JobRunner) -> None:
        self.services = services
        self.runner = runner
        self.is_draining = False
        self._task: asyncio.Task[None] | None = None
        services.members.on_drain.append(self._begin)

    async def run(self) -> None:
        """Drain once; a second caller waits for the first."""
        self._begin()
        assert self._task is not None
        await asyncio.shield(self._task)

    def _begin(self) -> None:
        self.is_draining = True
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        await self.services.outbox.stop()
        await self.runner.stop()


@asynccontextmanager
async def _working(services: Services, app: FastAPI) -> AsyncIterator[None]:
    """Start the work, and stop it at the end."""
    services.members.start()
    services.outbox.start()
    app.state.runner.start()
    app.state.process_metrics.start()
    try:
        yield
    finally:
        await app.state.process_metrics.stop()
        await app.state.drain.run()
        await services.members.stop()
        await services.members.close()
        await services.control.close()
        await asyncio.get_running_loop().shutdown_default_executor()
        services.close()
