"""The timekeeper: reminds, and does what a table chose for missed deadlines.

It asks the database, so a restart loses nothing; several processes may keep time together, since a
deadline that one of them has dealt with is no longer there when the next one looks under the lock.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial

from sqlalchemy import Connection, select, update
from sqlalchemy.orm import Session

from entente.kernel import Decision, Seat
from entente.server.live.computers import Computers
from entente.server.live.hub import Hub
from entente.server.notices.notices import notify
from entente.server.problem import Problem
from entente.server.storage.models import COMPUTER, RULE, Chair, Table
from entente.server.tables import seats
from entente.server.tables.pace import HOUR, put_off
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms

log = logging.getLogger("entente.timekeeper")
TICK = 1.0  # seconds between two looks


class Timekeeper:
    """Watches the clocks of all tables."""

    def __init__(self, rooms: Rooms, hub: Hub, computers: Computers) -> None:
        self.rooms = rooms
        self.hub = hub
        self.computers = computers
        self._task: asyncio.Task[None] | None = None
        self._stopped = asyncio.Event()
        self._looking = asyncio.Lock()
        self._failing: set[str] = set()  # tables whose deadlines could not be dealt with

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop after the look under way: what it stores is stored."""
        self._stopped.set()
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                await self.look()
            except Exception:  # the next look may go better, and must come
                log.exception("the timekeeper could not look")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), TICK)

    async def look(self) -> None:
        """Deal with everything that is due now."""
        async with self._looking:
            for table_id in await asyncio.to_thread(self._overdue):
                await self._ring_one(table_id)
            await asyncio.to_thread(self._remind)

    async def _ring_one(self, table_id: str) -> None:
        """Deal with one table; whatever is wrong with it, the others must not wait for it."""
        try:
            room = await self.hub.change(table_id, self.ring)
            self.computers.wake(room)
        except Problem:
            return  # somebody was quicker
        except Exception:
            if table_id not in self._failing:  # it is tried at every look, and told of once
                self._failing.add(table_id)
                log.exception("the deadlines of table %s could not be dealt with", table_id)
            return
        self._failing.discard(table_id)

    def _overdue(self) -> list[str]:
        late = (
            select(Chair.table_id)
            .join(Table)
            .where(Chair.due <= self.rooms.clock(), Table.aside.is_(None))
            .distinct()
        )
        with self.rooms.sessions() as session:
            return list(session.scalars(late))

    # -- deadlines

    def ring(self, room: Room) -> None:
        """The time of some seats is up."""
        self.rooms.refresh(room)  # a draft may have come in by another process
        for seat in room.match.seats:
            due = room.chairs[seat].due
            if due is not None and due <= self.rooms.clock():
                self._missed(room, seat)

    def _missed(self, room: Room, seat: Seat) -> None:
        """What was planned counts; else what the table chose."""
        user_id = room.chairs[seat].user_id
        later = put_off(room.clocks(), room.chairs[seat], self.rooms.clock())
        if later is not None:
            self.rooms.change(room, lambda room, now: room.set_chair(seat, due=later))
            return
        decision = overdue(room, seat)
        action = planned(room, decision) if decision is not None else None
        if action is None and decision is not None and room.table.absence == RULE:
            action = room.position.absence(decision)
            if action is not None:
                room.tell([user_id], "notice.by_rule", seat=seat)
        if action is not None and decision is not None:
            self.rooms.act(room, seat, room.version, action, decision.window)
        elif room.table.absence in (RULE, COMPUTER):
            self.rooms.change(room, lambda room, now: replace(room, seat, now))
        else:
            self.rooms.change(room, lambda room, now: wait(room, seat, now))

    # -- reminders

    def _remind(self) -> None:
        soon = (
            select(Chair, Table)
            .join(Table)
            .where(Chair.remind <= self.rooms.clock(), Table.aside.is_(None))
        )
        with self.rooms.sessions() as session:
            found = session.execute(soon).all()
        for chair, table in found:
            try:
                self.rooms.commits.store(partial(self._remind_one, chair, table))
            except Exception:  # the others are reminded all the same
                log.exception("nobody could be reminded at table %s", table.id)

    def _remind_one(
        self, chair: Chair, table: Table, session: Session, connection: Connection
    ) -> None:
        mine = connection.execute(
            update(Chair)
            .where(Chair.table_id == chair.table_id, Chair.seat == chair.seat)
            .where(Chair.remind == chair.remind, Chair.due == chair.due)
            .values(remind=None)
        )
        if mine.rowcount == 1 and chair.due is not None:
            hours = max(1, round((chair.due - self.rooms.clock()) / HOUR))
            who = [chair.user_id]
            notify(session, who, "notice.deadline", table, seat=chair.seat, hours=hours)


def overdue(room: Room, seat: Seat) -> Decision | None:
    """The question whose time is up for a seat."""
    window = room.chairs[seat].window
    asked = room.position.decision(seat, window) if window is not None else None
    return asked or room.decisions().get(seat)


def planned(room: Room, decision: Decision) -> str | None:
    """The draft of a sealed answer to this question, if it is one that may be given. A plan is made
    of steps that count as they are made, and has no draft."""
    chair = room.chairs[decision.seat]
    if not decision.sealed or decision.private:
        return None
    if chair.draft_window not in (None, decision.window):
        return None
    return decision.menu.canonical(chair.draft)


def replace(room: Room, seat: Seat, now: float) -> None:
    """A computer goes on until the player returns."""
    room.tell([room.chairs[seat].user_id], "notice.missed", seat=seat)
    seats.stand_in(room, seat, now)


def wait(room: Room, seat: Seat, now: float) -> None:
    """The table waits, and everybody sees for whom."""
    room.tell([room.chairs[seat].user_id], "notice.late", seat=seat)
    room.set_chair(seat, due=None, remind=None, missed=int(now))
