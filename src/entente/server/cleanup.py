"""Drop cached data of users and tables that no one needs, finished jobs, old invitations and
expired classes, and read openings for the explorer, once a minute; delete data that the operator
does not keep longer, once an hour.

All caches are bounded, but generously. Without this, a server keeps the memory of its busiest hour
until it stops.
"""

from __future__ import annotations

import asyncio
import logging

from entente.server.background import BackgroundTask
from entente.server.classes.teaching import delete_expired
from entente.server.jobs.queue import tidy_jobs
from entente.server.live.challenges import end_expired
from entente.server.moderation.hints import count_help
from entente.server.moderation.retention import enforce
from entente.server.people import member_invitations
from entente.server.services import Services
from entente.server.study.opening_index import index_openings

EVERY = 60.0  # seconds
HOUR = 3600.0  # between two deletions of old data
log = logging.getLogger("entente.tidying")


class Cleanup(BackgroundTask):
    """Cleans up the caches of a process, from `start` to `stop`."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._next_retention = 0.0

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.tidy()
            except Exception:  # for example, the database is down: the next minute may succeed
                log.exception("the caches could not be cleaned up")

    async def tidy(self) -> None:
        """Clean up once."""
        services = self.services
        idle = 60.0 * services.settings.bounds.rooms_idle_minutes
        await asyncio.to_thread(services.rooms.forget_unused, idle)
        tables = services.rooms.tables()
        services.computers.tidy(tables)
        services.timekeeper.tidy()
        services.moments.keep_only(tables)
        services.stories.keep_only(tables)
        services.evaluation_graphs.keep_only(tables)
        chapters = services.chapters.positions.tidy(idle)
        services.analysis_queue.keep_only({*tables, *chapters})
        services.queries.tidy()
        await asyncio.to_thread(services.limit_uses.tidy)
        await asyncio.to_thread(tidy_jobs, services.engine)
        await asyncio.to_thread(count_help, services.rooms)
        await asyncio.to_thread(index_openings, services.rooms)
        if services.clock() >= self._next_retention:
            self._next_retention = services.clock() + HOUR
            await asyncio.to_thread(enforce, services.sessions, services.settings.retention)
        await asyncio.to_thread(self._delete_expired)
        await end_expired(services.rooms, services.hub, services.clock())

    def _delete_expired(self) -> None:
        services = self.services
        with services.sessions.begin() as session:
            delete_expired(session, services.clock(), services.rooms.forget)
            member_invitations.delete_expired(session, services.clock())
