"""Export and delete what is stored about a user's studies."""

from __future__ import annotations

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from entente.server.storage.models import (
    Study,
    StudyChapter,
    StudyComment,
    StudyMember,
    StudyReport,
    User,
)
from entente.server.storage.models.studies import CONTRIBUTOR, STUDY_OWNER


class OwnStudy(msgspec.Struct):
    """A study the user belongs to; its page exports the chapters."""

    id: str
    title: str
    about: str
    privacy: str
    role: str
    since: int


class OwnStudyComment(msgspec.Struct):
    """A comment of the user in a study."""

    study_id: str
    chapter: str
    node: int
    language: str
    text: str
    changed: int


class OwnStudyReport(msgspec.Struct):
    """A study that the user has reported, and why."""

    study_id: str
    reason: str
    time: int
    closed: int | None


def studies(session: Session, user: User) -> list[OwnStudy]:
    """Return the studies a user belongs to."""
    mine = (
        select(
            Study.id, Study.title, Study.about, Study.privacy, StudyMember.role, StudyMember.since
        )
        .join(StudyMember, StudyMember.study_id == Study.id)
        .where(StudyMember.user_id == user.id)
        .order_by(StudyMember.since, Study.id)
    )
    return [OwnStudy(*row) for row in session.execute(mine)]


def comments(session: Session, user: User) -> list[OwnStudyComment]:
    """Return what a user has written in studies."""
    mine = (
        select(StudyChapter.study_id, StudyChapter.name, StudyComment)
        .join(StudyComment, StudyComment.chapter_id == StudyChapter.id)
        .where(StudyComment.user_id == user.id)
        .order_by(StudyComment.changed, StudyComment.number)
    )
    return [
        OwnStudyComment(study_id, name, each.node, each.language, each.text, each.changed)
        for study_id, name, each in session.execute(mine)
    ]


def reports(session: Session, user: User) -> list[OwnStudyReport]:
    """Return the studies a user has reported."""
    mine = select(StudyReport).where(StudyReport.reporter_id == user.id).order_by(StudyReport.id)
    return [
        OwnStudyReport(each.study_id, each.reason, each.time, each.closed)
        for each in session.scalars(mine)
    ]


def leave_all(session: Session, user: User) -> None:
    """Pass the user's studies on to their longest contributors; those without one are deleted.

    Comments in other studies stay, without the user's name. What the user knew of games under way
    is deleted.
    """
    session.execute(
        delete(StudyChapter).where(StudyChapter.maker_id == user.id, StudyChapter.secret)
    )
    owned = select(StudyMember.study_id).where(
        StudyMember.user_id == user.id, StudyMember.role == STUDY_OWNER
    )
    for study_id in session.scalars(owned).all():
        others = select(StudyMember).where(
            StudyMember.study_id == study_id, StudyMember.role == CONTRIBUTOR
        )
        heir = session.scalar(others.order_by(StudyMember.since, StudyMember.user_id).limit(1))
        if heir is None:
            session.execute(delete(Study).where(Study.id == study_id))
        else:
            heir.role = STUDY_OWNER
