"""A user's data: all of it to take away, or to be deleted."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from entente.server import accounts
from entente.server.models import (
    OVER,
    PLAYING,
    Chair,
    Letter,
    Move,
    Notice,
    Subscription,
    Table,
    Token,
    User,
    Vote,
)
from entente.server.notices import notify
from entente.server.rooms import Rooms

STAND_IN = "greedy"  # plays on for whoever has deleted his account
Json = dict[str, Any]


def export(session: Session, user: User) -> Json:
    """Everything that is stored of a user."""
    return {
        "id": user.id,
        "name": user.name,
        "guest": user.guest,
        "email": user.email,
        "language": user.language,
        "created": user.created,
        "preferences": user.preferences,
        "sessions": [
            {"created": login.created, "expires": login.expires, "browser": login.agent}
            for login in accounts.logins(session, user)
        ],
        "tables": [
            _table(session, table, chair, table.host_id == user.id)
            for table, chair in _held(session, user)
        ],
        "notices": _rows(
            session.scalars(select(Notice).where(Notice.user_id == user.id).order_by(Notice.id)),
            "table_id key args created read",
        ),
        "browsers": _rows(
            session.scalars(select(Subscription).where(Subscription.user_id == user.id)),
            "endpoint created",
        ),
        "tokens": _rows(
            session.scalars(select(Token).where(Token.user_id == user.id)),
            "label table_id seat created used",
        ),
    }


def _held(session: Session, user: User) -> list[tuple[Table, Chair]]:
    held = select(Table, Chair).join(Chair, Chair.table_id == Table.id)
    mine = held.where(Chair.user_id == user.id).order_by(Table.created, Table.id, Chair.seat)
    return [(row[0], row[1]) for row in session.execute(mine)]


def _table(session: Session, table: Table, chair: Chair, host: bool) -> Json:
    """What a user has done in a seat."""
    moves = select(Move).where(Move.table_id == table.id, Move.seat == chair.seat)
    letters = select(Letter).where(Letter.table_id == table.id, Letter.sender == chair.seat)
    votes = select(Vote).where(Vote.table_id == table.id, Vote.seat == chair.seat)
    return {
        "id": table.id,
        "game": table.game,
        "options": table.options,
        "status": table.status,
        "seat": chair.seat,
        "host": host,
        "created": table.created,
        "notes": chair.notes,
        "draft": chair.draft,
        "moves": _rows(session.scalars(moves.order_by(Move.number)), "number action time"),
        "letters": [
            {**row, "to": row.pop("conversation").strip(",").split(",")}
            for row in _rows(
                session.scalars(letters.order_by(Letter.number)),
                "number conversation text move time",
            )
        ],
        "votes": _rows(session.scalars(votes), "kind yes time"),
    }


def _rows(found: Iterable[object], names: str) -> list[Json]:
    return [{name: getattr(row, name) for name in names.split()} for row in found]


def spread(rooms: Rooms, user_id: int) -> None:
    """The tables in memory learn a user's new name and days off."""
    with rooms.sessions() as session:
        tables = session.scalars(select(Chair.table_id).where(Chair.user_id == user_id)).all()
    for table_id in set(tables):
        if (room := rooms.in_memory(table_id)) is not None:
            rooms.refresh(room)


def erase(session: Session, user: User) -> list[str]:
    """Delete an account; the tables that go on without it, for whoever looks at them.

    Tables where nobody else sat go too. In a game that is being played a computer goes on in the
    seat, and the others are told.
    """
    left = []
    seats: dict[str, tuple[Table, list[Chair]]] = {}
    for table, chair in _held(session, user):
        seats.setdefault(table.id, (table, []))[1].append(chair)
    for table_id, (table, chairs) in seats.items():
        others = select(Chair.user_id).where(
            Chair.table_id == table_id, Chair.user_id.is_not(None), Chair.user_id != user.id
        )
        company = set(session.scalars(others))
        if not company:
            session.execute(delete(Table).where(Table.id == table_id))
            continue
        for chair in chairs:
            _vacate(chair, table.status)
            if table.status == PLAYING:
                notify(session, company, "notice.left", table, seat=chair.seat)
        session.execute(
            update(Table)
            .where(Table.id == table_id)
            .values(version=Table.version + 1, touched=int(time.time()))
        )
        left.append(table_id)
    alone = Table.id.not_in(select(Chair.table_id).where(Chair.user_id.is_not(None)))
    session.flush()
    session.execute(delete(Table).where(Table.host_id == user.id, Table.status != OVER, alone))
    session.delete(user)
    return left


def _vacate(chair: Chair, status: str) -> None:
    chair.user_id, chair.notes, chair.draft, chair.offer = None, "", "", None
    if status == PLAYING:
        chair.stand_in = STAND_IN
