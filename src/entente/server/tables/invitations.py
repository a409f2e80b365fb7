"""Invitations from one person to another: to an open table, or to a table made for a challenge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.server.gate import may_reach
from entente.server.notices.notices import notify
from entente.server.problem import Problem
from entente.server.storage.blocks import not_to_meet
from entente.server.storage.database import one_after_the_other
from entente.server.storage.ids import new_id
from entente.server.storage.models import (
    Invitation,
    Notice,
    Table,
    User,
)
from entente.server.tables import lobby
from entente.server.tables.club_tables import check_member, hidden_from
from entente.server.tables.room import Room
from entente.server.tables.starting import is_free
from entente.server.tables.table_info import TableInfo
from entente.server.tables.time_control import read_pace
from entente.wire.tables import OPEN, Live

MINUTE, DAY = 60, 86_400
LASTS = 7 * DAY  # an invitation to an open table
CHALLENGE_LASTS, LIVE_CHALLENGE_LASTS = 3 * DAY, 30 * MINUTE
MOST_SENT, MOST_RECEIVED = 30, 50  # unanswered invitations of a person
MOST_FROM_ONE = 6  # unanswered invitations from one person to another
INVITED, CHALLENGED = "notice.invited", "notice.challenged"
ACCEPTED, DECLINED, EXPIRED = "notice.accepted", "notice.declined", "notice.challenge_expired"


class InvitationInfo(msgspec.Struct):
    """An unanswered invitation, as the invited person sees it."""

    id: str
    by: str
    by_id: int
    challenge: bool
    created: int
    expires: int
    table: TableInfo


class Guest(NamedTuple):
    """The two people of an invitation."""

    by: User
    user: User


def invite(session: Session, room: Room, guest: Guest, now: float) -> Invitation:
    """Invite a person to a table that waits for players. For those who are at it."""
    by, user = guest
    table = room.table
    if table.host_id != by.id and not room.seats_of(by.id):
        raise Problem(403, "table.not_yours")
    if table.status != OPEN:
        raise Problem(409, "table.started")
    if not any(is_free(chair) for chair in room.chairs.values()):
        raise Problem(409, "table.full")
    if not table.anonymous:  # there, a refusal would tell who sits or sat at the table
        if room.seats_of(user.id):
            raise Problem(409, "person.seated", name=user.name)
        if user.id in table.barred and by.id != table.host_id:
            raise Problem(403, "seat.host")
    if table.club_id is not None:
        check_member(session, table.club_id, user.id)
    may_reach(session, *guest)
    return add(session, table, guest, now, now + LASTS)


def add(
    session: Session,
    table: Table,
    guest: Guest,
    now: float,
    expires: float,
    *,
    challenge: bool = False,
) -> Invitation:
    """Store an invitation and notify the invited person; once per table."""
    by, user = guest
    one_after_the_other(session, f"invitations of {by.id}")
    mine = select(Invitation).where(Invitation.table_id == table.id, Invitation.user_id == user.id)
    if (known := session.scalar(mine)) is not None:
        return known
    sent = select(func.count()).where(Invitation.by_id == by.id, Invitation.expires > now)
    if (session.scalar(sent) or 0) >= MOST_SENT:
        raise Problem(409, "person.most_invitations", most=MOST_SENT)
    received = select(func.count()).where(Invitation.user_id == user.id, Invitation.expires > now)
    if (session.scalar(received.where(Invitation.by_id == by.id)) or 0) >= MOST_FROM_ONE:
        raise Problem(409, "person.most_from_one", name=user.name, most=MOST_FROM_ONE)
    if (session.scalar(received) or 0) >= MOST_RECEIVED:
        raise Problem(409, "person.no_invitation", name=user.name)
    made = Invitation(
        id=new_id(),
        table_id=table.id,
        user_id=user.id,
        by_id=by.id,
        challenge=challenge,
        created=int(now),
        expires=int(expires),
    )
    session.add(made)
    session.flush()
    key = CHALLENGED if challenge else INVITED
    notify(session, [user.id], key, table, by=by.name)
    return made


def challenge_expires(table: Table, now: float) -> float:
    """Return when a challenge ends: soon, if the game has a clock."""
    live = isinstance(read_pace(table.pace), Live)
    return now + (LIVE_CHALLENGE_LASTS if live else CHALLENGE_LASTS)


# -- answering


def received(session: Session, user: User, language: str, now: float) -> list[InvitationInfo]:
    """Return a user's unanswered invitations, newest first."""
    rows = session.execute(
        select(Invitation, User.name, Table)
        .join(User, User.id == Invitation.by_id)
        .join(Table, Table.id == Invitation.table_id)
        .where(Invitation.user_id == user.id, Invitation.expires > now, Table.status == OPEN)
        .where(Invitation.by_id.not_in(not_to_meet(session, user.id)), ~hidden_from(user.id))
        .order_by(Invitation.created.desc(), Invitation.id)
    ).all()
    tables = lobby.infos(session, [table for _, _, table in rows], user, language)
    return [
        InvitationInfo(
            id=made.id,
            by=name,
            by_id=made.by_id,
            challenge=made.challenge,
            created=made.created,
            expires=made.expires,
            table=info,
        )
        for (made, name, _), info in zip(rows, tables, strict=True)
    ]


def find(session: Session, user: User, invitation_id: str, now: float) -> Invitation:
    """Return an unanswered invitation of a user."""
    made = session.get(Invitation, invitation_id)
    if made is None or made.user_id != user.id or made.expires <= now:
        raise Problem(404, "invitation.gone")
    return made


def end(session: Session, made: Invitation) -> bool:
    """Delete an invitation, and mark its notice as read; return whether it was still there."""
    gone = session.connection().execute(delete(Invitation).where(Invitation.id == made.id))
    about = (Notice.user_id == made.user_id, Notice.table_id == made.table_id)
    keys = Notice.key.in_((INVITED, CHALLENGED))
    session.execute(update(Notice).where(*about, keys).values(read=True))
    return gone.rowcount == 1


def withdraw(session: Session, table_id: str, user_id: int) -> None:
    """Delete a person's invitation to a table."""
    to_table = (Invitation.table_id == table_id, Invitation.user_id == user_id)
    for made in session.scalars(select(Invitation).where(*to_table)).all():
        end(session, made)


def free_seat(room: Room) -> Seat:
    """Return the first free seat of a table."""
    free = (seat for seat, chair in room.chairs.items() if is_free(chair))
    if (seat := next(free, None)) is None:
        raise Problem(409, "table.full")
    return seat


def expired(session: Session, now: float) -> list[Invitation]:
    """Return some expired invitations."""
    query = select(Invitation).where(Invitation.expires <= now).order_by(Invitation.expires)
    return list(session.scalars(query.limit(100)))


def tell(session: Session, user_ids: Iterable[int], key: str, table: Table, name: str) -> None:
    """Notify the inviting person of an answer."""
    notify(session, user_ids, key, table, name=name)
