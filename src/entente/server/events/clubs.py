"""Clubs: their members and roles, and how people join."""

from __future__ import annotations

import re
import secrets
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from entente.server.events import succession
from entente.server.events.store import role_in
from entente.server.forbidden_words import check_words
from entente.server.gate import may_reach
from entente.server.notices.notices import notify
from entente.server.problem import Problem
from entente.server.ratings.stored import finished_with_people
from entente.server.storage.database import one_after_the_other
from entente.server.storage.digests import digest
from entente.server.storage.ids import new_id
from entente.server.storage.models import Club, ClubBarred, ClubMember, User
from entente.server.storage.models.events import (
    DIRECTOR,
    LISTED,
    MEMBER,
    MEMBERS,
    OWNER,
    UNLISTED,
)
from entente.server.tables.new_tables import clean_title

ROLES = (OWNER, DIRECTOR, MEMBER)
ROLE_NOTICES = {
    OWNER: "notice.club_role_owner",
    DIRECTOR: "notice.club_role_director",
}
PRIVACY = (LISTED, UNLISTED, MEMBERS)
MOST_CLUBS, MOST_MEMBERS = 50, 2000
LONGEST_ABOUT = 2000
PAGE = 100
_COLOUR = re.compile(r"#[0-9a-f]{6}")


class NewClub(NamedTuple):
    """A club to create, or its changed description."""

    name: str
    about: str = ""
    privacy: str = LISTED
    open: bool = True
    colour: str = ""
    least_games: int = 0


class MemberInfo(msgspec.Struct):
    """A member of a club."""

    name: str
    role: str
    since: int


class ClubLine(msgspec.Struct):
    """A club in a list."""

    id: str
    name: str
    about: str
    privacy: str
    open: bool
    colour: str
    least_games: int
    members: int
    role: str | None


class ClubInfo(ClubLine):
    """A club with its members."""

    people: list[MemberInfo]
    has_invitation: bool
    barred: list[str]  # for owners: who was removed and may not join again


class ClubInvitation(msgspec.Struct):
    """The secret of a club's invitation link; None if it was withdrawn."""

    token: str | None


def _check(wanted: NewClub) -> NewClub:
    name = clean_title(wanted.name)
    if not name:
        raise Problem(422, "club.name")
    if len(wanted.about) > LONGEST_ABOUT:
        raise Problem(422, "tournament.about", most=LONGEST_ABOUT)
    if wanted.privacy not in PRIVACY:
        raise Problem(422, "tournament.privacy", known=list(PRIVACY))
    if wanted.colour and not _COLOUR.fullmatch(wanted.colour):
        raise Problem(422, "club.colour")
    check_words(wanted.about)
    return wanted._replace(name=name)


def create(session: Session, user: User, wanted: NewClub, now: float) -> Club:
    """Create a club; its creator owns it."""
    if user.guest:
        raise Problem(403, "tournament.guest")
    wanted = _check(wanted)
    mine = select(func.count()).where(ClubMember.user_id == user.id)
    if (session.scalar(mine) or 0) >= MOST_CLUBS:
        raise Problem(409, "club.most", most=MOST_CLUBS)
    club = Club(id=new_id(), created=int(now), **wanted._asdict())
    session.add(club)
    session.flush()
    session.add(ClubMember(club_id=club.id, user_id=user.id, role=OWNER, since=int(now)))
    session.flush()
    return club


def find(session: Session, club_id: str, user: User | None) -> Club:
    """Return a club that a user may see. Raise Problem 404 otherwise."""
    club = session.get(Club, club_id)
    if club is None or (club.privacy == MEMBERS and role_in(session, club_id, user) is None):
        raise Problem(404, "club.unknown")
    return club


def check_owner(session: Session, club_id: str, user: User) -> None:
    """Raise Problem unless a user owns a club; one they may not see does not exist."""
    find(session, club_id, user)
    if role_in(session, club_id, user) != OWNER:
        raise Problem(403, "club.owner")


def _owned(session: Session, club_id: str, user: User) -> Club:
    one_after_the_other(session, f"club {club_id}")
    check_owner(session, club_id, user)
    return session.get_one(Club, club_id)


def change(session: Session, club_id: str, user: User, wanted: NewClub) -> Club:
    club = _owned(session, club_id, user)
    for name, value in _check(wanted)._asdict().items():
        setattr(club, name, value)
    return club


def listed(session: Session, user: User | None) -> list[ClubLine]:
    """Return the public clubs and one's own, by name."""
    shown = Club.privacy == LISTED
    if user is not None:
        mine = select(ClubMember.club_id).where(ClubMember.user_id == user.id)
        shown = or_(shown, Club.id.in_(mine))
    rows = session.scalars(select(Club).where(shown).order_by(Club.name, Club.id).limit(PAGE))
    return [ClubLine(**_line(session, club, user)) for club in rows]


def _line(session: Session, club: Club, user: User | None) -> dict[str, Any]:
    count = select(func.count()).where(ClubMember.club_id == club.id)
    return {
        "id": club.id,
        "name": club.name,
        "about": club.about,
        "privacy": club.privacy,
        "open": club.open,
        "colour": club.colour,
        "least_games": club.least_games,
        "members": session.scalar(count) or 0,
        "role": role_in(session, club.id, user),
    }


def info(session: Session, club: Club, user: User | None) -> ClubInfo:
    """Return a club; its members are for its members, unless it is public."""
    role = role_in(session, club.id, user)
    people: list[MemberInfo] = []
    if role is not None or club.privacy == LISTED:
        rows = session.execute(
            select(User.name, ClubMember.role, ClubMember.since)
            .join(User, User.id == ClubMember.user_id)
            .where(ClubMember.club_id == club.id)
            .order_by(ClubMember.since, User.id)
        )
        people = [MemberInfo(*row) for row in rows]
    line = _line(session, club, user)
    owner = role == OWNER
    barred: list[str] = []
    if owner:
        names = select(User.name).join(ClubBarred, ClubBarred.user_id == User.id)
        mine = names.where(ClubBarred.club_id == club.id).order_by(User.name)
        barred = list(session.scalars(mine))
    invited = owner and club.invitation is not None
    return ClubInfo(**line, people=people, has_invitation=invited, barred=barred)


def join(session: Session, club_id: str, user: User, token: str, now: float) -> Club:
    """Join an open club, or any with the secret of its link."""
    one_after_the_other(session, f"club {club_id}")
    club = session.get(Club, club_id)
    invited = (
        club is not None
        and club.invitation is not None
        and bool(token)
        and secrets.compare_digest(club.invitation, digest(token))
    )
    if club is None or (club.privacy == MEMBERS and not invited):
        raise Problem(404, "club.unknown")
    if user.guest:
        raise Problem(403, "tournament.guest")
    if role_in(session, club_id, user) is not None:
        return club
    if session.get(ClubBarred, (club_id, user.id)) is not None:
        raise Problem(403, "club.barred")
    if not club.open and not invited:
        raise Problem(403, "club.closed")
    if not invited and finished_with_people(session, user.id) < club.least_games:
        raise Problem(403, "club.games", least=club.least_games)
    count = select(func.count()).where(ClubMember.club_id == club_id)
    if (session.scalar(count) or 0) >= MOST_MEMBERS:
        raise Problem(409, "club.full", most=MOST_MEMBERS)
    session.add(ClubMember(club_id=club_id, user_id=user.id, role=MEMBER, since=int(now)))
    session.flush()
    return club


def leave(session: Session, club_id: str, user: User) -> None:
    """Leave a club; its last owner hands it on."""
    one_after_the_other(session, f"club {club_id}")
    member = session.get(ClubMember, (club_id, user.id))
    if member is None:
        raise Problem(404, "club.unknown")
    if member.role == OWNER:
        succession.hand_on_club(session, club_id, user)
        if session.get(Club, club_id) is None:
            return
    session.delete(member)


def _check_owner_left(session: Session, member: ClubMember) -> None:
    others = select(func.count()).where(
        ClubMember.club_id == member.club_id, ClubMember.user_id != member.user_id
    )
    owners = others.where(ClubMember.role == OWNER, succession.STAYING)
    if member.role == OWNER and session.scalar(others) and not session.scalar(owners):
        raise Problem(409, "club.last_owner")


def set_role(
    session: Session, club_id: str, user: User, other: User, role: str | None, now: float
) -> Club:
    """Give a member a role, or remove them (None) and keep them out. For owners."""
    club = _owned(session, club_id, user)
    member = session.get(ClubMember, (club_id, other.id))
    if member is None:
        raise Problem(404, "people.unknown")
    if role is not None and role not in ROLES:
        raise Problem(422, "club.role", known=list(ROLES))
    if role != OWNER:
        _check_owner_left(session, member)
    if role in ROLE_NOTICES and other.id != user.id:
        may_reach(session, user, other)
    if role is None:
        session.delete(member)
        if other.id != user.id:
            session.add(ClubBarred(club_id=club_id, user_id=other.id, since=int(now)))
    elif role != member.role:
        member.role = role
        if role in ROLE_NOTICES and other.id != user.id:
            key, by = ROLE_NOTICES[role], user.name
            notify(session, [other.id], key, once=True, by=by, club=club.name, club_id=club.id)
    session.flush()
    return club


def let_back(session: Session, club_id: str, user: User, other: User) -> Club:
    """Let a removed person join again. For owners."""
    club = _owned(session, club_id, user)
    barred = session.get(ClubBarred, (club_id, other.id))
    if barred is None:
        raise Problem(404, "people.unknown")
    session.delete(barred)
    session.flush()
    return club


def invite(session: Session, club_id: str, user: User, *, withdraw: bool) -> ClubInvitation:
    """Create the club's invitation link, instead of an earlier one; or withdraw it. For owners."""
    club = _owned(session, club_id, user)
    token = None if withdraw else secrets.token_urlsafe(16)
    club.invitation = None if token is None else digest(token)
    return ClubInvitation(token)
