"""Tables of a club: who may see them and take their seats.

A club's table is in no public list. If the club is private, it does not exist for others, except
for those who sit at it: a player who leaves the club plays on. Without its club it is a private
table like any other.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from sqlalchemy import ColumnElement, and_, exists, or_, select
from sqlalchemy.orm import Session

from entente.server.problem import Problem
from entente.server.storage.database import one_after_the_other
from entente.server.storage.models import Club, ClubMember, Table, TableSeat, User
from entente.server.storage.models.events import MEMBERS
from entente.server.tables import lobby
from entente.server.tables.table_info import TableInfo
from entente.wire.tables import OPEN, PLAYING

_TABLE = re.compile(r"/api/tables/(?P<id>[^/]+)(/.*)?")
STRANGER = -1  # the id of a visitor without an account


def hidden_from(user_id: int | None) -> ColumnElement[bool]:
    """Return the condition that a table belongs to a private club that is closed to a user."""
    me = STRANGER if user_id is None else user_id
    closed = exists().where(Club.id == Table.club_id, Club.privacy == MEMBERS)
    member = exists().where(ClubMember.club_id == Table.club_id, ClubMember.user_id == me)
    seated = exists().where(TableSeat.table_id == Table.id, TableSeat.user_id == me)
    return and_(Table.club_id.is_not(None), closed, ~member, ~seated)


def check_seen(session: Session, table_id: str, user_id: int | None) -> None:
    """Raise Problem 404 if a table is hidden from a user."""
    hidden = select(Table.id).where(Table.id == table_id, hidden_from(user_id))
    if session.scalar(hidden) is not None:
        raise Problem(404, "table.unknown")


def table_of_path(path: str) -> str | None:
    """Return the table that a request is about."""
    found = _TABLE.fullmatch(path)
    return None if found is None else found["id"]


def shut_out(session: Session, table: Table, user_ids: Collection[int | None]) -> set[int | None]:
    """Return those of the viewers of a table who may see it no longer, or never could."""
    club = session.get(Club, table.club_id)
    if club is None or club.privacy != MEMBERS:
        return set()
    known = [each for each in user_ids if each is not None]
    members = select(ClubMember.user_id).where(
        ClubMember.club_id == club.id, ClubMember.user_id.in_(known)
    )
    seated = select(TableSeat.user_id).where(TableSeat.table_id == table.id)
    return {*user_ids} - {*session.scalars(members)} - ({*session.scalars(seated)} - {None})


def check_member(session: Session, club_id: str, user_id: int) -> None:
    """Raise Problem unless a user may take a seat of a club's tables.

    Runs in the transaction that stores the seat: no one sits down while they are removed.
    """
    one_after_the_other(session, f"club {club_id}")
    club = session.get(Club, club_id)
    member = session.get(ClubMember, (club_id, user_id), populate_existing=True)
    if club is not None and member is None:
        raise Problem(403, "club.members_only")


def check_new(session: Session, club_id: str, user: User) -> None:
    """Raise Problem unless a user may create tables of a club."""
    club = session.get(Club, club_id)
    member = session.get(ClubMember, (club_id, user.id))
    if club is None or (member is None and club.privacy == MEMBERS):
        raise Problem(404, "club.unknown")
    if member is None:
        raise Problem(403, "club.members_only")


def current(session: Session, club_id: str, user: User, language: str) -> list[TableInfo]:
    """Return the open and running tables of a club that a member may see, last changed first."""
    check_new(session, club_id, user)
    mine = exists().where(TableSeat.table_id == Table.id, TableSeat.user_id == user.id)
    shown = or_(Table.status == OPEN, and_(Table.status == PLAYING, or_(Table.spectators, mine)))
    query = select(Table).where(Table.club_id == club_id, shown)
    query = query.order_by(Table.touched.desc(), Table.id.desc()).limit(lobby.SHOWN)
    return lobby.infos(session, list(session.scalars(query)), user, language)
