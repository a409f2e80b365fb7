"""Read receipts: a writer learns when a message has been read.

A player who hides their own receipts does not get those of others. At an anonymous table there are
none, because they would show who is online and when.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.server.storage.models import Letter, User
from entente.server.tables.chat import Posted, posted, stored
from entente.server.tables.room import Room
from entente.wire.chat import Conversation, ReadFrame


class Receipt(NamedTuple):
    """A seat has read a conversation up to a message."""

    seat: Seat
    conversation: Conversation
    message: Posted
    discreet: frozenset[Seat]

    def frame_for(self, seats: Iterable[Seat]) -> ReadFrame | None:
        """Return the frame for the holder of these seats, or None if they may not know."""
        seats = tuple(seats)
        if not seats or self.seat in seats or self.discreet.intersection(seats):
            return None
        message = self.message.read_by(seats)
        if message is None:
            return None
        return ReadFrame(self.seat, self.conversation, message.number)


def discreet_seats(session: Session, room: Room) -> frozenset[Seat]:
    """Return the seats whose players neither send nor get read receipts."""
    users = {chair.user_id for chair in room.chairs.values() if chair.user_id is not None}
    people = session.scalars(select(User).where(User.id.in_(users)))
    silent = {user.id for user in people if not user.read_receipts}
    return frozenset(seat for seat, chair in room.chairs.items() if chair.user_id in silent)


def receipt(
    session: Session, room: Room, seat: Seat, conversation: Conversation, mark: int
) -> Receipt | None:
    """Return the receipt for a read mark, or None if no one may know."""
    discreet = discreet_seats(session, room)
    if room.table.anonymous or seat in discreet:
        return None
    last = session.scalar(
        select(Letter)
        .where(
            Letter.table_id == room.table.id,
            Letter.conversation == stored(conversation),
            Letter.number <= mark,
        )
        .order_by(Letter.number.desc())
        .limit(1)
    )
    if last is None:
        return None
    sent = posted(session, last)
    session.expunge(last)
    return Receipt(seat, conversation, sent, discreet)
