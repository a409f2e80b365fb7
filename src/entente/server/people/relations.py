"""Follow, block and avoid other people, and see which of them are online.

A block ends following in both directions and withdraws invitations. The blocked person is not
notified; what a block prevents is refused in the same words as what a person does not want from
anyone.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

import msgspec
from sqlalchemy import delete, func, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from entente.server.people.member_invitations import withdraw_between
from entente.server.problem import Problem
from entente.server.storage.blocks import AVOID, BLOCK, FOLLOW, blockers_of, blocks_any
from entente.server.storage.database import one_after_the_other
from entente.server.storage.models import Invitation, Relation, User

ONLINE = 180  # seconds after the last sign of life
MOST = {FOLLOW: 300, BLOCK: 500, AVOID: 100}  # people per list of an account
GUESTS = 10  # the lists of a guest are this many times shorter


class PersonInfo(msgspec.Struct):
    """Another person, and what the user has decided about them.

    `online` is null for a person who does not show it.
    """

    id: int
    name: str
    guest: bool
    online: bool | None
    followed: bool
    blocked: bool
    avoided: bool


def person(session: Session, user_id: int) -> User:
    """Return a user by id. Raise Problem if there is none."""
    user = session.get(User, user_id)
    if user is None:
        raise Problem(404, "person.unknown")
    return user


def set_relations(session: Session, user: User, other: User, wanted: dict[str, bool]) -> None:
    """Change what a user has decided about another person; kinds that are not named stay."""
    if user.id == other.id:
        raise Problem(422, "person.self")
    one_after_the_other(session, f"relations of {user.id}")
    now = _kinds(session, user.id, other.id)
    after = {kind for kind in MOST if wanted.get(kind, kind in now)}
    if {FOLLOW, BLOCK} <= after:
        if wanted.get(FOLLOW):
            raise Problem(409, "person.own_block")
        after.discard(FOLLOW)
    if FOLLOW in after - now and not _may_follow(session, user, other):
        raise Problem(409, "person.no_follow")
    for kind in after - now:
        _add(session, user, other, kind)
    for kind in now - after:
        _remove(session, user.id, other.id, kind)
    if BLOCK in after - now:
        _remove(session, other.id, user.id, FOLLOW)
        _withdraw(session, user.id, other.id)


def _may_follow(session: Session, user: User, other: User) -> bool:
    return other.can_be_followed and not blocks_any(session, [other.id], user.id)


def _kinds(session: Session, user_id: int, other_id: int) -> set[str]:
    mine = select(Relation.kind).where(Relation.user_id == user_id, Relation.other_id == other_id)
    return set(session.scalars(mine))


def _add(session: Session, user: User, other: User, kind: str) -> None:
    most = MOST[kind] // (GUESTS if user.guest else 1)
    mine = select(func.count()).where(Relation.user_id == user.id, Relation.kind == kind)
    if (session.scalar(mine) or 0) >= most:
        raise Problem(409, "person.most", most=most)
    now = int(time.time())
    row = Relation(user_id=user.id, other_id=other.id, kind=kind, created=now)
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:  # another request was faster, or the person has just gone
        return


def _remove(session: Session, user_id: int, other_id: int, kind: str) -> None:
    session.execute(
        delete(Relation).where(
            Relation.user_id == user_id, Relation.other_id == other_id, Relation.kind == kind
        )
    )


def _withdraw(session: Session, one: int, other: int) -> None:
    """Delete the invitations between two people; challenges expire by themselves."""
    between = or_(
        (Invitation.user_id == one) & (Invitation.by_id == other),
        (Invitation.user_id == other) & (Invitation.by_id == one),
    )
    session.execute(delete(Invitation).where(between, Invitation.challenge.is_(False)))
    withdraw_between(session, one, other)


def end_followers(session: Session, user: User) -> None:
    """End all following of a user who no longer wants it."""
    followers = delete(Relation).where(Relation.other_id == user.id, Relation.kind == FOLLOW)
    session.execute(followers)


# -- reading


def info(session: Session, user: User, other: User, now: float) -> PersonInfo:
    """Return another person as a user sees them."""
    hidden = other.id in blockers_of(session, user.id)
    return _info(other, _kinds(session, user.id, other.id), now, hidden=hidden)


def listed(session: Session, user: User, now: float) -> list[PersonInfo]:
    """Return everyone a user follows, blocks or avoids: those online first, then by name."""
    rows = session.execute(
        select(User, Relation.kind)
        .join(Relation, Relation.other_id == User.id)
        .where(Relation.user_id == user.id)
    )
    kinds: dict[int, set[str]] = {}
    people: dict[int, User] = {}
    for other, kind in rows:
        people[other.id] = other
        kinds.setdefault(other.id, set()).add(kind)
    blocking = blockers_of(session, user.id)
    related = [
        _info(other, kinds[other.id], now, hidden=other.id in blocking) for other in people.values()
    ]
    return sorted(related, key=lambda each: (not each.online, each.name.casefold(), each.id))


def followed_by(session: Session, user_id: int) -> set[int]:
    """Return the users whom a user follows."""
    query = select(Relation.other_id).where(Relation.user_id == user_id, Relation.kind == FOLLOW)
    return set(session.scalars(query))


def online_users(session: Session, now: float) -> int:
    """Return how many users are online, including those who do not show it."""
    return session.scalar(select(func.count()).where(User.seen > now - ONLINE)) or 0


def is_online(user: User, now: float) -> bool | None:
    """Return whether a user is online; None if they do not show it."""
    if not user.shows_online:
        return None
    return user.seen is not None and user.seen > now - ONLINE


def _info(other: User, kinds: Iterable[str], now: float, *, hidden: bool) -> PersonInfo:
    return PersonInfo(
        id=other.id,
        name=other.name,
        guest=other.guest,
        # A person who blocks the user looks like one who does not show it.
        online=None if hidden else is_online(other, now),
        followed=FOLLOW in kinds,
        blocked=BLOCK in kinds,
        avoided=AVOID in kinds,
    )
