"""The runner: records finished boards, starts rounds that are due, and serves arenas.

Everything is in the database and every step locks its event, so several processes may run it.
"""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy import or_, select

from entente.server.background import BackgroundTask
from entente.server.events import challenges, results, rounds, seasons
from entente.server.events.rounds import NewRound
from entente.server.events.settings import ARENA, SEASONS, read_settings
from entente.server.live.backoff import Backoff
from entente.server.live.computers import ComputerScheduler
from entente.server.live.outages import GAP, Outages
from entente.server.problem import Problem
from entente.server.storage.models import Event, EventBoard, EventChallenge, EventRound, Table, User
from entente.server.storage.models.events import (
    ADJOURNED,
    ANNOUNCED,
    BOARD_PLAYING,
    UNDERWAY,
    WAITING,
)
from entente.server.tables.rooms import Rooms
from entente.wire.tables import OVER

TICK = 2.0  # seconds between two looks
STILL_PLAYED = (BOARD_PLAYING, ADJOURNED)
log = logging.getLogger("entente.events")


class EventRunner(BackgroundTask):
    """The events, as one process serves them."""

    def __init__(self, rooms: Rooms, computers: ComputerScheduler, outages: Outages) -> None:
        self.rooms = rooms
        self.computers = computers
        self.outages = outages
        self._backoff = Backoff()

    async def _run(self) -> None:
        while True:
            began = time.monotonic()
            try:
                await self._look()
            except Exception:  # for example, the database is down: the next look may succeed
                if self._backoff.failed(""):
                    log.exception("the events could not be served")
            else:
                self._backoff.recovered("")
            await asyncio.sleep(TICK)
            if time.monotonic() - began > GAP:  # this process was suspended or starved
                self.outages.suspect()

    async def _look(self) -> None:
        """Look, unless the time of an outage has still to be given back."""
        if self.outages.is_settled:
            await self.check()

    async def check(self) -> None:
        """Look once: results first, then rounds and arenas."""
        for key in await asyncio.to_thread(self._finished):
            await asyncio.to_thread(results.record_result, self.rooms, *key)
        await asyncio.to_thread(self._end_in_time)
        for event_id in await asyncio.to_thread(self._due):
            try:
                await self.pair(event_id, None)
            except Problem:
                continue  # too few entries, or another process was faster
        for event_id in await asyncio.to_thread(self._arenas):
            self._wake(await asyncio.to_thread(rounds.pair_waiting, self.rooms, event_id))

    async def pair(self, event_id: str, user: User | None) -> None:
        """Start the next round, and let its computer players begin."""
        self._wake(await asyncio.to_thread(rounds.pair_next, self.rooms, event_id, user))

    def _wake(self, made: NewRound) -> None:
        for room in made.rooms:
            self.computers.wake(room)

    async def accept(self, event_id: str, user: User, number: int) -> None:
        """Let a user accept a challenge in a ladder."""
        self._wake(await asyncio.to_thread(seasons.accept, self.rooms, event_id, user, number))

    def _end_in_time(self) -> None:
        """End challenges that no one has answered, and seasons whose days are over."""
        now = self.rooms.clock()
        due = select(EventChallenge.event_id).where(
            EventChallenge.status == WAITING, EventChallenge.expires <= int(now)
        )
        over = select(Event.id).where(
            Event.status == UNDERWAY, Event.ends <= int(now), Event.format.in_(SEASONS)
        )
        with self.rooms.sessions() as session:
            waiting, ending = set(session.scalars(due)), list(session.scalars(over))
        for event_id in sorted(waiting):
            with self.rooms.sessions.begin() as session:
                challenges.expire(session, event_id, now)
        for event_id in ending:
            with self.rooms.sessions.begin() as session:
                seasons.end_season(session, event_id, now)

    def _finished(self) -> list[tuple[str, int, int]]:
        """Return the boards whose tables are over, or gone."""
        over = (
            select(EventBoard.event_id, EventBoard.round, EventBoard.number)
            .join(Event, Event.id == EventBoard.event_id)
            .outerjoin(Table, Table.id == EventBoard.table_id)
            .where(EventBoard.status.in_(STILL_PLAYED), Event.status == UNDERWAY)
            .where(or_(Table.status == OVER, Table.id.is_(None)))
        )
        with self.rooms.sessions() as session:
            return [(row[0], row[1], row[2]) for row in session.execute(over)]

    def _due(self) -> list[str]:
        """Return the automatic events that start now, or whose round is over."""
        now = self.rooms.clock()
        first = select(Event).where(Event.status == ANNOUNCED, Event.starts <= int(now))
        later = (
            select(Event)
            .join(
                EventRound,
                (EventRound.event_id == Event.id) & (EventRound.number == Event.round),
            )
            .where(Event.status == UNDERWAY, EventRound.finished.is_not(None))
        )
        with self.rooms.sessions() as session:
            found = [*session.scalars(first), *session.scalars(later)]
            return [each.id for each in found if read_settings(each.settings).automatic]

    def _arenas(self) -> list[str]:
        running = select(Event.id).where(Event.status == UNDERWAY, Event.format == ARENA)
        with self.rooms.sessions() as session:
            return list(session.scalars(running))
