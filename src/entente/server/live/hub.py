"""The hub: connections by table, and what is sent to them."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from time import thread_time
from weakref import WeakValueDictionary

from entente.kernel import Seat
from entente.kernel.text import catalog_of
from entente.server.live.absences import Absences
from entente.server.live.announcements import Announcements
from entente.server.live.deltas import DeltaUpdates, SentState, full_state
from entente.server.live.incoming_frames import problem
from entente.server.live.presence import Presences
from entente.server.live.queries import Requester
from entente.server.live.table_state import first_unseen
from entente.server.live.table_threads import TableThreads
from entente.server.live.thinking_status import ThinkingStatus
from entente.server.metrics import Metrics
from entente.server.problem import Problem
from entente.server.tables.access import SeatAccess
from entente.server.tables.audience import Audience, Viewers
from entente.server.tables.club_tables import check_seen, shut_out
from entente.server.tables.room import Room, Stale
from entente.server.tables.rooms import Rooms
from entente.server.tables.spectator_delay import is_delayed_for
from entente.server.tables.spectator_room import prepare, shown_room
from entente.server.telemetry import carried, span
from entente.wire.frames import Presence, Sync, Thinking, write_frame

Change = Callable[[Room], None]
QUEUE = 200  # queued frames before a slow reader is dropped
END = ""  # queued after the last frame
THREADS = 4  # for table changes; more would only contend

log = logging.getLogger("entente.hub")


class Connection:
    """A websocket at a table. Frames are queued, so that no one waits for a slow client."""

    def __init__(
        self,
        user_id: int | None,
        language: str,
        seat: Seat | None = None,
        key: str = "",
        requester: Requester | None = None,
    ) -> None:
        self.user_id = user_id
        self.seat = seat
        self.key = key  # the session or token of the client
        self.language = language
        self.requester = requester or Requester(f"user {user_id}", None)
        self.version = -1  # table version sent
        self.differences = False  # send changes as differences
        self.sent: SentState | None = None
        self.presence = ""  # presence last sent
        self.queue: asyncio.Queue[str] = asyncio.Queue(QUEUE)
        self.unsent = 0  # frames that were queued and are not sent yet
        # Sends a frame at once, if possible; queued ones go first.
        self.write: Callable[[str], bool] | None = None
        self.dropped = asyncio.Event()
        self.receive_timeout: asyncio.Timeout | None = None  # for the next frame
        self.access_ended = False  # the session has ended, or the table no longer allows spectators
        self.is_handed_over = False  # closed because another process is to serve it

    def access(self, room: Room) -> SeatAccess:
        """Return the connection's access to a table."""
        return SeatAccess.of(room, self.user_id, self.seat)

    def seats(self, room: Room) -> tuple[Seat, ...]:
        """Return the seats the connection speaks for."""
        return self.access(room).seats

    def is_delayed(self, room: Room) -> bool:
        """Return whether the connection shows the table late."""
        return is_delayed_for(room.table, self.seats(room))

    def put(self, text: str) -> None:
        """Send a frame, at once or in its turn."""
        is_open = self.is_handed_over or not self.dropped.is_set()
        if is_open and not self.unsent and self.write is not None and self.write(text):
            return
        try:
            self.queue.put_nowait(text)
            self.unsent += 1
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """Stop sending to and receiving from the client."""
        self.dropped.set()
        if not self.is_handed_over:
            self.end()
        if self.receive_timeout is not None and not self.receive_timeout.expired():
            self.receive_timeout.reschedule(0.0)

    def hand_over(self) -> None:
        """Close the connection after its last frames; the client reconnects to another process."""
        self.is_handed_over = True
        self.drop()

    def end(self) -> None:
        """End the sending after what is queued."""
        with suppress(asyncio.QueueFull):  # then the next frame ends it, as the client is dropped
            self.queue.put_nowait(END)


class Hub:
    """All connections of this process, by table. The changes of a table are serialized."""

    def __init__(
        self,
        rooms: Rooms,
        audience: Audience,
        announcements: Announcements,
        metrics: Metrics,
        presence_interval: float = 0.0,
        claim_seconds: int = 60,
    ) -> None:
        self.rooms = rooms
        self.audience = audience
        self.announcements = announcements
        self.metrics = metrics
        self.presences = Presences(self._send_presence, presence_interval)
        self.absences = Absences()
        self.claim_seconds = claim_seconds
        self.thinking_status = ThinkingStatus(self._send_thinking)
        self._at: dict[str, set[Connection]] = defaultdict(set)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._threads = TableThreads(THREADS)

    def close(self) -> None:
        self.presences.close()
        self._threads.close()

    @property
    def queue(self) -> int:
        """The number of changes waiting for a thread."""
        return self._threads.queue

    # -- connections

    def enter(self, table_id: str, connection: Connection) -> None:
        self._at[table_id].add(connection)
        self.metrics.add("sockets", 1)
        self._count(table_id)

    def leave(self, table_id: str, connection: Connection) -> None:
        self._at[table_id].discard(connection)
        if not self._at[table_id]:
            del self._at[table_id]
            self.absences.forget(table_id)
        self.metrics.add("sockets", -1)
        self._count(table_id)
        self.presences.note(table_id)

    def _count(self, table_id: str) -> None:
        """Record that a viewer has come or gone."""
        there = self._at.get(table_id, ())
        users = (each.user_id for each in there if each.user_id is not None)
        onlookers = Viewers(users, len(there))
        self.audience.set_here(table_id, onlookers)
        self.announcements.announce_viewers(table_id, self.known_elsewhere(table_id))

    def known_elsewhere(self, table_id: str) -> Viewers:
        """Return what other processes need to know of the viewers here.

        Seated users, and the number of others: a database message has room for few names only.
        """
        here, room = self.audience.here(table_id), self.rooms.in_memory(table_id)
        if room is None:
            return here
        players = {chair.user_id for chair in room.chairs.values()}
        return Viewers(here.users & players, here.sockets)

    def set_elsewhere(self, process: str, table_id: str, onlookers: Viewers) -> None:
        """Record who is viewing a table in another process."""
        self.audience.set_elsewhere(process, table_id, onlookers)
        self.presences.note(table_id)

    def set_process(self, process: str, viewers: Mapping[str, Viewers]) -> None:
        """Record who is viewing tables in another process, all at once."""
        for table_id in self.audience.set_process(process, viewers):
            self.presences.note(table_id)

    def forget_processes(self, gone: Callable[[str], bool]) -> None:
        """Forget processes that have been silent for a while."""
        for table_id in self.audience.forget_processes(gone):
            self.presences.note(table_id)

    # -- sending

    def send(self, table_id: str, frame_for: Callable[[Connection], str | None]) -> None:
        """Send each connection at a table its frame, if any."""
        for connection in list(self._at.get(table_id, ())):
            if (text := frame_for(connection)) is not None:
                connection.put(text)

    def send_now(self, room: Room, frame_for: Callable[[Connection], str | None]) -> None:
        """Send what happens now; spectators with a delay must not learn of it."""
        self.send(room.table.id, lambda each: None if each.is_delayed(room) else frame_for(each))

    def has_spectators(self, table_id: str) -> bool:
        """Return whether anyone without a seat is viewing a table in memory here."""
        room = self.rooms.in_memory(table_id)
        there = self._at.get(table_id, ())
        return room is not None and any(not each.seats(room) for each in there)

    def connections(self) -> list[Connection]:
        """Return all connections of this process."""
        return [connection for there in self._at.values() for connection in there]

    def users(self) -> set[int]:
        """Return the known users who are viewing any table here."""
        there = (each.user_id for at in self._at.values() for each in at)
        return {user_id for user_id in there if user_id is not None}

    def close_revoked(self, keys: Mapping[int, Collection[str]]) -> None:
        """Close connections of users with other sessions or tokens than these.

        Goes through all connections once, because it blocks the event loop.
        """
        for connection in [each for there in self._at.values() for each in there]:
            user_id = connection.user_id
            if user_id is not None and connection.key not in keys.get(user_id, (connection.key,)):
                connection.access_ended = True
                words = catalog_of("entente.server", connection.language)
                connection.put(write_frame(problem(Problem(401, "account.ended"), "", words)))
                connection.drop()

    def send_away(self, table_id: str) -> None:
        """Close the connections of a table that another process serves."""
        for connection in list(self._at.get(table_id, ())):
            connection.hand_over()

    def welcome(self, table_id: str, connection: Connection) -> None:
        """Announce a new viewer; some of the others hear of it later."""
        self.presences.note(table_id)
        if not connection.presence:
            self._send_presence(table_id, [connection])
        thinking, room = self.thinking_status.seats(table_id), self.rooms.in_memory(table_id)
        if thinking and room is not None and not connection.is_delayed(room):
            connection.put(write_frame(Thinking(thinking)))

    def _send_thinking(self, table_id: str) -> None:
        """Send the viewers of a table which computer players are thinking."""
        room = self.rooms.in_memory(table_id)
        text = write_frame(Thinking(self.thinking_status.seats(table_id)))
        if room is not None:
            self.send_now(room, lambda connection: text)

    def _send_presence(self, table_id: str, to: Collection[Connection] | None = None) -> None:
        """Send presence to the viewers for whom it is news: players by seat, others by number."""
        room = self.rooms.in_memory(table_id)
        if room is None or table_id not in self._at:
            return
        users, everywhere = self.audience.users_at(table_id), self.audience.everywhere(table_id)
        seats = [seat for seat in room.match.seats if room.chairs[seat].user_id in users]
        sitting = {room.chairs[seat].user_id for seat in seats}
        sockets = sum(each.sockets for each in everywhere)
        watching = max(0, sockets - sum(len(each.users & sitting) for each in everywhere))
        self.absences.note(room, users)
        gone = self.absences.gone(room)
        text = write_frame(Presence(seats, watching, gone, self.claim_seconds if gone else 0))
        for connection in self._at[table_id] if to is None else to:
            if connection.presence != text:
                connection.presence = text
                connection.put(text)

    async def change(self, table_id: str, change: Change) -> Room:
        """Change a table, and send the new state to its viewers once it is stored.

        A viewer who may know nothing of the change gets nothing.
        """
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            there = list(self._at.get(table_id, ()))
            work = partial(self._work, table_id, change, there)
            room, frames = await self._threads.run(carried(work))
            for connection, text in zip(there, frames, strict=True):
                if text is not None:
                    connection.put(text)
                if connection.access_ended:
                    connection.drop()
        return room

    async def show(self, table_id: str, connection: Connection, frame: Sync) -> float:
        """Send a connection the state between two changes; return the CPU time it took."""
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            text, seconds = await asyncio.to_thread(self._timed, table_id, connection, frame)
            connection.put(text)
        return seconds

    def _timed(self, table_id: str, connection: Connection, frame: Sync) -> tuple[str, float]:
        began = thread_time()
        return self._shown(table_id, connection, frame), thread_time() - began

    def _shown(self, table_id: str, connection: Connection, frame: Sync) -> str:
        room = self.rooms.get(table_id)
        self.rooms.refresh(room)
        if room.table.club_id is not None:
            with self.rooms.sessions() as session:
                check_seen(session, table_id, connection.user_id)
        prepare(room)
        with room.lock:
            access = connection.access(room)
            access.check_view()
            seats, shown = access.seats, shown_room(room, access.seats)
            if frame.deltas is not None:
                connection.differences = frame.deltas
            wanted, since = connection.differences, first_unseen(shown, seats, frame)
            sent, text = full_state(shown, seats, connection.language, since, differences=wanted)
            connection.sent, connection.version = sent, room.version
            return text

    async def resend(self, table_id: str) -> None:
        """Send all viewers of a table its state in the database."""
        with suppress(Problem):  # the table was deleted
            await self.change(table_id, no_change)

    async def send_to_owner(self, table_id: str, user_id: int, seat: Seat) -> None:
        """Send a player's changed draft or notes to all of their windows.

        No one else learns of it.
        """
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            there = [
                connection
                for connection in self._at.get(table_id, ())
                if connection.user_id == user_id and connection.seat in (None, seat)
            ]
            if not there:
                return
            with suppress(Problem):  # the table was deleted
                frames = await asyncio.to_thread(self._owner_frames, table_id, there)
                for connection, text in zip(there, frames, strict=True):
                    if text is not None:
                        connection.put(text)

    def _owner_frames(self, table_id: str, there: list[Connection]) -> list[str | None]:
        room = self.rooms.get(table_id)
        self.rooms.refresh(room)
        with room.lock:
            return self._frames(room, there, again=True)

    async def catch_up(self, table_id: str, version: int) -> None:
        """Send viewers a version that another process has made."""
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            room = self.rooms.in_memory(table_id)
            behind = [c for c in self._at.get(table_id, ()) if c.version < version]
            if room is not None and room.version < version and not behind:
                self.rooms.forget(table_id)
        if behind:
            with suppress(Problem):  # the table was deleted
                await self.change(table_id, elsewhere)

    def _work(
        self, table_id: str, change: Change, there: list[Connection]
    ) -> tuple[Room, list[str | None]]:
        if change in (no_change, elsewhere):
            return self._changed(self.rooms.get(table_id), change, there)
        room = self.rooms.cached(table_id)
        try:
            return self._changed(room, change, there)
        except Problem as refused:
            # The cached room may have been outdated, and the reason wrong; check with the database.
            if not isinstance(refused, Stale) and not self.rooms.behind(room):
                raise
            return self._changed(self.rooms.get(table_id), change, there)

    def _changed(
        self, room: Room, change: Change, there: list[Connection]
    ) -> tuple[Room, list[str | None]]:
        with room.lock:
            change(room)
            with span("frames"):
                return room, self._frames(room, there, again=change is no_change)

    def _frames(self, room: Room, there: list[Connection], *, again: bool) -> list[str | None]:
        """Return the frame of each connection, shared by those who know the same.

        A connection without news gets none, unless everything is sent `again`.
        """
        updates = DeltaUpdates(room)
        frames: list[str | None] = []
        outside = self._shut_out(room, there)
        for connection in there:
            try:
                if connection.user_id in outside:
                    frames.append(_ended(connection))
                    continue
                frames.append(self._frame(updates, connection, again=again))
            except Exception:  # the change is stored, and the others still get it
                log.exception(
                    "the state of table %s could not be built for a viewer", room.table.id
                )
                self.metrics.add("unexpected_errors")
                connection.sent = None  # the next change sends the whole state
                frames.append(None)
        return frames

    def _shut_out(self, room: Room, there: list[Connection]) -> set[int | None]:
        """Return the viewers of a club's table who are no longer of the club."""
        if room.table.club_id is None or not there:
            return set()
        with self.rooms.sessions() as session:
            return shut_out(session, room.table, {each.user_id for each in there})

    def _frame(self, updates: DeltaUpdates, connection: Connection, *, again: bool) -> str | None:
        access = connection.access(updates.room)
        room, seats = access
        if not access.may_view:
            return _ended(connection)
        update, before, version = updates.for_seats(seats), connection.sent, connection.version
        text = None
        if again or update.has_news(before, seats, version):
            wanted, language = connection.differences, connection.language
            connection.sent, text = update.frame_for(before, seats, language, version, wanted)
        connection.version = room.version
        return text


def _ended(connection: Connection) -> str:
    """Return the last frame of a connection that is dropped: it may not see the table."""
    connection.access_ended = True
    words = catalog_of("entente.server", connection.language)
    return write_frame(problem(Problem(403, "table.closed"), "", words))


def no_change(room: Room) -> None:
    """Make no change; the state is sent again."""


def elsewhere(room: Room) -> None:
    """Change nothing here: another process has made the change, which only has to be sent."""
