"""The tables in memory, each an exact copy of the database.

A change is tried in memory, stored, and only then announced. It is stored with the version it was
made on. If another request or process was faster, nothing is stored, the room is reloaded, and the
client gets the current state.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import compress, repeat
from operator import ne

from sqlalchemy import bindparam, select, update

from entente.kernel import IllegalAction, Seat
from entente.kernel.message import refuse
from entente.server.problem import Problem
from entente.server.storage.database import Sessions, read_at_one_moment
from entente.server.storage.grouped_commits import GroupedCommits, Transaction
from entente.server.storage.models import Table, TableSeat
from entente.server.storage.prepared import Prepared
from entente.server.tables.absent_players import note_present
from entente.server.tables.access import pause_key
from entente.server.tables.audience import Audience
from entente.server.tables.automatic_answers import answer_automatically, has_single_answer, reader
from entente.server.tables.negotiation_record import count_promises
from entente.server.tables.opening import aside_problem
from entente.server.tables.room import Room, Stale
from entente.server.tables.room_cache import RoomCache
from entente.server.tables.room_loader import RoomLoader, people_at
from entente.server.tables.room_memory import MIB, RoomMemory
from entente.server.tables.room_state import Clock
from entente.server.tables.room_statements import NEW_MOVE
from entente.server.tables.room_sync import catch_up
from entente.server.tables.snapshots import Taken, store_rows
from entente.server.tables.turn_notices import notify_of_change
from entente.server.telemetry import span
from entente.wire.tables import OVER, PLAYING

MEMORY = 512  # MiB of memory for rooms, unless configured otherwise
TOGETHER = 50  # snapshots stored in one transaction
Work = Callable[[Room, float], None]

log = logging.getLogger("entente.rooms")

# Prepared once, because they run for every action.
_TABLES, _CHAIRS = Table.__table__, TableSeat.__table__
_VERSION = select(_TABLES.c.version).where(_TABLES.c.id == bindparam("table_id"))
_HOW_IT_IS = select(_TABLES.c.version, _TABLES.c.aside).where(_TABLES.c.id == bindparam("table_id"))
# Columns that change during play; the others are fixed when the table is created.
_CHANGING = (
    "status",
    "host_id",
    "touched",
    "paused",
    "pause_ends",
    "extended",
    "events",
    "agreed",
    "rematch",
    "begun",
    "lots",
    "barred",
    "moves",
    "moved",
    "waiting",
    "stage",
    "outcome",
    "series",
    "roll_due",
    "free_seats",
    "spectator_chat",
    "timer",
)


@lru_cache(maxsize=200)
def _new_version(names: tuple[str, ...]) -> Prepared:
    """Build the update of these table columns and the version."""
    return Prepared(
        update(_TABLES)  # type: ignore[arg-type]
        .where(_TABLES.c.id == bindparam("table_id"), _TABLES.c.version == bindparam("seen"))
        .values(
            version=_TABLES.c.version + 1,
            **{name: bindparam(f"new_{name}", type_=_TABLES.c[name].type) for name in names},
        )
    )


@lru_cache(maxsize=10)
def _new_move(names: tuple[str, ...]) -> Prepared:
    """Build the insert of a move with these columns."""
    return Prepared(NEW_MOVE, names)


@lru_cache(maxsize=100)
def _chair_update(names: tuple[str, ...]) -> Prepared:
    """Build the update of these columns of a seat."""
    return Prepared(
        update(_CHAIRS)  # type: ignore[arg-type]
        .where(_CHAIRS.c.table_id == bindparam("of_table"), _CHAIRS.c.seat == bindparam("of_seat"))
        .values({name: bindparam(f"new_{name}", type_=_CHAIRS.c[name].type) for name in names})
    )


class UnexplainedAction(IllegalAction):
    """An action that is not on any menu.

    Explaining it may take the game long, so the caller asks for the reason without the table's
    lock.
    """

    def __init__(self, seat: Seat, action: str, window: int | None) -> None:
        super().__init__(refuse("0", "kernel.not_on_the_menu", action=action), action, seat)
        self.window = window


class Rooms:
    """The rooms of this process."""

    def __init__(
        self,
        sessions: Sessions,
        clock: Clock = time.time,
        audience: Audience | None = None,
        memory: float = MEMORY,
        steady: Clock = time.monotonic,
    ) -> None:
        self.sessions = sessions
        self.clock = clock
        self.audience = audience or Audience()  # players viewing a table need no notice
        self.commits = GroupedCommits(sessions)
        self.memory = RoomMemory(memory * MIB, self._is_viewed)
        self._cache = RoomCache(self.memory, steady)
        self._loader = RoomLoader(sessions, self.commits, clock, self.store)

    def defer_to_newer(self, newer_runs: Callable[[], bool]) -> None:
        """Let a newer version, while one runs, decide about tables that cannot continue here."""
        self._loader.newer_runs = newer_runs

    def _is_viewed(self, table_id: str) -> bool:
        """Return whether a socket of this process is at the table."""
        return self.audience.here(table_id).sockets > 0

    def get(self, table_id: str) -> Room:
        """Return the up-to-date room of a table.

        Raise Problem if there is none or it is unavailable.
        """
        try:
            return self._current_room(table_id)
        except Stale:  # another process has just pinned or changed it
            return self._current_room(table_id)

    def _current_room(self, table_id: str) -> Room:
        with self.sessions() as session:
            row = session.execute(_HOW_IT_IS, {"table_id": table_id}).first()
            if row is None:
                raise Problem(404, "table.unknown")
            version, aside = row
            if aside is not None:
                raise aside_problem(aside)
            room = self.in_memory(table_id)
            if room is not None and room.version == version:
                return room
        if room is not None and self._catch_up(room, version):
            return room
        # Without the lock, because loading a long game takes time and other tables must not wait.
        return self._cache.keep(self._loader.load(table_id))

    def _catch_up(self, room: Room, version: int) -> bool:
        """Return whether a cached room could be brought to a version made by another process."""
        with room.lock:
            # another thread has caught up, or the version was made here
            if room.version >= version:
                return True
            if self.in_memory(room.table.id) is not room:
                return False
            try:
                with self.sessions() as session:
                    read_at_one_moment(session)
                    if not catch_up(session, room):
                        return False
            except Exception:  # a full reload may succeed, or explains why not
                log.exception("table %s: the cached room could not be updated", room.table.id)
                self.forget(room.table.id)
                return False
            self._cache.weigh(room)
            return True

    def in_memory(self, table_id: str) -> Room | None:
        """Return the cached room, if there is one."""
        return self._cache.get(table_id)

    def tables(self) -> set[str]:
        """Return the tables in memory, without counting as a use."""
        return self._cache.tables()

    def __len__(self) -> int:
        return len(self._cache)

    def cached(self, table_id: str) -> Room:
        """Return the cached room, which is usually current.

        A change on an outdated room fails when it is stored, and is repeated on `get`.
        """
        return self.in_memory(table_id) or self.get(table_id)

    def forget(self, table_id: str) -> None:
        self._cache.forget(table_id)

    def refresh(self, room: Room) -> None:
        """Reload what changes without a new version: names, days away, drafts and notes."""
        table_id = room.table.id
        private = select(TableSeat.seat, TableSeat.draft, TableSeat.draft_window, TableSeat.notes)
        private = private.where(TableSeat.table_id == table_id)
        with self.sessions() as session:
            rows, people = session.execute(private).all(), people_at(session, table_id)
        with room.lock:
            room.people = people
            for seat, draft, window, notes in rows:
                chair = room.chairs[seat]
                chair.draft, chair.draft_window, chair.notes = draft, window, notes

    # -- changes

    def act(
        self,
        room: Room,
        seat: Seat,
        version: int,
        action: str,
        window: int | None = None,
        *,
        explain: bool = True,
        present: bool = True,
    ) -> None:
        """Take an action.

        IllegalAction and Stale change nothing.

        `window` names the question it answers, `version` the version the player saw; the question
        must be unchanged since then. With `explain=False`, an action that is not on any menu raises
        UnexplainedAction. With `present=False` the action is taken for an absent player, who is
        notified of its consequences.
        """
        with room.lock, self._all_or_nothing(room):
            self._check(room)
            legal = room.position.find(seat, action, window)
            _check_seen(room, seat, version, legal[0].window if legal else window)
            if legal is None and not explain:
                raise UnexplainedAction(seat, action, window)
            now = self.clock()
            with span("rules"):
                room.match.act(seat, action, int(now), window)
            room.write_move(now)
            room.discard_draft(seat, room.match.windows[-1])
            if not room.unseen:
                if present:
                    note_present(room, seat)
                room.clear_stale_votes(now)
                answer_automatically(room, now, reader(self.sessions, room.table.id))
            self.store(room, now, acted=seat, present=present)

    def answer_at_start(self, room: Room) -> Room:
        """Give the automatic answers of a game that has just been created and stored."""
        if room.table.status != PLAYING or not has_single_answer(room):
            return room
        room = self.get(room.table.id)
        self.change(room, lambda room, now: answer_automatically(room, now, list))
        return room

    def undo(self, room: Room, seat: Seat, version: int) -> None:
        """Undo a seat's last action, as far as the kernel's rules allow."""
        with room.lock, self._all_or_nothing(room):
            self._check(room)
            if version != room.version:
                raise Stale
            now, before = self.clock(), room.answered()
            room.match.undo(seat)
            room.note_undo(seat, before, now)
            self.store(room, now, took_back=seat)

    def change(self, room: Room, work: Work) -> None:
        """Make any other change.

        `work` receives the time, and either raises or changes the room.
        """
        with room.lock, self._all_or_nothing(room):
            now = self.clock()
            work(room, now)
            self.store(room, now)

    @contextmanager
    def _all_or_nothing(self, room: Room) -> Iterator[None]:
        """Leave nothing of a failed change behind.

        A refusal changes nothing. After any other error, such as one inside a rule, the room is
        restored from the database, also for other holders of this room object.
        """
        try:
            yield
        except BaseException as error:
            if isinstance(error, (IllegalAction, Problem)) and not room.changed:
                raise
            self.forget(room.table.id)
            if not isinstance(error, (IllegalAction, Problem)):
                self._reload(room)
            raise

    def _reload(self, room: Room) -> None:
        """Reload a room in place.

        Caching a second room with the same match would let two threads change that match under
        different locks.
        """
        try:
            room.replace_with(self._loader.load(room.table.id))
            self._cache.keep(room)
        except Exception:  # for example, the database is down; the next request reloads
            log.exception("table %s could not be reloaded", room.table.id)

    def behind(self, room: Room) -> bool:
        """Return whether the table has moved on in another process or another room."""
        with self.sessions() as session:
            return session.scalar(_VERSION, {"table_id": room.table.id}) != room.version

    def _check(self, room: Room) -> None:
        if room.table.status == OVER:
            raise Problem(409, "table.over")
        if room.table.status != PLAYING:
            raise Problem(409, "table.not_started")
        if room.table.paused:
            raise Problem(409, pause_key(room))

    def store(
        self,
        room: Room,
        now: float,
        *,
        acted: Seat | None = None,
        took_back: Seat | None = None,
        present: bool = True,
    ) -> None:
        """Commit a change made in memory. If that fails, the room is reloaded on next use."""
        table = room.table
        before = {name for name, decision in room.announced.items() if decision.must}
        room.settle(now, acted, took_back)
        if table.status == OVER and room.announced_status == PLAYING:
            count_promises(self.sessions, room)
        room.keep_snapshot(now)
        loaded = vars(table)  # attribute access through SQLAlchemy is slower than storing them
        values = [*map(loaded.get, _CHANGING)]
        changed = map(ne, values, room.stored) if room.stored else repeat(True)
        new = dict(compress(zip(_CHANGING, values, strict=True), changed))
        step = {f"new_{name}": value for name, value in new.items()}
        step |= {"table_id": table.id, "seen": table.version}
        new_version = _new_version(tuple(new))

        def job(transaction: Transaction) -> None:
            if transaction.run(new_version, step) != 1:
                raise Stale
            for seat, values in room.chair_changes.items():
                new = {f"new_{name}": value for name, value in values.items()}
                update_chair = _chair_update(tuple(sorted(values)))
                transaction.run(update_chair, {"of_table": table.id, "of_seat": seat} | new)
            for statement, parameters in room.writes:
                if isinstance(statement, Prepared):
                    transaction.run(statement, parameters)
                elif statement is NEW_MOVE and isinstance(parameters, dict):
                    transaction.run(_new_move(tuple(parameters)), parameters)
                else:
                    transaction.connection.execute(statement, parameters)
            for each in room.jobs:
                each(transaction.session)
            if room.announced_status != OVER:
                viewing = self.audience.users_at(table.id)
                notify_of_change(transaction, room, before, acted, viewing, present=present)

        try:
            with span("commit"):
                self.commits.store(job)
        except BaseException:
            self.forget(table.id)
            raise
        table.version += 1
        room.stored = values
        room.remember(took_back)
        room.forget_changes()
        self._cache.weigh(room)

    def keep_snapshots(self) -> int:
        """Store snapshots of the tables in memory before a shutdown; return how many.

        They reopen faster, and lose nothing if their moves cannot be replayed.
        """
        return self._keep_snapshots_of(self._cache.rooms())

    def forget_unused(self, seconds: float) -> list[str]:
        """Drop rooms unused for this long and not viewed in this process; return their tables.

        A snapshot of each is stored first.
        """
        unused = [
            room for room in self._cache.unused(seconds) if not self._is_viewed(room.table.id)
        ]
        try:
            self._keep_snapshots_of(unused, give_way=True)
        # for example, the disk is full: the moves are stored, and the memory is needed
        except Exception:
            log.exception("snapshots of unused rooms could not be stored")
        return [
            room.table.id
            for room in unused
            if not self._is_viewed(room.table.id) and self._cache.forget_unused(room, seconds)
        ]

    def _keep_snapshots_of(self, rooms: Iterable[Room], *, give_way: bool = False) -> int:
        """Store a snapshot of each room that has moved since its last one."""
        rows: list[Taken] = []
        for room in rooms:
            with room.lock:
                if room.wants_snapshot(1):
                    if give_way:
                        room.drop_close_snapshot()
                    row = room.snapshot(self.clock())
                    rows.append(Taken(room.version, room.kept, row))
                    room.snapshots.append(row["number"])
        for start in range(0, len(rows), TOGETHER):
            self.commits.store(partial(_store, rows[start : start + TOGETHER]))
        return len(rows)


def _store(taken: list[Taken], transaction: Transaction) -> None:
    store_rows(transaction.connection, taken)


def _check_seen(room: Room, seat: Seat, version: int, window: int | None) -> None:
    """Check that the player has seen the current form of the question.

    A player without a decision must have the current version, to get the reason for the refusal.
    """
    opened = [n for (one, w), n in room.since.items() if one == seat and window in (None, w)]
    if not min(opened, default=room.version) <= version <= room.version:
        raise Stale
