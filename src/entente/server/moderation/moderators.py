"""Moderators: users whom the operator trusts with reports."""

from __future__ import annotations

import time
from typing import NamedTuple

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session, aliased

from entente.server.problem import Problem
from entente.server.storage.models import ModerationAct, Moderator, User

MOST_LINES = 500  # of the log at once


class LogLine(NamedTuple):
    """What a moderator did or read; without a moderator, the operator or a deleted account."""

    time: int
    act: str
    moderator: str | None
    user: str | None
    report: int | None
    study: str | None


def is_moderator(session: Session, user: User) -> bool:
    return session.get(Moderator, user.id) is not None


def check_moderator(session: Session, user: User) -> None:
    if not is_moderator(session, user):
        raise Problem(403, "moderation.not_moderator")


def appoint(session: Session, user: User) -> bool:
    """Make a user a moderator; return whether they were none."""
    if is_moderator(session, user):
        return False
    session.add(Moderator(user_id=user.id, since=int(time.time())))
    note(session, "appoint", None, user_id=user.id)
    return True


def dismiss(session: Session, user: User) -> bool:
    """End a user's work as a moderator; return whether they were one."""
    gone = session.connection().execute(delete(Moderator).where(Moderator.user_id == user.id))
    if gone.rowcount:
        note(session, "dismiss_moderator", None, user_id=user.id)
    return bool(gone.rowcount)


def names(session: Session) -> list[str]:
    """Return the names of the moderators."""
    query = select(User.name).join(Moderator, Moderator.user_id == User.id).order_by(User.name)
    return list(session.scalars(query))


def number(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(Moderator)) or 0


def note(
    session: Session,
    act: str,
    moderator: User | None,
    *,
    user_id: int | None = None,
    report_id: int | None = None,
    study: str | None = None,
) -> None:
    """Log what a moderator does or reads; without a moderator, the operator."""
    session.add(
        ModerationAct(
            time=int(time.time()),
            act=act,
            moderator_id=None if moderator is None else moderator.id,
            user_id=user_id,
            report_id=report_id,
            study_id=study,
        )
    )


def log(session: Session) -> list[LogLine]:
    """Return what moderators did and read, the last first."""
    by, of = aliased(User), aliased(User)
    query = (
        select(ModerationAct, by.name, of.name)
        .outerjoin(by, by.id == ModerationAct.moderator_id)
        .outerjoin(of, of.id == ModerationAct.user_id)
        .order_by(ModerationAct.id.desc())
        .limit(MOST_LINES)
    )
    return [
        LogLine(act.time, act.act, moderator, user, act.report_id, act.study_id)
        for act, moderator, user in session.execute(query)
    ]
