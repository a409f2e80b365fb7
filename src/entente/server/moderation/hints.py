"""Hints for moderators: figures that make it worth looking, and prove nothing.

No one is sanctioned by a hint, and no player sees one. A moderator sees none about tables where
they play. Private tables are left out: who plays with friends or family harms no one.
"""

from __future__ import annotations

import logging
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from itertools import combinations
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Select, case, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from entente.kernel.story import help_of
from entente.server.moderation.cases import tables_of
from entente.server.moderation.moderators import note
from entente.server.people.account_marks import DEVICE
from entente.server.problem import Problem
from entente.server.ratings.pace import FREE
from entente.server.ratings.reliability import YEAR
from entente.server.storage.models import (
    AccountMark,
    Result,
    Table,
    TableHelp,
    TableSeat,
    User,
)
from entente.server.tables.rooms import Rooms
from entente.wire.tables import OVER, SILENT

SHOWN = 50  # of each kind
EXAMPLES = 5  # tables named for a hint
CROWD = 8  # accounts that share a network: a school or a provider, which says nothing
LEAST_LEFT, LEFT_SHARE = 3, 0.25  # games left, and their share, that are shown
LEAST_HELP, UNUSUAL = 3, 3.0  # help by each of two, and how many times what is usual
GAMES = 500  # finished games without chat whose help is usual
TWO = 2
IN_ONE_QUERY = 10_000  # users; SQLite takes some 32,000 parameters
log = logging.getLogger("entente.moderation")


class SharedMarks(msgspec.Struct):
    """Two accounts at the same tables that use one device or network."""

    names: list[str]
    device: bool
    network: bool
    tables: list[str]
    games: int
    last: int


class EarlyLeaving(msgspec.Struct):
    """An account that has left many games with a clock, in the last twelve months."""

    name: str
    left: int
    games: int
    last: int


class MutualHelp(msgspec.Struct):
    """Two players who often helped each other in games without chat.

    `given` counts the help of each in `games`; `usual` is what two players give each other in one
    game, on average.
    """

    names: list[str]
    given: list[int]
    games: int
    usual: float
    tables: list[str]


class Hints(msgspec.Struct):
    """All hints; `mark_days`: how long devices and networks are remembered, 0: not at all."""

    shared: list[SharedMarks]
    leaving: list[EarlyLeaving]
    helping: list[MutualHelp]
    mark_days: int


def hints(session: Session, moderator: User, mark_days: int, now: float | None = None) -> Hints:
    """Return the hints for a moderator, and log the access."""
    now = time.time() if now is None else now
    note(session, "hints", moderator)
    apart = set(session.scalars(tables_of(moderator)))
    return Hints(
        _shared(session, moderator, apart),
        _leaving(session, moderator, now),
        _helping(session, moderator, apart, now),
        mark_days,
    )


# -- two accounts at one table


def _shared(session: Session, moderator: User, apart: Collection[str]) -> list[SharedMarks]:
    marks: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    last: dict[tuple[int, int], int] = {}
    one, other = aliased(AccountMark), aliased(AccountMark)
    crowded = (
        select(AccountMark.mark)
        .group_by(AccountMark.mark)
        .having(func.count(AccountMark.user_id.distinct()) > CROWD)
    )
    pairs = (
        select(one.user_id, other.user_id, one.kind, one.last, other.last)
        .join(other, (other.mark == one.mark) & (other.kind == one.kind))
        .where(one.user_id < other.user_id, one.mark.not_in(crowded))
    )
    for a, b, kind, *seen in session.execute(pairs):
        marks[a, b][kind] += 1
        last[a, b] = max(last.get((a, b), 0), min(seen))
    tables = _common_tables(session, marks, apart)
    names = _names(session, (user for pair in tables for user in pair))
    found = [
        SharedMarks(
            [names[a], names[b]],
            device=marks[a, b][DEVICE] > 0,
            network=any(kind != DEVICE for kind in marks[a, b]),
            tables=tables[a, b][:EXAMPLES],
            games=len(tables[a, b]),
            last=last[a, b],
        )
        for a, b in tables
        if moderator.id not in (a, b)
    ]
    found.sort(key=lambda each: (-each.device, -each.games, each.names))
    return found[:SHOWN]


def _common_tables(
    session: Session, pairs: Iterable[tuple[int, int]], apart: Collection[str]
) -> dict[tuple[int, int], list[str]]:
    """Return the tables at which two users sit, by pair, the last ones first."""
    wanted = set(pairs)
    seats = (
        select(Table.id, TableSeat.user_id, Table.created)
        .join(TableSeat, TableSeat.table_id == Table.id)
        .where(Table.begun.is_not(None), *_public())
    )
    rows = [
        (-created, table, user)
        for users in _parts({user for pair in wanted for user in pair})
        for table, user, created in session.execute(seats.where(TableSeat.user_id.in_(users)))
        if table not in apart and user is not None
    ]
    at: dict[str, set[int]] = defaultdict(set)
    for _, table, user in sorted(rows):
        at[table].add(user)
    found: dict[tuple[int, int], list[str]] = defaultdict(list)
    for table, sitting in at.items():
        for pair in combinations(sorted(sitting), 2):
            if pair in wanted:
                found[pair].append(table)
    return found


def _public() -> tuple[ColumnElement[bool], ...]:
    """Select tables whose players may be strangers."""
    return Table.private.is_(False), Table.analysis.is_(False), Table.class_id.is_(None)


def _names(session: Session, users: Iterable[int]) -> dict[int, str]:
    names = select(User.id, User.name)
    return {
        row[0]: row[1]
        for part in _parts(set(users))
        for row in session.execute(names.where(User.id.in_(part)))
    }


def _parts(users: Collection[int]) -> Iterator[list[int]]:
    """Yield the users in parts that fit into one statement of either database."""
    listed = sorted(users)
    for start in range(0, len(listed), IN_ONE_QUERY):
        yield listed[start : start + IN_ONE_QUERY]


# -- leaving early


def _leaving(session: Session, moderator: User, now: float) -> list[EarlyLeaving]:
    left = func.sum(case((Result.departure != "", 1), else_=0))
    at = func.max(case((Result.departure != "", Result.finished), else_=0))
    query = (
        select(User.name, left, func.count(), at)
        .join(User, User.id == Result.user_id)
        .join(Table, Table.id == Result.table_id)
        .where(Result.finished >= now - YEAR, Result.pace != FREE, User.id != moderator.id)
        .where(*_public())
        .group_by(User.id, User.name)
        .having(left >= LEAST_LEFT, left >= LEFT_SHARE * func.count())
        .order_by(left.desc(), User.name)
        .limit(SHOWN)
    )
    return [
        EarlyLeaving(name, int(n), games, int(seen))
        for name, n, games, seen in session.execute(query)
    ]


# -- help in games without chat


class _Game(NamedTuple):
    """A finished game without chat: its players by seat, and their help."""

    table: str
    players: dict[str, int]
    counts: dict[tuple[str, str], int]


def _helping(
    session: Session, moderator: User, apart: Collection[str], now: float
) -> list[MutualHelp]:
    games = _silent_games(session, now)
    pairs = total = 0
    given: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
    tables: dict[tuple[int, int], list[str]] = defaultdict(list)
    for game in games:
        for (one, a), (other, b) in combinations(
            sorted(game.players.items(), key=lambda p: p[1]), 2
        ):
            counts = game.counts.get((one, other), 0), game.counts.get((other, one), 0)
            pairs += 1
            total += sum(counts)
            if game.table not in apart and a != b:
                given[a, b] = [old + new for old, new in zip(given[a, b], counts, strict=True)]
                tables[a, b].append(game.table)
    usual = total / pairs if pairs else 0.0
    names = _names(session, (user for pair in given for user in pair))
    found = [
        MutualHelp(
            [names[a], names[b]],
            counts,
            len(tables[a, b]),
            round(usual, 1),
            tables[a, b][:EXAMPLES],
        )
        for (a, b), counts in given.items()
        if moderator.id not in (a, b)
        and min(counts) >= LEAST_HELP
        and sum(counts) >= UNUSUAL * usual * len(tables[a, b])
    ]
    found.sort(key=lambda each: (-sum(each.given) / each.games, each.names))
    return found[:SHOWN]


def _silent_games(session: Session, now: float) -> list[_Game]:
    """Return the last finished games without chat, with the people who played them to the end."""
    rows = session.execute(
        select(TableHelp.table_id, TableHelp.counts)
        .join(Table, Table.id == TableHelp.table_id)
        .where(Table.touched >= now - YEAR, *_public())
        .order_by(Table.touched.desc(), Table.id)
        .limit(GAMES)
    ).all()
    players: dict[str, dict[str, int]] = defaultdict(dict)
    seated = select(Result.table_id, Result.seat, Result.user_id).where(
        Result.table_id.in_([row[0] for row in rows]),
        Result.holder == 0,
        Result.took_over.is_(False),
    )
    for table, seat, user in session.execute(seated):
        if user is not None:
            players[table][seat] = user
    found = []
    for table, stored in rows:
        counts = {}
        for key, number in stored.items():
            giver, _, receiver = key.partition(" ")
            counts[giver, receiver] = int(number)
        found.append(_Game(table, players[table], counts))
    return found


def _uncounted() -> Select[str]:
    counted = select(TableHelp.table_id)
    return (
        select(Table.id)
        .where(
            Table.status == OVER,
            Table.press == SILENT,
            Table.begun.is_not(None),
            Table.aside.is_(None),
            Table.id.not_in(counted),
            *_public(),
        )
        .order_by(Table.touched.desc())
        .limit(1)
    )


def count_help(rooms: Rooms) -> str | None:
    """Count the help of one finished game without chat; return its table."""
    with rooms.sessions() as session:
        table = session.scalar(_uncounted())
    if table is None:
        return None
    counts: dict[str, int] = {}
    try:
        room = rooms.get(table)
        with room.lock:
            match = room.match
        if len(match.seats) > TWO:
            found = help_of(match)
            counts = {f"{giver} {receiver}": number for (giver, receiver), number in found.items()}
    except Problem:  # deleted, or set aside: no figures
        pass
    except Exception:  # an old game that can no longer be replayed must not be tried forever
        log.exception("the help in table %s could not be counted", table)
    # another process may have counted it, or the table has just been deleted
    with suppress(IntegrityError), rooms.sessions.begin() as session:
        session.add(TableHelp(table_id=table, counts=counts, counted=int(time.time())))
    return table
