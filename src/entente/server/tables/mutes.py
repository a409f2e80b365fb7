"""Muted conversations and players.

A muted conversation sends no notices; its messages are shown. The messages of a muted player are
hidden from the user who has muted them, and send no notices. Nothing is lost: all messages are
stored and delivered, and a client hides those of `hidden_seats`. The muted player learns nothing.

A mute belongs to the account, not to the seat: a player who takes over the seat gets notices. In
the same way it concerns the person in the muted seat: a new player there is heard.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.server.problem import Problem
from entente.server.storage.blocks import BLOCK, blocked_by
from entente.server.storage.models import MutedConversation, MutedPlayer, Relation
from entente.server.tables.access import hides_names
from entente.server.tables.room import Room


def mute(session: Session, table_id: str, user_id: int, conversation: str, *, muted: bool) -> None:
    """Mute or unmute a conversation for a user."""
    row = {"table_id": table_id, "user_id": user_id, "conversation": conversation}
    if not muted:
        session.execute(delete(MutedConversation).filter_by(**row))
        return
    try:
        with session.begin_nested():
            session.add(MutedConversation(**row))
    except IntegrityError:  # already muted
        return


def muted_by(session: Session, table_id: str, user_id: int) -> set[str]:
    """Return the conversations of a table that a user has muted, as stored."""
    mine = select(MutedConversation.conversation).where(
        MutedConversation.table_id == table_id, MutedConversation.user_id == user_id
    )
    return set(session.scalars(mine))


def muted_users(
    session: Session, table_id: str, conversation: str, users: Iterable[int]
) -> set[int]:
    """Return which of these users have muted a conversation."""
    query = select(MutedConversation.user_id).where(
        MutedConversation.table_id == table_id,
        MutedConversation.conversation == conversation,
        MutedConversation.user_id.in_(tuple(users)),
    )
    return set(session.scalars(query))


# -- players


class HiddenSeats(NamedTuple):
    """The seats whose messages a user does not want to see: muted here, or of blocked people."""

    muted: frozenset[Seat] = frozenset()
    blocked: frozenset[Seat] = frozenset()

    @property
    def all(self) -> frozenset[Seat]:
        return self.muted | self.blocked


def mute_player(session: Session, room: Room, user_id: int, seat: Seat, *, muted: bool) -> None:
    """Hide the messages of the person in a seat from a user, or show them again."""
    row = {"table_id": room.table.id, "user_id": user_id, "seat": seat}
    if not muted:
        session.execute(delete(MutedPlayer).filter_by(**row))
        return
    other = room.chair(seat).user_id
    if other is None:
        raise Problem(409, "press.no_person")
    if other == user_id:
        raise Problem(422, "person.self")
    session.execute(delete(MutedPlayer).filter_by(**row))  # of an earlier player of the seat
    try:
        with session.begin_nested():
            session.add(MutedPlayer(**row, muted_id=other))
    except IntegrityError:  # another request was faster
        return


def hidden_seats(session: Session, room: Room, user_id: int) -> HiddenSeats:
    """Return the seats whose messages a user does not want to see.

    At an anonymous table a block hides nothing: it would tell who sits where.
    """
    mine = select(MutedPlayer.seat, MutedPlayer.muted_id).where(
        MutedPlayer.table_id == room.table.id, MutedPlayer.user_id == user_id
    )
    muted = {seat for seat, other in session.execute(mine) if _holds(room, seat, other)}
    blocked: set[Seat] = set()
    if not hides_names(room.table):
        people = blocked_by(session, user_id)
        blocked = {seat for seat, chair in room.chairs.items() if chair.user_id in people}
    return HiddenSeats(frozenset(muted), frozenset(blocked))


def deaf_users(session: Session, room: Room, sender: Seat, users: Iterable[int]) -> set[int]:
    """Return which of these users get no notices of what the person in a seat writes."""
    writer, users = room.chairs[sender].user_id, tuple(users)
    if writer is None:
        return set()
    muted = select(MutedPlayer.user_id).where(
        MutedPlayer.table_id == room.table.id,
        MutedPlayer.seat == sender,
        MutedPlayer.muted_id == writer,
        MutedPlayer.user_id.in_(users),
    )
    deaf = set(session.scalars(muted))
    if not hides_names(room.table):
        blocking = select(Relation.user_id).where(
            Relation.kind == BLOCK, Relation.other_id == writer, Relation.user_id.in_(users)
        )
        deaf |= set(session.scalars(blocking))
    return deaf


def _holds(room: Room, seat: Seat, user_id: int) -> bool:
    return seat in room.chairs and room.chairs[seat].user_id == user_id
