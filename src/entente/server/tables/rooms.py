"""Rooms: the games being played, in memory, each exactly what the database says of it.

A change is tried in memory, stored, and only then told. It is stored together with the version it
was made on; when somebody else was quicker, here or in another process, nothing is stored, the room
is read anew, and whoever tried is told how the table stands.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from threading import RLock
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select, update
from sqlalchemy.orm import Session

from entente.kernel import IllegalAction, Seat
from entente.kernel.match import Move as PlayedMove
from entente.server.problem import Problem
from entente.server.storage.database import Sessions
from entente.server.storage.grouped_commits import GroupedCommits
from entente.server.storage.models import OVER, PLAYING, Chair, Move, SeenSeat, Table, User, Vote
from entente.server.storage.prepared import Prepared
from entente.server.tables.audience import Audience
from entente.server.tables.room import NEW_MOVE, Clock, Person, Room, new_match
from entente.server.tables.room_memory import MIB, RoomMemory
from entente.server.tables.turn_notices import tell_of_change

log = logging.getLogger("entente.rooms")
MEMORY = 512  # MiB that rooms may take, unless the operator says otherwise
Work = Callable[[Room, float], None]

# Said once, so that they are worked out once: these run for every action.
_TABLES, _CHAIRS = Table.__table__, Chair.__table__
_VERSION = select(_TABLES.c.version).where(_TABLES.c.id == bindparam("table_id"))
# What of a table changes while it is played; everything else was settled when it was made.
_CHANGING = (
    "status",
    "host_id",
    "touched",
    "paused",
    "agreed",
    "rematch",
    "begun",
    "moves",
    "moved",
    "waiting",
    "outcome",
    "series",
)
_NEW_VERSION = Prepared(
    update(_TABLES)  # type: ignore[arg-type]
    .where(_TABLES.c.id == bindparam("table_id"), _TABLES.c.version == bindparam("seen"))
    .values(
        version=_TABLES.c.version + 1,
        **{name: bindparam(f"new_{name}", type_=_TABLES.c[name].type) for name in _CHANGING},
    )
)


@lru_cache(maxsize=10)
def _new_move(names: tuple[str, ...]) -> Prepared:
    """A move that has these columns."""
    return Prepared(NEW_MOVE, names)


@lru_cache(maxsize=100)
def _chair_update(names: tuple[str, ...]) -> Prepared:
    """A chair with new values in these columns."""
    return Prepared(
        update(_CHAIRS)  # type: ignore[arg-type]
        .where(_CHAIRS.c.table_id == bindparam("of_table"), _CHAIRS.c.seat == bindparam("of_seat"))
        .values({name: bindparam(f"new_{name}", type_=_CHAIRS.c[name].type) for name in names})
    )


class _Stored(NamedTuple):
    """A table as the database has it."""

    table: Table
    chairs: Sequence[Chair]
    moves: Sequence[Move]
    votes: dict[str, dict[Seat, bool]]
    people: dict[int, Person]
    seen: Sequence[tuple[int, Seat]]


class Stale(Problem):
    """The change was made on a version that is no longer the present one."""

    def __init__(self) -> None:
        super().__init__(409, "table.stale")


class Rooms:
    """The rooms of this process."""

    def __init__(
        self,
        sessions: Sessions,
        clock: Clock = time.time,
        audience: Audience | None = None,
        memory: float = MEMORY,
    ) -> None:
        self.sessions = sessions
        self.clock = clock
        self.audience = audience or Audience()  # whoever looks at a table needs no notice
        self.commits = GroupedCommits(sessions)
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self.memory = RoomMemory(memory * MIB, self._looked_at)
        self._lock = RLock()

    def _looked_at(self, table_id: str) -> bool:
        """Whether somebody has a socket at a table, in this process."""
        return self.audience.here(table_id).sockets > 0

    def get(self, table_id: str) -> Room:
        """The room of a table, up to date; Problem if there is no such table."""
        with self.sessions() as session:
            version = session.scalar(_VERSION, {"table_id": table_id})
            if version is None:
                raise Problem(404, "table.unknown")
            room = self.in_memory(table_id)
            if room is not None and room.version == version:
                return room
            stored = self._read(session, table_id)
        # Without the lock and without a connection: a long game takes its time, and others do not
        # wait for it.
        return self._keep(self._played(stored))

    def _keep(self, room: Room) -> Room:
        """Keep a room that was read, unless somebody has put a newer one there meanwhile."""
        with self._lock:
            other = self._rooms.get(room.table.id)
            if other is not None and other.version >= room.version:
                return other
            self._rooms[room.table.id] = room
            self._weigh(room)
            return room

    def _weigh(self, room: Room) -> None:
        """A room has come, or has grown; others may have to go for it."""
        with self._lock:
            if self._rooms.get(room.table.id) is room:
                self._rooms.move_to_end(room.table.id)
                self.memory.weigh(room)
                for table_id in self.memory.surplus(self._rooms):
                    self.forget(table_id)

    def in_memory(self, table_id: str) -> Room | None:
        """The room as this process knows it, if it does."""
        with self._lock:
            room = self._rooms.get(table_id)
            if room is not None:
                self._rooms.move_to_end(table_id)
            return room

    def __len__(self) -> int:
        return len(self._rooms)

    def at_hand(self, table_id: str) -> Room:
        """The room in memory, which is most often up to date; a change finds out when it is
        stored, and is then made again on `get`."""
        return self.in_memory(table_id) or self.get(table_id)

    def forget(self, table_id: str) -> None:
        with self._lock:
            self._rooms.pop(table_id, None)
            self.memory.forget(table_id)

    def _read(self, session: Session, table_id: str) -> _Stored:
        """All that is stored of a table."""
        table = session.get_one(Table, table_id)
        chairs = session.scalars(select(Chair).where(Chair.table_id == table_id)).all()
        moves = session.scalars(
            select(Move).where(Move.table_id == table_id).order_by(Move.number)
        ).all()
        votes: dict[str, dict[Seat, bool]] = {}
        answers = select(Vote).where(Vote.table_id == table_id).order_by(Vote.number)
        for answer in session.scalars(answers):
            votes.setdefault(answer.kind, {})[answer.seat] = answer.yes
        people = _people(session, table_id)
        seen = session.execute(
            select(SeenSeat.user_id, SeenSeat.seat).where(SeenSeat.table_id == table_id)
        )
        seen_seats = [(user_id, seat) for user_id, seat in seen]
        session.expunge_all()
        return _Stored(table, chairs, moves, votes, people, seen_seats)

    def _played(self, stored: _Stored) -> Room:
        """The room of a table, its moves played again."""
        match = new_match(stored.table)
        match.replay(
            PlayedMove(move.seat, move.action, move.time, move.window, move.series)
            for move in stored.moves
        )
        match.begin_series(stored.table.series)
        return Room(
            stored.table,
            stored.chairs,
            match,
            people=stored.people,
            versions=[move.version for move in stored.moves],
            votes=stored.votes,
            seen=stored.seen,
            clock=self.clock,
        )

    def refresh(self, room: Room) -> None:
        """Read what changes without a new version: names, days away, drafts and notes."""
        table_id = room.table.id
        papers = select(Chair.seat, Chair.draft, Chair.draft_window, Chair.notes)
        papers = papers.where(Chair.table_id == table_id)
        with self.sessions() as session:
            rows, people = session.execute(papers).all(), _people(session, table_id)
        with room.lock:
            room.people = people
            for seat, draft, window, notes in rows:
                chair = room.chairs[seat]
                chair.draft, chair.draft_window, chair.notes = draft, window, notes

    # -- changes

    def act(
        self, room: Room, seat: Seat, version: int, action: str, window: int | None = None
    ) -> None:
        """Take an action; IllegalAction and Stale change nothing.

        `window` says which question it answers, `version` what of the table was seen; whatever
        others did since, the question must be the same.
        """
        with room.lock, self._all_or_nothing(room):
            self._check(room)
            found = room.position.find(seat, action, window)
            _check_seen(room, seat, version, found[0].window if found else window)
            now = self.clock()
            room.match.act(seat, action, int(now), window)
            room.write_move(now)
            room.overtake_draft(seat, room.match.windows[-1])
            if not room.unseen:
                room.clear_away(now)
            self.store(room, now, acted=seat)

    def undo(self, room: Room, seat: Seat, version: int) -> None:
        """Take back a seat's last action, as far as the kernel's rule allows."""
        with room.lock, self._all_or_nothing(room):
            self._check(room)
            if version != room.version:
                raise Stale
            now, before = self.clock(), room.answered()
            room.match.undo(seat)
            room.note_undo(seat, before, now)
            self.store(room, now, took_back=seat)

    def change(self, room: Room, work: Work) -> None:
        """Any other change: `work` is told the time, and either raises or has changed the room."""
        with room.lock, self._all_or_nothing(room):
            now = self.clock()
            work(room, now)
            self.store(room, now)

    @contextmanager
    def _all_or_nothing(self, room: Room) -> Iterator[None]:
        """A change that breaks off leaves nothing behind, wherever it broke off: a refusal changes
        nothing; after anything else, as an error inside a rule, the room is again what the database
        says of it, also for whoever has it in his hands."""
        try:
            yield
        except BaseException as error:
            if isinstance(error, (IllegalAction, Problem)) and not room.changed:
                raise
            self.forget(room.table.id)
            if not isinstance(error, (IllegalAction, Problem)):
                self._put_right(room)
            raise

    def _put_right(self, room: Room) -> None:
        try:
            room.become(self.get(room.table.id))
        except Exception:  # the database is away, say; whoever asks next reads it
            log.exception("table %s could not be read anew", room.table.id)

    def behind(self, room: Room) -> bool:
        """Whether the table has gone on, in another process or another room of this one."""
        with self.sessions() as session:
            return session.scalar(_VERSION, {"table_id": room.table.id}) != room.version

    def _check(self, room: Room) -> None:
        if room.table.status == OVER:
            raise Problem(409, "table.over")
        if room.table.status != PLAYING:
            raise Problem(409, "table.not_started")
        if room.table.paused:
            raise Problem(409, "table.paused")

    def store(
        self,
        room: Room,
        now: float,
        *,
        acted: Seat | None = None,
        took_back: Seat | None = None,
    ) -> None:
        """Commit a change made in memory; if that fails the room is read anew by whoever asks."""
        table = room.table
        before = {name for name, decision in room.told.items() if decision.must}
        room.settle(now, acted, took_back)
        step = {f"new_{name}": getattr(table, name) for name in _CHANGING}
        step |= {"table_id": table.id, "seen": table.version}

        def job(session: Session, connection: Connection) -> None:
            if _NEW_VERSION.run(connection, step) != 1:
                raise Stale
            for seat, values in room.chair_changes.items():
                new = {f"new_{name}": value for name, value in values.items()}
                update_chair = _chair_update(tuple(sorted(values)))
                update_chair.run(connection, {"of_table": table.id, "of_seat": seat} | new)
            for statement, parameters in room.writes:
                if statement is NEW_MOVE and isinstance(parameters, dict):
                    _new_move(tuple(parameters)).run(connection, parameters)
                else:
                    connection.execute(statement, parameters)
            for each in room.jobs:
                each(session)
            if room.told_status != OVER:
                looking = self.audience.looking(table.id)
                tell_of_change(session, room, before, table.status, looking)

        try:
            self.commits.store(job)
        except BaseException:
            self.forget(table.id)
            raise
        table.version += 1
        room.remember(took_back)
        room.forget_changes()
        self._weigh(room)


def _check_seen(room: Room, seat: Seat, version: int, window: int | None) -> None:
    """Whoever answers has seen the question in its present form. Whoever is not asked must know
    how the table stands, to be told why he may not act."""
    asked = [n for (one, w), n in room.since.items() if one == seat and window in (None, w)]
    if not min(asked, default=room.version) <= version <= room.version:
        raise Stale


def _people(session: Session, table_id: str) -> dict[int, Person]:
    """Who sits at a table."""
    found = session.execute(
        select(User.id, User.name, User.preferences).join(Chair).where(Chair.table_id == table_id)
    )
    return {
        user_id: Person(name, tuple(preferences.get("away", ())))
        for user_id, name, preferences in found
    }
