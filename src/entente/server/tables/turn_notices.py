"""Notices of a change at a table: that it is somebody's turn, or that the game is over."""

from __future__ import annotations

from collections.abc import Mapping, Set

from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.server.notices.notices import GAME_OVER, YOUR_MOVE, notify
from entente.server.storage.models import OVER, Notice
from entente.server.tables.room import Room


def tell_of_change(
    session: Session, room: Room, before: Mapping[Seat, object], status: str, looking: Set[int]
) -> None:
    """Within the transaction that stores a change: those who are not `looking` at the table hear
    that it is their move, or that the game is over."""
    away = {
        seat: chair.user_id
        for seat, chair in room.chairs.items()
        if chair.user_id is not None and chair.user_id not in looking and not chair.stand_in
    }
    if not away or room.table.analysis:
        return
    if status == OVER:
        notify(session, away.values(), GAME_OVER, room.table)
        return
    moves = len(room.match.moves)
    mover = room.match.moves[-1].seat if moves else None
    for seat in room.decisions():
        # Whoever has just moved, or was asked before, knows.
        asked = seat in away and seat != mover and seat not in before
        if asked and not _told_already(session, room, seat):
            notify(session, [away[seat]], YOUR_MOVE, room.table, seat=seat, move=moves)


def _told_already(session: Session, room: Room, seat: Seat) -> bool:
    """Whether a seat has been told that it is its move, and has not moved since."""
    notices = session.scalars(
        select(Notice)
        .where(Notice.user_id == room.chairs[seat].user_id, Notice.table_id == room.table.id)
        .where(Notice.key == YOUR_MOVE)
    )
    told = [int(notice.args["move"]) for notice in notices if notice.args.get("seat") == seat]
    return bool(told) and all(move.seat != seat for move in room.match.moves[max(told) :])
