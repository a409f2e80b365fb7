"""Notices after a change at a table: your turn, or the game is over."""

from __future__ import annotations

from collections.abc import Collection, Set
from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.server.notices.kinds import GAME_OVER, YOUR_MOVE
from entente.server.notices.notices import notify
from entente.server.notices.wording import ending_args
from entente.server.storage.grouped_commits import Transaction
from entente.server.storage.models import Notice
from entente.server.tables.room import Room
from entente.server.tables.room_state import DecisionKey
from entente.wire.tables import OVER


def notify_of_change(
    transaction: Transaction,
    room: Room,
    before: Collection[DecisionKey],
    acted: Seat | None,
    viewing: Set[int],
    *,
    present: bool = True,
) -> None:
    """Notify players who are not viewing the table that it is their turn.

    The end of the game is announced to all who played in it: to those who view it in the pages
    only, and also to those who left.

    Runs in the transaction that stores the change. `before` are the questions that were open before
    it. `acted` is the seat whose action made the change; automatic answers of absent players may
    have followed. Without `present` the player of `acted` is absent too: a deadline has submitted
    their draft.
    """
    if room.table.analysis:
        return
    if room.table.status == OVER:
        session = transaction.session
        seated = {chair.user_id for chair in room.chairs.values() if chair.user_id is not None}
        left = {user_id for user_id, _ in room.seen} - seated
        _announce_end(session, room, (seated - viewing) | left)
        _announce_end(session, room, seated & viewing, page_only=True)
        return
    away = {
        seat: chair.user_id
        for seat, chair in room.chairs.items()
        if chair.user_id is not None and chair.user_id not in viewing and not chair.stand_in
    }
    if not away:
        return
    moves = room.match.moves
    mover = acted or (moves[-1].seat if moves else None) if present else None
    for seat, decision in room.decisions().items():
        # Players who have just moved, or were asked before, know.
        window = decision.window
        if seat in away and seat != mover and (seat, window) not in before:
            made = sum(move.seat == seat for move in moves)
            session = transaction.session
            if not _is_notified(session, room, seat, window, made):
                tell = partial(notify, seat=seat, window=window, made=made)
                tell(session, [away[seat]], YOUR_MOVE, room.table)


def _announce_end(
    session: Session, room: Room, users: Set[int], *, page_only: bool = False
) -> None:
    send = partial(
        notify, once=False, page_only=page_only, stage=None, **ending_args(room.table.outcome)
    )
    send(session, users, GAME_OVER, room.table)


def _is_notified(session: Session, room: Room, seat: Seat, window: int, made: int) -> bool:
    """Return whether a seat has an unread notice of a question, or has not moved since it."""
    notices = session.scalars(
        select(Notice)
        .where(Notice.user_id == room.chairs[seat].user_id, Notice.table_id == room.table.id)
        .where(Notice.key == YOUR_MOVE)
    )
    of_seat = (notice for notice in notices if notice.args.get("seat") == seat)
    about_it = [notice for notice in of_seat if notice.args.get("window") == window]
    return any(not notice.read or notice.args["made"] == made for notice in about_it)
