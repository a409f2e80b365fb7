"""What a sanctioned user may not do. The ends of sanctions are in the user's row, so that every
request can check them without a query."""

from __future__ import annotations

import re
import time

from entente.server.problem import Problem
from entente.server.storage.models import User

FOREVER = 253_402_300_799  # the end of the year 9999
# What a banned user may still ask for: the own account and data, the sanction and an appeal.
_WHILE_BANNED = re.compile(
    r"GET /api/(me|me/standing|me/export|conduct)|DELETE /api/me"
    r"|POST /api/(login|logout|me/sanctions/\d+/appeal)"
)


def is_muted(user: User) -> bool:
    return _lasts(user.muted_until)


def is_suspended(user: User) -> bool:
    return _lasts(user.suspended_until) or is_banned(user)


def is_banned(user: User) -> bool:
    return _lasts(user.banned_until)


def _lasts(until: int | None) -> bool:
    return until is not None and until > time.time()


def check_voice(user: User) -> None:
    """Raise Problem if a user may not write messages."""
    if is_muted(user):
        raise _refusal("muted", user.muted_until)


def check_seat(user: User) -> None:
    """Raise Problem if a user may not begin or join games; those under way go on."""
    if is_suspended(user):
        raise _refusal("suspended", max(user.suspended_until or 0, user.banned_until or 0))


def check_request(user: User, method: str, path: str) -> None:
    """Raise Problem if a user is banned, unless the request is about the ban."""
    if is_banned(user) and not _WHILE_BANNED.fullmatch(f"{method} {path}"):
        raise _refusal("banned", user.banned_until)


def check_entry(user: User) -> None:
    """Raise Problem if a user is banned: for websockets."""
    if is_banned(user):
        raise _refusal("banned", user.banned_until)


def _refusal(what: str, until: int | None) -> Problem:
    if until is None or until >= FOREVER:
        return Problem(403, f"moderation.{what}")
    day = time.strftime("%Y-%m-%d %H:%M", time.gmtime(until))
    return Problem(403, f"moderation.{what}_until", day=day)
