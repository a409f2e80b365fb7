"""The lobby: tables are made, found, joined and left."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from entente.kernel import Mistake, OptionValue, Seat, registry
from entente.players import known
from entente.server.models import OPEN, PLAYING, Chair, Table, User
from entente.server.problem import Problem

ME = "me"
SHOWN = 100


def create(
    session: Session,
    user: User,
    game_id: str,
    options: Mapping[str, OptionValue],
    seats: Mapping[Seat, str | None],
    *,
    private: bool = False,
    spectators: bool = True,
) -> Table:
    """A new table. `seats` says who sits where: `me`, a computer player, or None: free."""
    try:
        game = registry.load(game_id)
        complete = game.info.complete(options)
    except Mistake as mistake:
        raise Problem(422, "table.option", reason=mistake.said(user.language)) from None
    places = game.seats(complete)
    for seat, who in seats.items():
        if seat not in places:
            raise Problem(422, "table.no_seat", seat=seat)
        if who not in (ME, None, *known()):
            raise Problem(422, "table.computer", name=str(who))
    now = int(time.time())
    table = Table(
        id=secrets.token_urlsafe(9),
        game=game_id,
        options=dict(complete),
        seed=secrets.token_hex(16),
        host_id=user.id,
        private=private,
        spectators=spectators,
        status=OPEN,
        version=0,
        created=now,
        touched=now,
    )
    session.add(table)
    session.flush()
    for seat in places:
        who = seats.get(seat)
        session.add(
            Chair(
                table_id=table.id,
                seat=seat,
                user_id=user.id if who == ME else None,
                computer=who if who not in (ME, None) else None,
            )
        )
    session.flush()
    _begin_if_full(session, table)
    return table


def find(session: Session, table_id: str) -> Table:
    table = session.get(Table, table_id)
    if table is None:
        raise Problem(404, "table.unknown")
    return table


def join(session: Session, table: Table, user: User, seat: Seat) -> None:
    """Take a free seat; the last one begins the game."""
    chair = session.get(Chair, (table.id, seat))
    if chair is None:
        raise Problem(422, "table.no_seat", seat=seat)
    if table.status != OPEN:
        raise Problem(409, "table.started")
    taken = session.execute(
        update(Chair)
        .where(Chair.table_id == table.id, Chair.seat == seat)
        .where(Chair.user_id.is_(None), Chair.computer.is_(None))
        .values(user_id=user.id)
    )
    if taken.rowcount != 1:  # type: ignore[attr-defined]
        raise Problem(409, "table.taken")
    session.expire(chair)
    _begin_if_full(session, table)


def leave(session: Session, table: Table, user: User, seat: Seat) -> None:
    """Give a seat back before the game has begun."""
    chair = session.get(Chair, (table.id, seat))
    if chair is None or chair.user_id != user.id:
        raise Problem(403, "table.not_yours")
    if table.status != OPEN:
        raise Problem(409, "table.started")
    chair.user_id = None
    _changed(session, table)


def _begin_if_full(session: Session, table: Table) -> None:
    chairs = session.scalars(select(Chair).where(Chair.table_id == table.id)).all()
    if all(chair.user_id is not None or chair.computer for chair in chairs):
        table.status = PLAYING
    _changed(session, table)


def _changed(session: Session, table: Table) -> None:
    table.version += 1
    table.touched = int(time.time())
    session.flush()


def listed(session: Session, user: User | None) -> list[tuple[Table, list[Chair]]]:
    """Open tables that are not private, and all tables at which a user sits, newest first."""
    mine = select(Chair.table_id).where(Chair.user_id == (user.id if user else -1))
    wanted = or_((Table.status == OPEN) & Table.private.is_(False), Table.id.in_(mine))
    query = select(Table).where(wanted).order_by(Table.touched.desc()).limit(SHOWN)
    tables = list(session.scalars(query))
    chairs: dict[str, list[Chair]] = {table.id: [] for table in tables}
    for chair in session.scalars(select(Chair).where(Chair.table_id.in_(chairs))):
        chairs[chair.table_id].append(chair)
    return [(table, chairs[table.id]) for table in tables]
