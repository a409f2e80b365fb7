"""Give back the time of outages.

A server records in the database when it checks the clocks. If it finds, at its start or after a
failure, that no server has checked for a while, it moves the deadlines of all tables and events by
that time.
The same happens when the server's clock jumps in either direction: it is compared with a monotonic
one. Of several processes that notice, one acts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, bindparam, or_, select, text, update

from entente.server.live.game_clock import GameClock
from entente.server.notices.notices import notify
from entente.server.storage.grouped_commits import GroupedCommits, Transaction
from entente.server.storage.models import (
    Event,
    EventChallenge,
    PairingRequest,
    Table,
    TableSeat,
    User,
    Vote,
    Watch,
)
from entente.server.storage.models.events import ANNOUNCED, UNDERWAY, WAITING
from entente.server.tables import time_control
from entente.server.tables.leave import SeatLeave, leave_dates
from entente.wire.tables import OPEN, PLAYING

CLOCKS = "clocks"  # name of the watch
BEAT = 5.0  # seconds between two records
GAP = 8.0  # seconds without a record that count as an outage
JUMP = 15.0  # seconds; more than the gap between two records
SET_BACK = 60.0  # more seconds than the clocks of two machines ever differ
TOLD = 60  # minimum seconds for a notice
MANY = 200  # rows per statement

_CHAIRS, _TABLES, _WATCHES = TableSeat.__table__, Table.__table__, Watch.__table__
_PUT_OFF = (
    update(_CHAIRS)  # type: ignore[arg-type]
    .where(_CHAIRS.c.table_id == bindparam("of_table"), _CHAIRS.c.seat == bindparam("of_seat"))
    .values(
        {
            name: bindparam(f"new_{name}", type_=_CHAIRS.c[name].type)
            for name in ("due", "remind", "set_aside")
        }
    )
)
_FIRST_LOOK = text(
    "INSERT INTO watches (name, seen) VALUES (:name, :now) ON CONFLICT (name) DO NOTHING"
)
T = TypeVar("T")


class Outage(NamedTuple):
    """The period of an outage. If a clock was set back, it ends before it starts."""

    since: float
    until: float

    @property
    def seconds(self) -> float:
        return self.until - self.since


class Compensated(NamedTuple):
    """The tables and users that were given time back."""

    tables: list[str]
    users: list[int]


class Outages:
    """Detects outages for one process."""

    def __init__(self, commits: GroupedCommits, clock: GameClock) -> None:
        self.commits = commits
        self.clock = clock
        self._looked = False
        self._noted = 0.0
        self._suspicious = True  # there may have been an outage

    def suspect(self) -> None:
        """Record that this process could not check; perhaps no other could."""
        self._suspicious = True

    @property
    def is_settled(self) -> bool:
        """Whether this process has given back what was lost, as far as it knows."""
        return self._looked and not self._suspicious

    def check(self) -> list[str]:
        """Record a check, give back the time of an outage, and return the changed tables."""
        apart = self.clock.offset()
        jump = apart - self.clock.apart
        now = self.clock() + jump
        if abs(jump) < JUMP:
            self.clock.apart, jump = apart, 0.0
        tables: list[str] = []
        if self._suspicious or jump or not 0 <= now - self._noted < BEAT:
            tables = self._note(now, jump, apart)
            self._noted, self._suspicious = now, False
        self._looked = True
        return tables

    def leave(self) -> None:
        """Record that this process ends."""
        self._note(self.clock())

    def _note(self, now: float, jump: float = 0.0, apart: float | None = None) -> list[str]:
        """Record the time.

        If the clock has jumped, give back time and set it to the offset `apart`. That happens
        before the commit: what was computed with the old clock is then outdated.
        """
        compensated: list[tuple[Outage, Compensated]] = []
        before = self.clock.apart

        def job(transaction: Transaction) -> None:
            connection = transaction.connection
            compensated.clear()
            away = self._outage(_looked_at(connection, now), now, jump)
            if away is not None:
                compensated.append((away, compensate(connection, away)))
            if apart is not None:
                self.clock.apart = apart

        try:
            self.commits.store(job)
        except BaseException:
            self.clock.apart = before
            raise
        for away, result in compensated:
            self._notify(away, result.users)
        return [table_id for _, result in compensated for table_id in result.tables]

    def _outage(self, seen: float | None, now: float, jump: float) -> Outage | None:
        """Return the outage, unless another process has handled it."""
        if seen is None:
            return None
        gap = now - seen
        if jump:
            is_handled = gap < jump / 2 if jump > 0 else gap > jump / 2
            return None if is_handled else Outage(now - jump, now)
        set_back = not self._looked and gap < -SET_BACK
        if self._suspicious and (gap > GAP or set_back):
            return Outage(seen, now)
        return None

    def _notify(self, away: Outage, users: list[int]) -> None:
        """Notify the users whose clocks were running."""
        if away.seconds < TOLD:
            return
        minutes = round(away.seconds / time_control.MINUTE)
        hours = round(away.seconds / time_control.HOUR)
        for some in _in_parts(users):

            def job(transaction: Transaction, some: Iterable[int] = some) -> None:
                session = transaction.session
                if hours < 2:
                    notify(session, some, "notice.given_back", minutes=minutes)
                else:
                    notify(session, some, "notice.given_back_hours", hours=hours)

            self.commits.store(job)


def _looked_at(connection: Connection, now: float) -> float | None:
    """Record a check and return the time of the previous one.

    If several processes are first at once, one inserts and the others wait for it.
    """
    watch = select(_WATCHES.c.seen).where(_WATCHES.c.name == CLOCKS).with_for_update()
    seen: float | None = connection.scalar(watch)
    if seen is None and connection.execute(_FIRST_LOOK, {"name": CLOCKS, "now": now}).rowcount:
        return None
    if seen is None:
        seen = connection.scalar(watch)
    here = update(_WATCHES).where(_WATCHES.c.name == CLOCKS)  # type: ignore[arg-type]
    connection.execute(here.values(seen=now))
    return seen


def compensate(connection: Connection, away: Outage) -> Compensated:
    """Move all running deadlines.

    The tables get a new version, so that cached rooms are reloaded.
    """
    rows, tables, users = [], dict[str, None](), set[int]()
    locked = _locked(connection)
    for chair, change in _changes(connection, away):
        if chair.table_id not in locked:
            continue
        new = {f"new_{name}": value for name, value in change.items()}
        rows.append({"of_table": chair.table_id, "of_seat": chair.seat, **new})
        tables[chair.table_id] = None
        if chair.due is not None and chair.user_id is not None:
            users.add(chair.user_id)
    for some in _in_parts(rows):
        connection.execute(_PUT_OFF, some)
    for names in _in_parts([*tables]):
        connection.execute(
            update(_TABLES)  # type: ignore[arg-type]
            .where(_TABLES.c.id.in_(names))
            .values(version=_TABLES.c.version + 1)
        )
    others = [*_put_off_votes(connection, away), *_put_off_roll_calls(connection, away)]
    _put_off_events(connection, away)
    return Compensated(list(dict.fromkeys([*tables, *others])), sorted(users))


def _put_off_votes(connection: Connection, away: Outage) -> list[str]:
    """Move the ends of proposals and pauses; return the tables."""
    votes, seconds = Vote.__table__, int(away.seconds)
    open_votes = select(votes.c.table_id).where(votes.c.expires.is_not(None))
    waiting = or_(_TABLES.c.pause_ends.is_not(None), _TABLES.c.id.in_(open_votes))
    found = select(_TABLES.c.id).where(waiting, _TABLES.c.status == PLAYING)
    tables = list(connection.scalars(found.order_by(_TABLES.c.id).with_for_update()))
    for names in _in_parts(tables):
        connection.execute(
            update(votes)  # type: ignore[arg-type]
            .where(votes.c.table_id.in_(names))
            .values(expires=votes.c.expires + seconds)
        )
        connection.execute(
            update(_TABLES)  # type: ignore[arg-type]
            .where(_TABLES.c.id.in_(names))
            .values(version=_TABLES.c.version + 1, pause_ends=_TABLES.c.pause_ends + seconds)
        )
    return tables


def _put_off_events(connection: Connection, away: Outage) -> None:
    """Move the starts of events, the ends of arenas and seasons, and of the challenges that wait
    for an answer."""
    events, challenges = Event.__table__, EventChallenge.__table__
    missed = events.c.starts.between(int(away.since), int(away.until))
    connection.execute(
        update(events)  # type: ignore[arg-type]
        .where(events.c.status == ANNOUNCED, missed)
        .values(starts=events.c.starts + int(away.seconds))
    )
    connection.execute(
        update(events)  # type: ignore[arg-type]
        .where(events.c.status == UNDERWAY, events.c.ends.is_not(None))
        .values(ends=events.c.ends + int(away.seconds))
    )
    connection.execute(
        update(challenges)  # type: ignore[arg-type]
        .where(challenges.c.status == WAITING)
        .values(expires=challenges.c.expires + int(away.seconds))
    )


def _put_off_roll_calls(connection: Connection, away: Outage) -> list[str]:
    """Move the roll calls and the people who wait in queues; return the tables."""
    waiting = PairingRequest.__table__
    connection.execute(
        update(waiting).values(  # type: ignore[arg-type]
            since=waiting.c.since + away.seconds, seen=waiting.c.seen + away.seconds
        )
    )
    calling = select(_TABLES.c.id).where(_TABLES.c.roll_due.is_not(None), _TABLES.c.status == OPEN)
    tables = list(connection.scalars(calling.order_by(_TABLES.c.id).with_for_update()))
    for names in _in_parts(tables):
        connection.execute(
            update(_TABLES)  # type: ignore[arg-type]
            .where(_TABLES.c.id.in_(names))
            .values(version=_TABLES.c.version + 1, roll_due=_TABLES.c.roll_due + away.seconds)
        )
    return tables


def _in_parts(rows: Sequence[T]) -> Iterator[list[T]]:
    for start in range(0, len(rows), MANY):
        yield list(rows[start : start + MANY])


def _locked(connection: Connection) -> set[str]:
    """Lock the tables with a running clock until commit.

    Other changes lock the table first too, so there is no deadlock.
    """
    running = select(_CHAIRS.c.table_id).where(_CHAIRS.c.due.is_not(None))
    playing = select(_TABLES.c.id).where(_TABLES.c.status == PLAYING, _TABLES.c.id.in_(running))
    return {*connection.scalars(playing.order_by(_TABLES.c.id).with_for_update(key_share=True))}


def _changes(connection: Connection, away: Outage) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Yield the changes of each seat at tables with a running clock."""
    running = select(_CHAIRS.c.table_id).where(_CHAIRS.c.due.is_not(None))
    columns = (_CHAIRS.c[name] for name in ("table_id", "seat", "user_id", "due", "remind"))
    on_the_clock = (
        select(*columns, _CHAIRS.c.set_aside, _TABLES.c.pace, User.preferences)
        .add_columns(_TABLES.c.leave_days, _TABLES.c.begun)
        .add_columns(_CHAIRS.c.leave_used, _CHAIRS.c.seated)
        .join(_TABLES, _TABLES.c.id == _CHAIRS.c.table_id)
        .join(User, User.id == _CHAIRS.c.user_id, isouter=True)
        .where(_TABLES.c.status == PLAYING, _CHAIRS.c.table_id.in_(running))
    )
    for chair in connection.execute(on_the_clock).all():
        kind = time_control.read_pace(chair.pace)
        dates = (chair.preferences or {}).get("away", ())
        leave = SeatLeave(chair.leave_days, chair.begun, chair.leave_used, chair.seated)
        days = time_control.calendar_of(kind, leave_dates(leave, kind, dates))
        change = time_control.put_later(kind, days, chair, *away)
        if change is not None:
            yield chair, dict(change)
