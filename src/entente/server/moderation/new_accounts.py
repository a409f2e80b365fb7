"""New accounts: until when an account is one, and what it may do in an hour.

An account is new for some days, or until it has finished some games with other people, if that
comes first. Playing is not limited: only what reaches strangers.
"""

from __future__ import annotations

import time

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from entente.server.problem import Problem
from entente.server.ratings.stored import finished_with_people
from entente.server.settings import NewAccounts
from entente.server.storage.models import Letter, User
from entente.server.tables.room import Room
from entente.wire.chat import Conversation

DAY = 86_400


def new_until(session: Session, limits: NewAccounts, user: User, now: float) -> int | None:
    """Return when an account stops being new; None: it no longer is."""
    until = user.created + limits.days * DAY
    if until <= now:
        return None
    return until if finished_with_people(session, user.id) < limits.games else None


def refusal(limits: NewAccounts, kind: str, until: int, seconds: float) -> Problem:
    """Return why a new account has to wait, and when the limit ends."""
    return Problem(
        429,
        f"new_account.{kind}",
        most=getattr(limits, kind),
        minutes=max(1, round(seconds / 60)),
        seconds=max(1, round(seconds)),
        day=time.strftime("%Y-%m-%d %H:%M", time.gmtime(until)),
        games=limits.games,
    )


def is_to_strangers(session: Session, room: Room, sender: str, conversation: Conversation) -> bool:
    """Return whether no reader of a message has written to its sender at this table.

    Computers do not count: a message to them disturbs no one. The room is locked.
    """
    seats = {seat for seat in conversation or room.match.seats if seat != sender}
    mine = room.chairs[sender].user_id
    people = {seat for seat in seats if room.chairs[seat].user_id not in (None, mine)}
    if not people:
        return False
    to_me = or_(Letter.conversation == "", Letter.conversation.contains(f",{sender},"))
    answered = select(Letter.number).where(
        Letter.table_id == room.table.id, Letter.sender.in_(people), to_me
    )
    return session.scalar(answered.limit(1)) is None
