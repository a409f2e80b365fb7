"""A user's data: all of it to take away, or to be deleted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.server.people import accounts
from entente.server.storage.models import (
    OVER,
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
from entente.server.tables import letter_drafts
from entente.server.tables.press import written
from entente.server.tables.rooms import Rooms

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
        "tables": [_table(session, table, chair, user) for table, chair in _held(session, user)],
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


def _table(session: Session, table: Table, chair: Chair, user: User) -> Json:
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
        "host": table.host_id == user.id,
        "created": table.created,
        "notes": chair.notes,
        "draft": chair.draft,
        "moves": _moves(session, table, session.scalars(moves.order_by(Move.number)).all()),
        "letters": [
            msgspec.to_builtins(written(letter))
            for letter in session.scalars(letters.order_by(Letter.number))
        ],
        "letter_drafts": [
            {"conversation": list(draft.conversation), "text": draft.text}
            for draft in letter_drafts.drafts(session, table.id, user.id, [chair.seat])
        ],
        "votes": _rows(session.scalars(votes), "kind yes time"),
    }


def _moves(session: Session, table: Table, mine: Sequence[Move]) -> list[Json]:
    """What a seat has done. The numbers do not count what others have planned in secret."""
    rows = _rows(mine, "number action time window")
    hidden = select(Move.number).where(Move.table_id == table.id, Move.private)
    others = session.scalars(hidden.where(Move.seat != mine[0].seat)).all() if mine else ()
    if table.status != OVER:
        for row in rows:
            row["number"] -= sum(number < row["number"] for number in others)
    return rows


def _rows(found: Iterable[object], names: str) -> list[Json]:
    return [{name: getattr(row, name) for name in names.split()} for row in found]


def spread(rooms: Rooms, user_id: int) -> None:
    """The tables in memory learn a user's new name and days off."""
    with rooms.sessions() as session:
        tables = session.scalars(select(Chair.table_id).where(Chair.user_id == user_id)).all()
    for table_id in set(tables):
        if (room := rooms.in_memory(table_id)) is not None:
            rooms.refresh(room)


def departures(session: Session, user: User) -> dict[str, list[Seat]]:
    """The seats a user must get up from before he goes: of tables where others sit too."""
    seats: dict[str, list[Seat]] = {}
    for table, chair in _held(session, user):
        if table.status != OVER and _company(session, table.id, user):
            seats.setdefault(table.id, []).append(chair.seat)
    return seats


def erase(session: Session, user: User) -> None:
    """Delete an account, and the tables where nobody else sits. What others have played with him
    stays, without his name and his papers."""
    for table, chair in _held(session, user):
        if _company(session, table.id, user):
            chair.notes = chair.draft = ""
            table.version += 1  # whoever has the table in memory reads it anew
        else:
            session.execute(delete(Table).where(Table.id == table.id))
    session.flush()
    session.delete(user)


def _company(session: Session, table_id: str, user: User) -> bool:
    others = select(Chair.seat).where(Chair.table_id == table_id, Chair.user_id.is_not(None))
    return session.scalar(others.where(Chair.user_id != user.id).limit(1)) is not None
