"""Sanctions: warnings, mutes, suspensions and bans, how they end, and appeals against them.

A mute forbids writing messages, a suspension beginning and joining games, a ban everything but the
own data and an appeal. A sanction can be appealed once; another moderator answers, if there is one.
"""

from __future__ import annotations

import time

import msgspec
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session, aliased

from entente.kernel.plain_text import plain_text
from entente.server.gate import FOREVER
from entente.server.moderation.moderators import is_moderator, note, number
from entente.server.notices.notices import notify
from entente.server.people.relations import person
from entente.server.problem import Problem
from entente.server.storage.database import one_after_the_other
from entente.server.storage.models import (
    BAN,
    MUTE,
    SUSPEND,
    WARN,
    Login,
    PairingRequest,
    Sanction,
    Token,
    User,
)

LONGEST = 2000  # of a reason, an appeal and an answer
MOST_DAYS = 3650
DAY = 86_400
COLUMNS = {MUTE: "muted_until", SUSPEND: "suspended_until", BAN: "banned_until"}
SANCTIONED, LIFTED = "notice.sanction_", "notice.sanction_lifted"
APPEAL_ANSWERED = "notice.appeal_answered"


class SanctionInfo(msgspec.Struct):
    """A sanction as its user and the moderators see it.

    `until` is null for a warning and for a sanction without an end, `lifted` is when it was ended
    early.
    """

    id: int
    kind: str
    reason: str
    created: int
    until: int | None
    lifted: int | None
    appeal: str
    appealed: int | None
    answer: str
    answered: int | None


class Appeal(msgspec.Struct):
    """An appeal that waits for an answer."""

    sanction: SanctionInfo
    user: int
    name: str
    moderator: str | None
    mine: bool  # the reader imposed the sanction, and another moderator has to answer


def sanction_info(sanction: Sanction) -> SanctionInfo:
    fields = SanctionInfo.__struct_fields__
    return SanctionInfo(**{name: getattr(sanction, name) for name in fields})


def impose(
    session: Session,
    moderator: User,
    user_id: int,
    kind: str,
    reason: str,
    days: int | None,
    report_id: int | None = None,
) -> Sanction:
    """Sanction a user. `days` is None for no end; a warning has none."""
    user = person(session, user_id)
    if user.id == moderator.id or is_moderator(session, user):
        raise Problem(403, "moderation.moderator")
    now = int(time.time())
    until = None if kind == WARN or days is None else now + days * DAY
    imposed = Sanction(
        user_id=user.id,
        kind=kind,
        reason=required(reason),
        moderator_id=moderator.id,
        report_id=report_id,
        created=now,
        until=until,
        appeal="",
        answer="",
    )
    session.add(imposed)
    session.flush()
    _renew(session, user)
    if kind == BAN:  # a new login leads to the appeal only
        session.execute(delete(Login).where(Login.user_id == user.id))
        session.execute(delete(Token).where(Token.user_id == user.id))
    if kind in (SUSPEND, BAN):
        session.execute(delete(PairingRequest).where(PairingRequest.user_id == user.id))
    note(session, kind, moderator, user_id=user.id, report_id=report_id)
    notify(session, [user.id], SANCTIONED + kind, None, reason=imposed.reason)
    return imposed


def lift(session: Session, moderator: User, sanction_id: int) -> None:
    """End a sanction early."""
    sanction = found(session, sanction_id)
    _lift(session, moderator, sanction)
    notify(session, [sanction.user_id], LIFTED)


def _lift(session: Session, moderator: User, sanction: Sanction) -> None:
    now = int(time.time())
    ended = sanction.until is not None and sanction.until <= now
    if sanction.lifted is not None or ended:
        raise Problem(409, "moderation.over")
    sanction.lifted = now
    session.flush()
    _renew(session, person(session, sanction.user_id))
    note(session, "lift", moderator, user_id=sanction.user_id, report_id=sanction.report_id)


def _renew(session: Session, user: User) -> None:
    """Store in the user's row when the sanctions of each kind end."""
    one_after_the_other(session, f"sanctions of {user.id}")
    ends: dict[str, int | None] = dict.fromkeys(COLUMNS)
    for each in session.scalars(select(Sanction).where(Sanction.user_id == user.id)):
        if each.kind in ends and each.lifted is None:
            until = FOREVER if each.until is None else each.until
            ends[each.kind] = max(until, ends[each.kind] or 0)
    for kind, column in COLUMNS.items():
        setattr(user, column, ends[kind])
    session.flush()


def found(session: Session, sanction_id: int) -> Sanction:
    sanction = session.get(Sanction, sanction_id, with_for_update=True, populate_existing=True)
    if sanction is None:
        raise Problem(404, "moderation.no_sanction")
    return sanction


def required(text: str) -> str:
    """Return a text that must not be empty, as plain text."""
    text = plain_text(text).strip()
    if not text:
        raise Problem(422, "moderation.no_reason")
    return text


def of_user(session: Session, user_id: int) -> list[SanctionInfo]:
    """Return the sanctions of a user, newest first."""
    query = select(Sanction).where(Sanction.user_id == user_id).order_by(Sanction.id.desc())
    return [sanction_info(each) for each in session.scalars(query)]


# -- appeals


def appeal(session: Session, user: User, sanction_id: int, text: str) -> SanctionInfo:
    """Appeal against an own sanction, once."""
    sanction = session.get(Sanction, sanction_id, with_for_update=True, populate_existing=True)
    if sanction is None or sanction.user_id != user.id:
        raise Problem(404, "moderation.no_sanction")
    if sanction.appealed is not None:
        raise Problem(409, "moderation.appealed")
    if sanction.lifted is not None:
        raise Problem(409, "moderation.over")
    mine = (Sanction.id == sanction.id) & Sanction.appealed.is_(None)
    said = {"appeal": required(text), "appealed": int(time.time())}
    if not session.connection().execute(update(Sanction).where(mine).values(said)).rowcount:
        raise Problem(409, "moderation.appealed")
    session.refresh(sanction)
    return sanction_info(sanction)


def open_appeals(session: Session, moderator: User) -> list[Appeal]:
    """Return the appeals without an answer, oldest first."""
    by, several = aliased(User), number(session) > 1
    query = (
        select(Sanction, User.name, by.name)
        .join(User, User.id == Sanction.user_id)
        .outerjoin(by, by.id == Sanction.moderator_id)
        .where(Sanction.appealed.is_not(None), Sanction.answered.is_(None))
        .order_by(Sanction.appealed, Sanction.id)
    )
    return [
        Appeal(
            sanction_info(each),
            each.user_id,
            name,
            who,
            several and each.moderator_id == moderator.id,
        )
        for each, name, who in session.execute(query)
    ]


def answer(
    session: Session, moderator: User, sanction_id: int, text: str, *, lifts: bool
) -> SanctionInfo:
    """Answer an appeal, and end the sanction if the appeal is granted."""
    sanction = found(session, sanction_id)
    if sanction.appealed is None or sanction.answered is not None:
        raise Problem(409, "moderation.no_appeal")
    if sanction.moderator_id == moderator.id and number(session) > 1:
        raise Problem(403, "moderation.own_sanction")
    now = int(time.time())
    ended = sanction.lifted is not None or (sanction.until is not None and sanction.until <= now)
    if lifts and not ended:
        _lift(session, moderator, sanction)
    sanction.answer, sanction.answered = required(text), now
    note(session, "answer", moderator, user_id=sanction.user_id, report_id=sanction.report_id)
    notify(session, [sanction.user_id], APPEAL_ANSWERED, None, answer=sanction.answer)
    return sanction_info(sanction)
