"""Reported studies as moderators handle them: the queue, one case, the decision, and putting back.

A case shows the texts of the study that its readers see. Reading one is logged. A member of the
study or a reporter neither reads nor decides its case. A study that was taken down is seen by its
owner only, who can neither change, share nor copy it until a moderator puts it back.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
from sqlalchemy import ColumnElement, Row, Select, exists, func, select, update
from sqlalchemy.orm import Session, aliased

from entente.server.moderation import sanctions
from entente.server.moderation.cases import DISMISS, SHOWN, Decision, PersonRecord, record
from entente.server.moderation.moderators import note
from entente.server.notices.notices import notify
from entente.server.problem import Problem
from entente.server.storage.models import Study, StudyComment, StudyMember, StudyReport, User
from entente.server.storage.models.studies import STUDY_OWNER, STUDY_PRIVATE
from entente.server.studies.access import StudyAccess, chapters_for
from entente.server.studies.info import Privacy
from entente.server.studies.reports import STUDY_CLOSED
from entente.server.studies.store import touch

MOST_COMMENTS = 200  # shown in a case
TAKEN_DOWN, PUT_BACK = "notice.study_taken_down", "notice.study_put_back"


class StudyReportSummary(msgspec.Struct):
    """An open report of a study in the queue; names are null for deleted accounts."""

    id: int
    study: str
    title: str
    reason: str
    time: int
    reporter: str | None
    owner: str | None
    reports: int  # open ones of the same study


class CaseComment(msgspec.Struct):
    """A comment in a reported study; `by` is null for a computer player or a deleted account."""

    by: str | None
    text: str
    time: int


class CaseChapter(msgspec.Struct):
    """A chapter of a reported study, with its comments."""

    id: str
    name: str
    comments: list[CaseComment]


class StudyCase(msgspec.Struct):
    """A reported study with its texts and its owner.

    If its owner has made it private, comments changed after the last report are left out.
    """

    report: StudyReportSummary
    about: str
    privacy: Privacy
    chapters: list[CaseChapter]
    owner: PersonRecord | None


def study_queue(session: Session, moderator: User) -> list[StudyReportSummary]:
    """Return the open reports that a moderator may handle, oldest first; one for each study."""
    member = exists().where(
        StudyMember.study_id == StudyReport.study_id, StudyMember.user_id == moderator.id
    )
    query = _summaries().where(~member).order_by(StudyReport.id).limit(SHOWN)
    return [_summary(row) for row in session.execute(query)]


def _summaries() -> Select[StudyReport, str, str, str, int]:
    """Select the first open report of each study with its title, reporter, owner and number."""
    reporter, owner, holder = aliased(User), aliased(User), aliased(StudyMember)
    first = (
        select(func.min(StudyReport.id).label("id"), func.count().label("reports"))
        .where(StudyReport.closed.is_(None))
        .group_by(StudyReport.study_id)
        .subquery()
    )
    owns = (holder.study_id == StudyReport.study_id) & (holder.role == STUDY_OWNER)
    return (
        select(StudyReport, Study.title, reporter.name, owner.name, first.c.reports)
        .join(first, first.c.id == StudyReport.id)
        .join(Study, Study.id == StudyReport.study_id)
        .outerjoin(reporter, reporter.id == StudyReport.reporter_id)
        .outerjoin(holder, owns)
        .outerjoin(owner, owner.id == holder.user_id)
    )


def _summary(row: Row[StudyReport, str, str, str, int]) -> StudyReportSummary:
    report, title, reporter, owner, reports = row
    return StudyReportSummary(
        report.id, report.study_id, title, report.reason, report.time, reporter, owner, reports
    )


def read_study_case(session: Session, moderator: User, report_id: int) -> StudyCase:
    """Return an open case, and log that it was read."""
    report = _open(session, moderator, report_id)
    study, owner = session.get_one(Study, report.study_id), _owner(session, report.study_id)
    note(session, "read", moderator, user_id=None if owner is None else owner.id, study=study.id)
    same = select(func.min(StudyReport.id)).where(*_open_of(study.id)).scalar_subquery()
    row = session.execute(_summaries().where(StudyReport.id == same)).one()
    return StudyCase(
        report=_summary(row),
        about=study.about,
        privacy=study.privacy,
        chapters=_chapters(session, study, moderator),
        owner=None if owner is None else record(session, owner),
    )


def _chapters(session: Session, study: Study, moderator: User) -> list[CaseChapter]:
    """Return the texts that a reader like the moderator sees."""
    left, found = MOST_COMMENTS, []
    last = select(func.max(StudyReport.time)).where(*_open_of(study.id)).scalar_subquery()
    for chapter in chapters_for(session, StudyAccess(study, None, moderator)):
        query = (
            select(StudyComment, User.name)
            .outerjoin(User, User.id == StudyComment.user_id)
            .where(StudyComment.chapter_id == chapter.id, StudyComment.computer.is_(False))
            .order_by(StudyComment.number)
            .limit(left)
        )
        if study.privacy == STUDY_PRIVATE:
            query = query.where(StudyComment.changed <= last)
        said = [CaseComment(name, each.text, each.changed) for each, name in session.execute(query)]
        left -= len(said)
        found.append(CaseChapter(chapter.id, chapter.name, said))
    return found


def _owner(session: Session, study_id: str) -> User | None:
    owner = (
        select(User)
        .join(StudyMember, StudyMember.user_id == User.id)
        .where(StudyMember.study_id == study_id, StudyMember.role == STUDY_OWNER)
    )
    return session.scalar(owner)


def _open_of(study_id: str) -> tuple[ColumnElement[bool], ...]:
    """Select the open reports of a study."""
    return StudyReport.study_id == study_id, StudyReport.closed.is_(None)


def _open(session: Session, moderator: User, report_id: int) -> StudyReport:
    """Return an open report that a moderator may handle."""
    report = session.get(StudyReport, report_id, with_for_update=True, populate_existing=True)
    if report is None or report.closed is not None:
        raise Problem(404, "moderation.no_report")
    member = session.get(StudyMember, (report.study_id, moderator.id))
    if member is not None or moderator.id in _reporters(session, report.study_id):
        raise Problem(403, "moderation.involved")
    return report


def _reporters(session: Session, study_id: str) -> Sequence[int | None]:
    return session.scalars(select(StudyReport.reporter_id).where(*_open_of(study_id))).all()


def decide_study(
    session: Session, moderator: User, report_id: int, decision: Decision
) -> tuple[str, int | None]:
    """Decide a case and close all reports of the study; return the study and its owner.

    `remove` takes the study down. Reporters learn that the case is closed, the owner why the study
    was taken down or they are sanctioned.
    """
    report = _open(session, moderator, report_id)
    study, owner = session.get_one(Study, report.study_id), _owner(session, report.study_id)
    sanctioned = decision.kind != DISMISS
    reason = sanctions.required(decision.reason) if sanctioned or decision.remove else ""
    if sanctioned and owner is None:
        raise Problem(409, "moderation.no_writer")
    reporters = _reporters(session, study.id)
    closing = update(StudyReport).where(*_open_of(study.id)).values(closed=int(time.time()))
    if not session.connection().execute(closing).rowcount:
        raise Problem(404, "moderation.no_report")  # another moderator was faster
    owner_id = None if owner is None else owner.id
    note(session, "close", moderator, user_id=owner_id, study=study.id)
    if decision.remove and study.removed is None:
        study.removed = int(time.time())
        touch(session, study)
        note(session, "take_down", moderator, user_id=owner_id, study=study.id)
        notify(
            session,
            [owner_id],
            TAKEN_DOWN,
            reason=reason,
            study=study.title,
            study_id=study.id,
        )
    if sanctioned and owner_id is not None:
        sanctions.impose(session, moderator, owner_id, decision.kind, reason, decision.days)
    notify(session, reporters, STUDY_CLOSED)
    return study.id, owner_id


def put_back(session: Session, moderator: User, study_id: str) -> None:
    """Show a study again to those who saw it before a moderator took it down."""
    study = session.get(Study, study_id, with_for_update=True, populate_existing=True)
    if study is None or study.removed is None:
        raise Problem(404, "moderation.no_removed_study")
    if session.get(StudyMember, (study_id, moderator.id)) is not None:
        raise Problem(403, "moderation.involved")
    study.removed = None
    touch(session, study)
    owner = _owner(session, study_id)
    owner_id = None if owner is None else owner.id
    note(session, "put_back", moderator, user_id=owner_id, study=study_id)
    notify(session, [owner_id], PUT_BACK, None, study=study.title, study_id=study_id)
