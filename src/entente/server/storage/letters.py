"""Which stored letters a reader may read.

Letters belong to seats. A person who takes a seat over reads its private letters only from then on
(`TableSeat.letters_from`): what others wrote before was meant for the player who left, and the
newcomer may be one of those whom it was hidden from, with a second account.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, and_, func, or_, select, update
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.server.storage.models import Letter, TableSeat


def readable(
    table_id: str, seats: Iterable[Seat], until: float | None = None
) -> ColumnElement[bool]:
    """Return the condition that the holder of these seats may read a letter.

    Spectators with a delay read those written `until` a moment.
    """
    own = (
        and_(
            Letter.conversation.contains(f",{seat},", autoescape=True),
            Letter.number
            > select(TableSeat.letters_from)
            .where(TableSeat.table_id == table_id, TableSeat.seat == seat)
            .scalar_subquery(),
        )
        for seat in seats
    )
    here = Letter.table_id == table_id
    if until is not None:
        here &= Letter.time <= int(until)
    return here & or_(Letter.conversation == "", *own)


def first_letters(session: Session, table_id: str) -> dict[Seat, int]:
    """Return the seats that were taken over, and the last letter before that."""
    taken_over = select(TableSeat.seat, TableSeat.letters_from).where(
        TableSeat.table_id == table_id, TableSeat.letters_from > 0
    )
    return {row[0]: row[1] for row in session.execute(taken_over)}


def hide_earlier(session: Session, table_id: str, seat: Seat, *, is_first: bool = False) -> None:
    """Hide the private letters of a seat up to now from its new player.

    If the new player `is_first`, the only known player so far, who returns: only if another one,
    whose account was deleted, had the seat meanwhile.
    """
    last = select(func.coalesce(func.max(Letter.number), 0)).where(Letter.table_id == table_id)
    of_seat = [TableSeat.table_id == table_id, TableSeat.seat == seat]
    if is_first:
        of_seat.append(TableSeat.letters_from > 0)
    session.execute(
        update(TableSeat).where(*of_seat).values(letters_from=last.scalar_subquery()),
        execution_options={"synchronize_session": False},
    )
