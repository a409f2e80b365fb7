"""Record a process' own metrics every second.

Every process writes its own, so that any of them can sum all; the delay of the event loop is one of
the metrics.
"""

from __future__ import annotations

import asyncio
import logging
import time

from anyio.to_thread import current_default_thread_limiter
from sqlalchemy import func, or_, select
from sqlalchemy.pool import QueuePool

from entente.server.background import BackgroundTask
from entente.server.http.admission import Admission
from entente.server.services import Services
from entente.server.storage.models import Delivery, Job

EVERY = 1.0  # seconds between two recordings
SELDOM = 15  # recordings between two database queries

log = logging.getLogger("entente.metrics")


class ProcessMetrics(BackgroundTask):
    """Records metrics of the parts of a process."""

    def __init__(self, services: Services, admission: Admission) -> None:
        self.services = services
        self.admission = admission

    async def _run(self) -> None:
        loop, looks = asyncio.get_running_loop(), 0
        while True:
            due = loop.time() + EVERY
            await asyncio.sleep(EVERY)
            self.services.metrics.took("loop_lag_seconds", max(0.0, loop.time() - due))
            self.record()
            if looks % SELDOM == 0:
                await self.count_pending()
            looks += 1

    def record(self) -> None:
        """Record the current values."""
        services, threads = self.services, current_default_thread_limiter()
        pool = services.engine.pool
        assert isinstance(pool, QueuePool)
        for name, number in (
            ("rooms", len(services.rooms)),
            ("database_connections", pool.checkedout()),
            ("database_connections_most", services.settings.bounds.database_connections),
            ("requests_under_way", self.admission.under_way),
            ("bodies_arriving", self.admission.receiving.total()),
            ("threads_busy", threads.borrowed_tokens),
            ("threads_queue", threads.statistics().tasks_waiting),
            ("changes_queue", services.hub.queue),
            ("commits_queue", services.rooms.commits.queue),
            ("computers_waiting", services.computers.waiting),
        ):
            services.metrics.set(name, number)

    async def count_pending(self) -> None:
        """Count the pending deliveries and jobs.

        They belong to all processes; one process writes the metric into its row.
        """

        def count() -> tuple[int, int]:
            now = time.time()
            is_free = or_(Job.taken_until.is_(None), Job.taken_until < now)
            jobs = select(func.count()).where(Job.done.is_(None), Job.wanted_until > now, is_free)
            with self.services.sessions() as session:
                deliveries = session.scalar(select(func.count()).select_from(Delivery))
                return deliveries or 0, session.scalar(jobs) or 0

        if self.services.metrics.slot == 0:
            try:
                deliveries, jobs = await asyncio.to_thread(count)
            except Exception:  # the database is down: the next attempt may succeed
                log.warning("the pending deliveries could not be counted", exc_info=True)
            else:
                self.services.metrics.set("deliveries_queue", deliveries)
                self.services.metrics.set("jobs_queue", jobs)
