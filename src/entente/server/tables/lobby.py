"""The lobby: find and list stored tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from sqlalchemy import ColumnElement, exists, select
from sqlalchemy.orm import Session, defer

from entente.server.problem import Problem
from entente.server.storage.models import SeenSeat, Table, TableSeat, User
from entente.server.tables.access import check_view
from entente.server.tables.table_info import TableInfo, table_info
from entente.wire.tables import OPEN, PLAYING

SHOWN = 100
OPEN_TABLES, MINE, WATCH, TAKEOVER = "open", "mine", "watch", "takeover"
SCOPES = (OPEN_TABLES, MINE, WATCH, TAKEOVER)
IN_PROGRESS = (WATCH, TAKEOVER)  # scopes of tables that others play at
# what no list of tables shows of a seat
WITHOUT_TEXTS = (
    defer(TableSeat.draft),
    defer(TableSeat.notes),
    defer(TableSeat.private_changes),
    defer(TableSeat.set_aside),
)


def find(session: Session, table_id: str) -> Table:
    table = session.get(Table, table_id)
    if table is None:
        raise Problem(404, "table.unknown")
    return table


def chairs_of(session: Session, table: Table) -> list[TableSeat]:
    return list(session.scalars(select(TableSeat).where(TableSeat.table_id == table.id)))


def one(session: Session, table: Table, user: User | None, language: str) -> TableInfo:
    """Return a stored table as its page shows it."""
    chairs = chairs_of(session, table)
    check_view(table, chairs, user)
    return table_info(table, chairs, _names(session, chairs), user, language)


def listed(
    session: Session, user: User | None, scope: str | None, game: str | None, language: str
) -> list[TableInfo]:
    """Return the tables of a scope, last changed first.

    Without a scope, open tables and the user's own. Runs a few queries however many there are.
    """
    # One query for each scope: an index serves either, but none serves both together.
    tables: dict[str, Table] = {}
    for each in (OPEN_TABLES, MINE) if scope is None else (scope,):
        query = select(Table).where(_in_scope(user, each))
        if game is not None:
            query = query.where(Table.game == game)
        query = query.order_by(Table.touched.desc(), Table.id.desc()).limit(SHOWN)
        tables |= {table.id: table for table in session.scalars(query)}
    last_changed = sorted(tables.values(), key=lambda table: (table.touched, table.id))[::-1]
    return infos(session, last_changed[:SHOWN], user, language)


def public_tables(
    session: Session, user_ids: Collection[int], user: User, language: str
) -> list[TableInfo]:
    """Return the tables where these people play or wait for players, as far as all may see it.

    Anonymous tables are left out: a list by player would name their players.
    """
    seats = select(TableSeat.table_id).where(TableSeat.user_id.in_(user_ids))
    seen = Table.private.is_(False) & Table.anonymous.is_(False) & Table.analysis.is_(False)
    shown = (Table.status == OPEN) | ((Table.status == PLAYING) & Table.spectators)
    query = select(Table).where(Table.id.in_(seats), seen, shown, Table.exercise.is_(None))
    tables = list(session.scalars(query.order_by(Table.touched.desc()).limit(SHOWN)))
    return infos(session, tables, user, language)


def infos(
    session: Session, tables: Sequence[Table], user: User | None, language: str
) -> list[TableInfo]:
    """Return stored tables as the lobby shows them."""
    return table_infos(session, tables, seats_of_tables(session, tables), user, language)


def seats_of_tables(session: Session, tables: Iterable[Table]) -> dict[str, list[TableSeat]]:
    """Return the seats of tables, without their drafts and notes, which may be long."""
    seats: dict[str, list[TableSeat]] = {table.id: [] for table in tables}
    query = select(TableSeat).where(TableSeat.table_id.in_(seats)).options(*WITHOUT_TEXTS)
    for seat in session.scalars(query):
        seats[seat.table_id].append(seat)
    return seats


def table_infos(
    session: Session,
    tables: Iterable[Table],
    chairs: Mapping[str, list[TableSeat]],
    user: User | None,
    language: str,
) -> list[TableInfo]:
    """Return tables as the lobby shows them to a user."""
    names = _names(session, (chair for each in chairs.values() for chair in each))
    return [table_info(table, chairs[table.id], names, user, language) for table in tables]


def _in_scope(user: User | None, scope: str) -> ColumnElement[bool]:
    mine = select(TableSeat.table_id).where(TableSeat.user_id == (user.id if user else -1))
    if scope == MINE:
        return Table.id.in_(mine) & Table.exercise.is_(None)  # exercises are listed with their game
    if scope == WATCH:
        seen = Table.spectators & Table.private.is_(False) & Table.analysis.is_(False)
        return (Table.status == PLAYING) & seen
    if scope == TAKEOVER:
        return open_for_takeover(user)
    return (Table.status == OPEN) & Table.private.is_(False)


def open_for_takeover(user: User | None) -> ColumnElement[bool]:
    """Select the tables with a seat that a user may take over."""
    me = user.id if user else -1
    wanted = select(TableSeat.table_id).where(TableSeat.takeover_since.is_not(None))
    mine = exists().where(TableSeat.table_id == Table.id, TableSeat.user_id == me)
    listed = Table.private.is_(False) & Table.analysis.is_(False) & Table.aside.is_(None)
    playing = (Table.status == PLAYING) & Table.id.in_(wanted) & listed
    return playing & ~mine & ~_knows_another_seat(me)


def _knows_another_seat(user_id: int) -> ColumnElement[bool]:
    """Return whether a user knows the secrets of a seat of a table that is not open."""
    held = (TableSeat.table_id == SeenSeat.table_id) & (TableSeat.seat == SeenSeat.seat)
    return (
        exists()
        .select_from(SeenSeat)
        .where(held, SeenSeat.table_id == Table.id, SeenSeat.user_id == user_id)
        .where(TableSeat.takeover_since.is_(None))
    )


def _names(session: Session, chairs: Iterable[TableSeat]) -> dict[int, str]:
    ids = {chair.user_id for chair in chairs if chair.user_id is not None}
    return dict(session.execute(select(User.id, User.name).where(User.id.in_(ids))).all())
