"""Invitations to take part in an event or a study: no one becomes a part of it without a yes.

Who may be asked is decided by the gate (gate.py); what a yes means, by the event or the study.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, delete, func, or_, select, true
from sqlalchemy.orm import Session, aliased

from entente.server.notices.notices import call, notify
from entente.server.problem import Problem
from entente.server.storage.database import one_after_the_other
from entente.server.storage.ids import new_id
from entente.server.storage.models import Event, MemberInvitation, Notice, Study, User
from entente.server.storage.models.events import ANNOUNCED, UNDERWAY

DAY = 86_400
LASTS = 14 * DAY
MOST_SENT, MOST_RECEIVED = 400, 50  # unanswered ones of a person
ENTRY, SEASON, SUBSTITUTE, GIVE_UP, STUDY = "entry", "season", "substitute", "give_up", "study"
OF_SUBSTITUTION = (SUBSTITUTE, GIVE_UP)
INVITED = {
    ENTRY: "notice.tournament_invited",
    SEASON: "notice.tournament_season_open",
    SUBSTITUTE: "notice.tournament_substitute_asked",
    GIVE_UP: "notice.tournament_give_up_asked",
    STUDY: "notice.study_invited",
}
ANSWERED = {True: "notice.member_accepted", False: "notice.member_declined"}
GIVEN_UP = {True: "notice.member_gave_up", False: "notice.member_stays"}


class MemberInvitationInfo(msgspec.Struct):
    """An unanswered invitation to take part in something, as the invited person sees it.

    `kind`: `entry` and `season` ask for an entry of one's own in an event, `substitute` to play for
    number `entry`, `give_up` to let `other` play for one's own entry, `study` to be a member.
    `detail` is the team or the role.
    """

    id: str
    kind: str
    by: str
    by_id: int
    name: str
    event: str | None
    study: str | None
    entry: int | None
    other: str | None
    detail: str
    created: int
    expires: int


class InvitedPerson(msgspec.Struct):
    """A person who has been asked and has not answered, as those who asked see it."""

    invitation: str
    name: str
    kind: str
    entry: int | None
    detail: str


def of_event(event: Event) -> ColumnElement[bool]:
    return MemberInvitation.event_id == event.id


def of_study(study: Study) -> ColumnElement[bool]:
    return MemberInvitation.study_id == study.id


def add(
    session: Session,
    kind: str,
    by: User,
    user: User,
    to: Event | Study,
    now: float,
    *,
    entry: int | None = None,
    other: User | None = None,
    detail: str = "",
) -> None:
    """Store an invitation and notify the invited person; once for each thing."""
    one_after_the_other(session, f"invitations of {by.id}")
    mine = of_event(to) if isinstance(to, Event) else of_study(to)
    same = (mine, MemberInvitation.user_id == user.id, MemberInvitation.kind == kind)
    if session.scalar(select(MemberInvitation.id).where(*same, MemberInvitation.expires > now)):
        raise Problem(409, "member.asked", name=user.name)
    session.execute(delete(MemberInvitation).where(*same))
    open_ones = select(func.count()).where(MemberInvitation.expires > now)
    sent = session.scalar(open_ones.where(MemberInvitation.by_id == by.id)) or 0
    if sent >= MOST_SENT:
        raise Problem(409, "person.most_invitations", most=MOST_SENT)
    received = session.scalar(open_ones.where(MemberInvitation.user_id == user.id)) or 0
    if received >= MOST_RECEIVED:
        raise Problem(409, "person.no_invitation", name=user.name)
    made = MemberInvitation(
        id=new_id(),
        kind=kind,
        user_id=user.id,
        by_id=by.id,
        event_id=to.id if isinstance(to, Event) else None,
        study_id=to.id if isinstance(to, Study) else None,
        entry=entry,
        other_id=None if other is None else other.id,
        detail=detail,
        created=int(now),
        expires=int(now) + LASTS,
    )
    session.add(made)
    session.flush()
    named = _thing(to) if other is None else {**_thing(to), "name": other.name}
    notify(session, [user.id], INVITED[kind], by=by.name, **named)


def _thing(to: Event | Study) -> dict[str, Any]:
    if isinstance(to, Event):
        return {"tournament": to.name, "tournament_id": to.id, "season": to.season}
    return {"study": to.title, "study_id": to.id}


def tell(
    session: Session, made: MemberInvitation, to: Event | Study, name: str, *, yes: bool
) -> None:
    """Notify the person who asked of an answer."""
    key = (GIVEN_UP if made.kind == GIVE_UP else ANSWERED)[yes]
    thing = _thing(to)
    title = to.name if isinstance(to, Event) else to.title
    ids = {key: value for key, value in thing.items() if key.endswith("_id")}
    notify(session, [made.by_id], key, name=name, to=title, **ids)


def find(session: Session, user: User, invitation_id: str, now: float) -> MemberInvitation:
    """Return an unanswered invitation of a user."""
    made = session.get(MemberInvitation, invitation_id, populate_existing=True)
    if made is None or made.user_id != user.id or made.expires <= now or made.agreed:
        raise Problem(404, "invitation.gone")
    return made


def end(session: Session, made: Iterable[MemberInvitation]) -> None:
    """Delete invitations, and mark their notices as read."""
    for each in made:
        key = INVITED[each.kind]
        unread = select(Notice).where(
            Notice.user_id == each.user_id, Notice.key == key, Notice.read.is_(False)
        )
        for notice in session.scalars(unread):
            if each.event_id == notice.args.get("tournament_id", each.event_id) and (
                each.study_id == notice.args.get("study_id", each.study_id)
            ):
                notice.read = True
        session.execute(delete(MemberInvitation).where(MemberInvitation.id == each.id))
        call(session, each.user_id)


def withdraw_between(session: Session, one: int, other: int) -> None:
    """Delete the invitations between two people, of whom one has blocked the other."""
    between = or_(
        (MemberInvitation.user_id == one) & (MemberInvitation.by_id == other),
        (MemberInvitation.user_id == other) & (MemberInvitation.by_id == one),
    )
    end(session, session.scalars(select(MemberInvitation).where(between)).all())


def delete_expired(session: Session, now: float) -> None:
    session.execute(delete(MemberInvitation).where(MemberInvitation.expires <= now))


# -- reading


def received(
    session: Session, user: User, of: ColumnElement[bool] | None = None
) -> list[MemberInvitationInfo]:
    """Return a user's unanswered invitations, newest first."""
    by, other = aliased(User), aliased(User)
    rows = session.execute(
        select(MemberInvitation, by.name, other.name, Event.name, Study.title)
        .join(by, by.id == MemberInvitation.by_id)
        .outerjoin(other, other.id == MemberInvitation.other_id)
        .outerjoin(Event, Event.id == MemberInvitation.event_id)
        .outerjoin(Study, Study.id == MemberInvitation.study_id)
        .where(MemberInvitation.user_id == user.id)
        .where(MemberInvitation.agreed.is_(False))
        .where(or_(Event.id.is_(None), Event.status.in_((ANNOUNCED, UNDERWAY))))
        .where(true() if of is None else of)
        .order_by(MemberInvitation.created.desc(), MemberInvitation.id)
    )
    return [
        MemberInvitationInfo(
            id=made.id,
            kind=made.kind,
            by=by_name,
            by_id=made.by_id,
            name=name or title,
            event=made.event_id,
            study=made.study_id,
            entry=made.entry,
            other=other_name,
            detail=made.detail,
            created=made.created,
            expires=made.expires,
        )
        for made, by_name, other_name, name, title in rows
    ]


def invited(session: Session, of: ColumnElement[bool]) -> list[InvitedPerson]:
    """Return who has been asked to take part in something and has not answered, by name."""
    rows = session.execute(
        select(MemberInvitation, User.name)
        .join(User, User.id == MemberInvitation.user_id)
        .where(of, MemberInvitation.agreed.is_(False))
        .order_by(User.name, MemberInvitation.id)
    )
    return [InvitedPerson(m.id, name, m.kind, m.entry, m.detail) for m, name in rows]


def is_invited(session: Session, of: ColumnElement[bool], user: User | None) -> bool:
    if user is None:
        return False
    mine = (of, MemberInvitation.user_id == user.id)
    return session.scalar(select(MemberInvitation.id).where(*mine).limit(1)) is not None
