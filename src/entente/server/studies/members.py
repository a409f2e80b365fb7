"""The members of a study: roles, invitations by link, and how people come and go."""

from __future__ import annotations

import secrets
import time

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from entente.server.people import member_invitations
from entente.server.people.member_invitations import STUDY, of_study
from entente.server.problem import Problem
from entente.server.storage.database import one_after_the_other
from entente.server.storage.digests import digest
from entente.server.storage.models import MemberInvitation, Study, StudyMember, User
from entente.server.storage.models.studies import CONTRIBUTOR, READER, STUDY_OWNER
from entente.server.studies.access import StudyAccess, role_in
from entente.server.studies.store import touch

ROLES = (CONTRIBUTOR, READER)
MOST_MEMBERS = 60


class StudyInvitation(msgspec.Struct):
    """The secret of a link that makes people contributors; None if it was withdrawn."""

    token: str | None


def set_role(session: Session, access: StudyAccess, other: User, role: str | None) -> None:
    """Ask a person to be a member, change a member's role, or remove one (None). For the owner."""
    owner, study = access.check_owner(), access.study
    access.check_shown()
    if other.id == owner.id:
        raise Problem(409, "studies.own_role")
    if role is not None and role not in ROLES:
        raise Problem(422, "studies.role", known=list(ROLES))
    touch(session, study)
    member = session.get(StudyMember, (study.id, other.id))
    if role is None:
        if member is None:
            if not (asked := _asked(session, study, other)):
                raise Problem(404, "people.unknown")
            member_invitations.end(session, asked)
            return
        session.delete(member)
        study.invitation = None  # a removed person does not come back by the link
    elif member is not None:
        member.role = role
    else:
        _check_room(session, study, other)
        member_invitations.end(session, _asked(session, study, other))
        member_invitations.add(session, STUDY, owner, other, study, time.time(), detail=role)
    session.flush()


def _asked(session: Session, study: Study, user: User) -> list[MemberInvitation]:
    mine = (of_study(study), MemberInvitation.user_id == user.id)
    return list(session.scalars(select(MemberInvitation).where(*mine)))


def accept(session: Session, made: MemberInvitation, user: User, now: float) -> None:
    """Become a member, in the role that the owner offered."""
    one_after_the_other(session, f"study {made.study_id}")
    asked = member_invitations.find(session, user, made.id, now)
    study = session.get(Study, asked.study_id)
    if study is None or study.removed is not None:
        raise Problem(404, "studies.no_invitation")
    touch(session, study)
    if role_in(session, study.id, user) is None:
        _add(session, study, user, asked.detail)
    member_invitations.tell(session, asked, study, user.name, yes=True)
    member_invitations.end(session, [asked])


def decline(session: Session, made: MemberInvitation, user: User) -> None:
    """Stay no member."""
    study = session.get_one(Study, made.study_id)
    member_invitations.tell(session, made, study, user.name, yes=False)
    member_invitations.end(session, [made])


def invite(session: Session, access: StudyAccess, *, withdraw: bool) -> StudyInvitation:
    """Create the link by which people join as contributors, instead of an earlier one."""
    access.check_owner()
    access.check_shown()
    token = None if withdraw else secrets.token_urlsafe(16)
    access.study.invitation = None if token is None else digest(token)
    touch(session, access.study)
    return StudyInvitation(token)


def join(session: Session, study_id: str, user: User, token: str) -> None:
    """Join as a contributor, with the secret of the study's link."""
    one_after_the_other(session, f"study {study_id}")
    study = session.get(Study, study_id)
    secret = None if study is None or study.removed is not None else study.invitation
    if study is None or secret is None or not secrets.compare_digest(secret, digest(token)):
        raise Problem(404, "studies.no_invitation")
    if user.guest:
        raise Problem(403, "studies.guest_member")
    role = role_in(session, study_id, user)
    if role in (STUDY_OWNER, CONTRIBUTOR):
        return
    touch(session, study)
    if role is None:
        _add(session, study, user, CONTRIBUTOR)
    else:
        session.get_one(StudyMember, (study_id, user.id)).role = CONTRIBUTOR
    session.flush()


def leave(session: Session, access: StudyAccess, user: User) -> None:
    """Leave a study. Its owner deletes it instead."""
    if access.role is None:
        raise Problem(404, "studies.no_member")
    if access.role == STUDY_OWNER:
        raise Problem(409, "studies.owner_stays")
    touch(session, access.study)
    session.delete(session.get_one(StudyMember, (access.study.id, user.id)))
    session.flush()


def _check_room(session: Session, study: Study, user: User) -> None:
    if user.guest:
        raise Problem(403, "studies.guest_member")
    count = select(func.count()).where(StudyMember.study_id == study.id)
    if (session.scalar(count) or 0) >= MOST_MEMBERS:
        raise Problem(409, "studies.most_members", most=MOST_MEMBERS)


def _add(session: Session, study: Study, user: User, role: str) -> None:
    _check_room(session, study, user)
    member = StudyMember(study_id=study.id, user_id=user.id, role=role, since=int(time.time()))
    session.add(member)
    session.flush()
