"""The parts of a running server."""

from __future__ import annotations

import logging
import secrets
import time
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from entente.kernel import UserError, say
from entente.server.events.runner import EventRunner
from entente.server.forbidden_words import read_words
from entente.server.jobs.client import JobClient
from entente.server.jobs.queue import ANALYSIS, COMPUTER, JobQueue
from entente.server.jobs.remote_pool import PLACES, RemotePool
from entente.server.library import open_library
from entente.server.live.announcements import Announcements
from entente.server.live.board_watch import BoardWatch
from entente.server.live.computers import ComputerScheduler
from entente.server.live.control_connection import ControlConnection
from entente.server.live.game_clock import GameClock, time_of_day
from entente.server.live.homes import Homes
from entente.server.live.hub import Hub
from entente.server.live.last_seen import LastSeen
from entente.server.live.leases import Leases
from entente.server.live.members import Members
from entente.server.live.queries import QueryRunner
from entente.server.live.session_revocation import SessionRevoker
from entente.server.live.timekeeper import Timekeeper
from entente.server.live.user_sockets import UserSockets
from entente.server.metrics import Metrics
from entente.server.notices.outbox import Outbox
from entente.server.pairing.pairer import Pairer
from entente.server.people.devices import Devices
from entente.server.people.oidc import Provider
from entente.server.pictures.previews import table_svg
from entente.server.pictures.remote import RemoteRenderer
from entente.server.pictures.renderer import PictureRenderer
from entente.server.problem import Problem
from entente.server.settings import QUEUE, Settings
from entente.server.storage.access import open_database, readable_errors
from entente.server.storage.database import close, sessions
from entente.server.storage.heartbeat import Heartbeat
from entente.server.storage.integrity import Integrity, check_pages, is_small
from entente.server.storage.limit_uses import Uses, uses_of
from entente.server.storage.replica import Replica
from entente.server.storage.shared_secrets import shared_key
from entente.server.studies.chapters import Chapters
from entente.server.studies.sockets import StudySockets
from entente.server.studies.variations import Variations
from entente.server.study.analysis_queue import PATIENCE, AnalysisQueue
from entente.server.study.evaluation_graph import EvaluationGraphs
from entente.server.study.imports import Imports
from entente.server.study.past_positions import PastPositions
from entente.server.study.stories import Stories
from entente.server.tables.audience import Audience
from entente.server.tables.home import ActivityCounter
from entente.server.tables.negotiation_record import PromiseCounts
from entente.server.tables.rooms import Rooms
from entente.server.tables.snapshots import keep_data

if TYPE_CHECKING:
    from entente.server.live.redis_messages import RedisMessages

QUIET = 30.0  # seconds without a change after which a table may move to another process

log = logging.getLogger("entente.services")


class Services:
    """The parts of a running server."""

    def __init__(self, settings: Settings, metrics: Metrics | None = None) -> None:
        self.settings = settings
        if settings.work == QUEUE and settings.database.startswith("sqlite"):
            raise UserError(say("setting.work_sqlite"), "entente.server")
        open_library()
        self.name = f"entente-{secrets.token_hex(6)}"  # of this process
        several = not settings.database.startswith("sqlite")  # SQLite supports one process
        self.announcements = Announcements(self.name, others=several)
        self.engine: Engine = open_database(
            settings.database,
            self.name,
            settings.bounds.database_connections,
            self.announcements.announce_committed if settings.redis else None,
        )
        self.sessions = sessions(self.engine)
        system_clock = time_of_day(self.engine)
        self.clock = GameClock(settings.clock or system_clock, settings.steady_clock)
        with readable_errors(settings.database):
            if is_small(self.engine):
                check_pages(self.engine)
            keep_data(self.sessions, self.clock())
            self.devices = Devices(self.sessions)
        self.words = read_words(settings.forbidden_words, in_letters=settings.words_in_letters)
        self.oidc = Provider(settings.oidc) if settings.oidc is not None else None
        self.activity = ActivityCounter()
        self.audience = Audience()
        self.rooms = Rooms(
            self.sessions,
            self.clock,
            self.audience,
            settings.rooms_memory,
            settings.steady_clock,
        )
        self.metrics = metrics or Metrics()
        self.hub = Hub(
            self.rooms,
            self.audience,
            self.announcements,
            self.metrics,
            settings.presence_interval,
            settings.claim_seconds,
        )
        self.user_sockets = UserSockets(self.sessions)
        self.last_seen = LastSeen(self.rooms.commits, self._users_online, self.clock)
        self.study_sockets = StudySockets(self.sessions, self.announcements)
        self.boards = BoardWatch(self.rooms, self.hub, self.clock)
        self.session_revoker = SessionRevoker(
            self.sessions, (self.hub, self.user_sockets, self.study_sockets, self.boards)
        )
        self.control = ControlConnection(self.engine)
        # A heartbeat waits for nothing: requests for unknown tables queue at the other one.
        self.members = Members(ControlConnection(self.engine), self.name)
        self.homes = Homes(
            self.control, self.members, self.rooms.tables, self.audience.tables, self.hub.send_away
        )
        self.homes.is_quiet = self._is_quiet
        self.rooms.defer_to_newer(lambda: bool(self.members.newer()))
        self.leases = Leases(self.control)
        # The queue of work, if workers do it.
        self.jobs: JobClient | None = None
        if settings.work == QUEUE:
            self.jobs = JobClient(JobQueue(self.engine), self.audience.is_viewed)
        self.computers = ComputerScheduler(
            self.rooms,
            self.hub,
            self.leases,
            self.metrics,
            processes=PLACES if self.jobs else settings.computer_processes,
            share=PLACES if self.jobs else settings.computer_share,
            seconds=settings.computer_seconds,
            pause=settings.computer_pause,
            pool=RemotePool(self.jobs, COMPUTER) if self.jobs else None,
            is_ours=self.homes.is_not_elsewhere,
        )
        self.timekeeper = Timekeeper(
            self.rooms,
            self.hub,
            self.computers,
            self.clock,
            is_ours=self.homes.is_not_elsewhere,
        )
        self.pairer = Pairer(
            self.rooms, self.hub, self.computers, self.announcements, settings.steady_clock
        )
        self.events = EventRunner(self.rooms, self.computers, self.timekeeper.outages)
        self.outbox = Outbox(self.sessions, settings, self.clock, self._board_picture)
        limit_clock = time.time if settings.clock else self.clock
        self.limit_uses: Uses
        self.redis: RedisMessages | None = None
        if settings.redis:
            # an extra
            from entente.server.live.redis_messages import RedisMessages
            from entente.server.storage.redis_client import check_access
            from entente.server.storage.redis_limit_uses import RedisUses

            check_access(settings.redis)
            key = shared_key(self.sessions, "redis")
            self.redis = RedisMessages(settings.redis, key, self.name, self.hub)
            self.limit_uses = RedisUses(settings.redis, key, limit_clock)
        else:
            self.limit_uses = uses_of(self.engine, limit_clock)
        self.heartbeat = Heartbeat(self.rooms.commits)
        self.integrity = Integrity(self.engine)
        self.moments = PastPositions()
        self.chapters = Chapters(self.sessions, self.rooms.get)
        self.variations = Variations(self.chapters)
        self.promise_counts = PromiseCounts(settings.steady_clock)
        self.stories = Stories()
        self.analysis_queue = AnalysisQueue(
            self.computers,
            self.metrics,
            processes=PLACES if self.jobs else settings.study_processes,
            seconds=settings.study_seconds,
            waiting=settings.study_waiting,
            pool=RemotePool(self.jobs, ANALYSIS, PATIENCE) if self.jobs else None,
        )
        self.evaluation_graphs = EvaluationGraphs(self.analysis_queue)
        render = RemoteRenderer(self.jobs) if self.jobs else None
        self.pictures = PictureRenderer(settings.steady_clock, render)
        bounds = settings.bounds
        self.replica = self._open_replica()
        self.imports = Imports(bounds.imports, bounds.import_seconds)
        self.queries = QueryRunner(bounds, settings.steady_clock)

    def _open_replica(self) -> Replica | None:
        address, most = self.settings.replica, self.settings.replica_lag
        if not address:
            return None
        seen = partial(self.metrics.set, "replica_lag_seconds")
        return Replica(address, self.sessions, most, self.name, seen)

    def _is_quiet(self, table_id: str) -> bool:
        """Return whether nothing has happened at a table for a while."""
        room = self.rooms.in_memory(table_id)
        return room is None or self.clock() - room.table.touched >= QUIET

    async def _board_picture(self, table_id: str) -> bytes | None:
        """Return the board as a spectator sees it, for a player of the table."""
        draw = partial(table_svg, self.rooms, table_id, for_player=True)
        try:
            return (await self.pictures.picture(f"player of table {table_id}", draw)).png
        except Problem:  # the table was deleted, or too many pictures wait
            return None

    def _users_online(self) -> set[int]:
        """Return the users with an open page or table in this process."""
        return self.hub.users() | self.user_sockets.users()

    def close(self) -> None:
        """Close everything after the background work has stopped."""
        self.queries.close()
        self.hub.close()
        try:
            self.rooms.keep_snapshots()
        except SQLAlchemyError:  # tables still open, only more slowly
            log.exception("snapshots of the tables in memory could not be stored")
        self.rooms.commits.close()
        self.limit_uses.close()
        if self.replica is not None:
            self.replica.close()
        close(self.engine)


async def close_revoked(services: Services, user_id: int) -> None:
    """Close the connections of an ended session or token."""
    await services.session_revoker.revoke(user_id)
