"""A guest who logs in to an account keeps the seats held as a guest: they move to the account."""

from __future__ import annotations

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from entente.server.gate import is_suspended
from entente.server.storage.blocks import blocked_between
from entente.server.storage.models import (
    LetterDraft,
    MutedConversation,
    MutedPlayer,
    PreparedAnswer,
    SeenSeat,
    Table,
    TableSeat,
    User,
)
from entente.wire.tables import OPEN, OVER

# What is stored of a user at a table, beside the seats.
_OF_THE_TABLE = (SeenSeat, LetterDraft, MutedConversation, MutedPlayer, PreparedAnswer)


def move_seats(session: Session, guest: User, user: User) -> list[str]:
    """Move the seats of games that are not over to an account; return the tables.

    They stay with the guest where the account sits already, or has sat and knows other secrets,
    and where it could not have taken a seat that is still open.
    """
    held = select(TableSeat.table_id).where(TableSeat.user_id == guest.id)
    mine = select(Table).where(Table.id.in_(held), Table.status != OVER)
    moved = []
    for table in session.scalars(mine.order_by(Table.id)).all():
        if not _may_move(session, table, user):
            continue
        for model in (TableSeat, *_OF_THE_TABLE):
            rows = update(model).where(model.table_id == table.id, model.user_id == guest.id)
            session.execute(rows.values(user_id=user.id))
        if table.host_id == guest.id:
            table.host_id = user.id
        table.version += 1  # cached rooms are reloaded
        moved.append(table.id)
    session.flush()
    return moved


def _may_move(session: Session, table: Table, user: User) -> bool:
    for model in (TableSeat, SeenSeat):
        mine = select(model.seat).where(model.table_id == table.id, model.user_id == user.id)
        if session.scalar(mine.limit(1)) is not None:
            return False
    if table.status != OPEN:
        return True
    others = session.scalars(select(TableSeat.user_id).where(TableSeat.table_id == table.id))
    barred = user.id in table.barred or is_suspended(user)
    return not barred and not blocked_between(session, (user.id, *others))
