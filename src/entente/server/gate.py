"""What a person may do: play, publish, direct, and reach another person.

Sanctions, blocks and wishes are decided here and nowhere else. Each route that writes declares
which gate it passes (http/gates.py). The ends of sanctions are in the user's row, so that every
request can check them without a query.
"""

from __future__ import annotations

import re
import time

from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.server.problem import Problem
from entente.server.storage.blocks import FOLLOW, blocked_between
from entente.server.storage.models import FOLLOWED, NO_ONE, Relation, User

FOREVER = 253_402_300_799  # the end of the year 9999
# What a banned user may still ask for: the own account and data, the sanction and an appeal.
_WHILE_BANNED = re.compile(
    r"GET /api/(me|me/standing|me/export|conduct)|DELETE /api/me"
    r"|POST /api/(login|logout|me/sanctions/\d+/appeal)"
)


def may_play(user: User) -> None:
    """Raise Problem if a user may not begin, enter or join games; those under way go on."""
    if is_suspended(user):
        raise _refusal("suspended", max(user.suspended_until or 0, user.banned_until or 0))


def may_publish(user: User) -> None:
    """Raise Problem if a user may not write what others read: messages, names, descriptions."""
    if is_muted(user):
        raise _refusal("muted", user.muted_until)


def may_direct(user: User) -> None:
    """Raise Problem if a user may not arrange games for others: as a director, or in a club."""
    may_play(user)
    if user.guest:
        raise Problem(403, "tournament.guest")


def may_reach(session: Session, by: User, user: User) -> None:
    """Raise Problem if a person does not want to be asked or invited by another.

    The refusal is the same for a block and for a person who wants no invitations. A guest, who
    could come back under any name, may invite only people who follow them.
    """
    if by.id == user.id:
        raise Problem(422, "person.self")
    follows = select(Relation.kind).where(
        Relation.user_id == user.id, Relation.other_id == by.id, Relation.kind == FOLLOW
    )
    closed = user.invited_by == NO_ONE
    if by.guest and session.scalar(follows) is None:
        raise Problem(403, "person.guest_invitation")
    if user.invited_by == FOLLOWED:
        closed = session.scalar(follows) is None
    if closed or blocked_between(session, (by.id, user.id)):
        raise Problem(409, "person.no_invitation", name=user.name)


def check_request(user: User, method: str, path: str) -> None:
    """Raise Problem if a user is banned, unless the request is about the ban."""
    if is_banned(user) and not _WHILE_BANNED.fullmatch(f"{method} {path}"):
        raise _refusal("banned", user.banned_until)


def check_entry(user: User) -> None:
    """Raise Problem if a user is banned: for websockets."""
    if is_banned(user):
        raise _refusal("banned", user.banned_until)


def is_muted(user: User) -> bool:
    return _lasts(user.muted_until)


def is_suspended(user: User) -> bool:
    return _lasts(user.suspended_until) or is_banned(user)


def is_banned(user: User) -> bool:
    return _lasts(user.banned_until)


def _lasts(until: int | None) -> bool:
    return until is not None and until > time.time()


def _refusal(what: str, until: int | None) -> Problem:
    if until is None or until >= FOREVER:
        return Problem(403, f"moderation.{what}")
    day = time.strftime("%Y-%m-%d %H:%M", time.gmtime(until))
    return Problem(403, f"moderation.{what}_until", day=day)
