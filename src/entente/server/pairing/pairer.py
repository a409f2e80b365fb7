"""The pairer: serves the queues, ends roll calls, and tells the people who wait.

Everything is in the database, so a restart loses nothing and several processes may run. A process
that has just started ends no one's waiting: after an outage the pages need a moment to reconnect.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection
from functools import partial

from sqlalchemy import delete, select

from entente.server.background import BackgroundTask
from entente.server.live.announcements import Announcements
from entente.server.live.backoff import Backoff
from entente.server.live.computers import ComputerScheduler
from entente.server.live.hub import Hub
from entente.server.live.session_revocation import valid_keys
from entente.server.pairing.paces import Queue, queue_named
from entente.server.pairing.requests import (
    DAY,
    PATIENCE,
    PairingInfo,
    Wanted,
    computers_from,
    drop_expired,
    note_seen,
    put_in_queue,
    states,
    take_out,
    waiting_by_queue,
)
from entente.server.pairing.tables import pair_waiting
from entente.server.pairing.waiting_sockets import WaitingSockets
from entente.server.problem import Problem
from entente.server.storage.grouped_commits import Transaction
from entente.server.storage.models import PairingRequest, Table, User
from entente.server.tables import seats
from entente.server.tables.room import Room
from entente.server.tables.room_state import Clock
from entente.server.tables.rooms import Rooms
from entente.server.tables.starting import end_roll_call
from entente.wire.tables import OPEN, OVER

TICK = 1.0  # seconds between two rounds
HEARTBEAT = 20.0  # seconds between two signs of life of the sockets here
TIDY = 3600.0  # seconds between two deletions of tables that never started
KEPT = 7 * DAY  # seconds that these stay, with their notices
COUNTED = 1.0  # seconds between two counts sent to the people who wait
log = logging.getLogger("entente.pairing")


class Pairer(BackgroundTask):
    """The queues of quick pairing, as one process serves them."""

    def __init__(
        self,
        rooms: Rooms,
        hub: Hub,
        computers: ComputerScheduler,
        announcements: Announcements,
        steady: Clock = time.monotonic,
    ) -> None:
        self.rooms = rooms
        self.hub = hub
        self.computers = computers
        self.announcements = announcements
        self.sockets = WaitingSockets()
        self.steady = steady
        self._began = steady()
        self._beat = self._tidied = self._began
        self._backoff = Backoff()
        self._flush: asyncio.TimerHandle | None = None
        self._sending: set[asyncio.Task[None]] = set()

    async def stop(self) -> None:
        await super().stop()
        if self._flush is not None:
            self._flush.cancel()
        for task in self._sending:
            task.cancel()

    # -- requests

    async def request(self, user: User, wishes: Wanted) -> PairingInfo:
        """Put a person into a queue and pair whom that fits."""

        def job(transaction: Transaction) -> None:
            put_in_queue(transaction.session, user, wishes, self.rooms.clock())

        await asyncio.to_thread(self.rooms.commits.store, job)
        if not await self._pair(wishes.queue):
            self._changed()
        return await self.state(user.id)

    async def cancel(self, user_id: int) -> None:
        """End a person's waiting; who is paired leaves the table, and the others wait again."""
        tables: list[str | None] = []

        def job(transaction: Transaction) -> None:
            tables[:] = [take_out(transaction.session, user_id)]

        await asyncio.to_thread(self.rooms.commits.store, job)
        if tables[0] is not None:
            await self.hub.change(tables[0], partial(self._leave, user_id))
        self._changed()

    def _leave(self, user_id: int, room: Room) -> None:
        def work(room: Room, now: float) -> None:
            for seat in room.seats_of(user_id)[:1]:
                seats.leave_open(room, user_id, seat)

        if room.table.status == OPEN:
            self.rooms.change(room, work)

    async def state(self, user_id: int, *, here: bool = False) -> PairingInfo:
        """Return the pairing of a person; asking `here` is a sign of life."""
        if here:
            await asyncio.to_thread(self._note_seen, [user_id])
        return (await asyncio.to_thread(self._states, [user_id]))[user_id]

    def _states(self, user_ids: Collection[int]) -> dict[int, PairingInfo]:
        with self.rooms.sessions() as session:
            return states(session, user_ids, self.rooms.clock())

    def _note_seen(self, user_ids: Collection[int]) -> None:
        def job(transaction: Transaction) -> None:
            note_seen(transaction.session, user_ids, self.rooms.clock())

        self.rooms.commits.store(job)

    # -- the rounds

    async def _run(self) -> None:
        while True:
            try:
                await self.check()
            except Exception:  # for example, the database is down: the next round may succeed
                if self._backoff.failed(""):
                    log.exception("the queues could not be served")
            else:
                self._backoff.recovered("")
            await asyncio.sleep(TICK)

    async def check(self) -> None:
        """Serve all queues once, and end the roll calls whose time is up."""
        steady = self.steady()
        if steady - self._beat >= HEARTBEAT:
            self._beat = steady
            await self._heartbeat()
        if steady - self._began >= PATIENCE:
            await self._end_roll_calls()
            if await asyncio.to_thread(self._drop_expired):
                self._changed()
        for queue in await asyncio.to_thread(self._queues_to_serve):
            await self._pair(queue)
        if steady - self._tidied >= TIDY:
            self._tidied = steady
            await asyncio.to_thread(self._delete_unstarted)

    def _queues_to_serve(self) -> list[Queue]:
        """Return the queues in which a table could be filled, with people or with computers."""
        now = self.rooms.clock()
        with self.rooms.sessions() as session:
            waiting = waiting_by_queue(session)
            accepting = session.scalars(
                select(PairingRequest).where(
                    PairingRequest.table_id.is_(None), PairingRequest.computers_after.is_not(None)
                )
            ).all()
        due = {each.queue for each in accepting if (computers_from(each) or now + 1) <= now}
        known = {name: queue for name in waiting if (queue := queue_named(name)) is not None}
        return [
            queue
            for name, queue in known.items()
            if waiting[name] >= len(queue.seats) or name in due
        ]

    async def _pair(self, queue: Queue) -> bool:
        """Pair the people of a queue and tell them; return whether anyone was paired."""
        paired = await asyncio.to_thread(pair_waiting, self.rooms, queue)
        if paired:
            await self._send()
            self.announcements.announce_pairing()
        return bool(paired)

    async def _end_roll_calls(self) -> None:
        late = await asyncio.to_thread(self._late_roll_calls)
        for table_id in late:
            try:
                room = await self.hub.change(table_id, self._end_roll_call)
            except Problem:
                continue  # another process was faster
            self.computers.wake(room)
        if late:
            self._changed()

    def _late_roll_calls(self) -> list[str]:
        late = select(Table.id).where(
            Table.roll_due <= self.rooms.clock(), Table.status == OPEN, Table.aside.is_(None)
        )
        with self.rooms.sessions() as session:
            return list(session.scalars(late))

    def _end_roll_call(self, room: Room) -> None:
        due = room.table.roll_due
        if room.table.status == OPEN and due is not None and due <= self.rooms.clock():
            self.rooms.change(room, end_roll_call)

    def _drop_expired(self) -> bool:
        gone: set[str] = set()

        def job(transaction: Transaction) -> None:
            gone.clear()
            gone.update(drop_expired(transaction.session, self.rooms.clock()))

        with self.rooms.sessions() as session:
            if not waiting_by_queue(session):
                return False
        self.rooms.commits.store(job)
        return bool(gone)

    def _delete_unstarted(self) -> None:
        """Delete paired tables at which not all players answered."""
        old = self.rooms.clock() - KEPT
        unstarted = delete(Table).where(
            Table.queue.is_not(None),
            Table.status == OVER,
            Table.begun.is_(None),
            Table.touched < old,
        )
        self.rooms.commits.store(lambda transaction: transaction.session.execute(unstarted))

    # -- telling those who wait

    async def _heartbeat(self) -> None:
        """Record that the people with a socket here are there; close revoked sockets."""
        users = self.sockets.users()
        if users:
            await asyncio.to_thread(self._note_seen, users)
            keys = await asyncio.to_thread(valid_keys, self.rooms.sessions, users)
            self.sockets.close_revoked(keys)

    def _changed(self) -> None:
        """Send the new counts soon, here and in the other processes."""
        self.announcements.announce_pairing()
        self.changed_elsewhere()

    def changed_elsewhere(self) -> None:
        """Send the new counts soon, many changes at once."""
        if self._flush is None and self.sockets.users():
            loop = asyncio.get_running_loop()
            self._flush = loop.call_later(COUNTED, self._begin_sending)

    def _begin_sending(self) -> None:
        self._flush = None
        task = asyncio.create_task(self._send())
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send(self) -> None:
        if users := self.sockets.users():
            self.sockets.send(await asyncio.to_thread(self._states, users))
