"""Reports of studies: what a reader brings to the moderators. The owner does not learn of them."""

from __future__ import annotations

import logging
import time
from typing import NamedTuple

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from entente.server.notices.notices import notify
from entente.server.problem import Problem
from entente.server.storage.database import one_after_the_other
from entente.server.storage.models import Study, StudyReport, User
from entente.server.studies.access import StudyAccess
from entente.server.tables.reports import Reported, clean_reason

log = logging.getLogger("entente.reports")
STUDY_CLOSED = "notice.report_of_study_closed"


class ReportedStudy(NamedTuple):
    """A report of a study as the operator reads it."""

    id: int
    study: str
    title: str
    reporter: str | None
    reason: str
    time: int


def report_study(session: Session, access: StudyAccess, user: User, reason: str) -> Reported:
    """Report a study for a reader with an account who is no member, once while it is open."""
    if user.guest:
        raise Problem(403, "studies.guest_report")
    if access.role is not None:
        raise Problem(409, "studies.own_report")
    reason = clean_reason(reason)
    one_after_the_other(session, f"reports of {access.study.id}")
    if has_reported(session, access.study.id, user):
        raise Problem(409, "studies.reported")
    stored = StudyReport(
        study_id=access.study.id, reporter_id=user.id, reason=reason, time=int(time.time())
    )
    session.add(stored)
    session.flush()
    log.warning("report %s: study %s", stored.id, stored.study_id)
    return Reported(stored.id)


def has_reported(session: Session, study_id: str, user: User | None) -> bool:
    """Return whether a report of a study by a user is open."""
    if user is None:
        return False
    mine = select(StudyReport.id).where(
        StudyReport.study_id == study_id,
        StudyReport.reporter_id == user.id,
        StudyReport.closed.is_(None),
    )
    return session.scalar(mine.limit(1)) is not None


# -- the operator


def open_study_reports(session: Session) -> list[ReportedStudy]:
    """Return the open reports of studies, oldest first."""
    query = (
        select(StudyReport, Study.title, User.name)
        .join(Study, Study.id == StudyReport.study_id)
        .outerjoin(User, User.id == StudyReport.reporter_id)
        .where(StudyReport.closed.is_(None))
        .order_by(StudyReport.id)
    )
    return [
        ReportedStudy(each.id, each.study_id, title, name, each.reason, each.time)
        for each, title, name in session.execute(query)
    ]


def close_study_report(session: Session, number: int) -> bool:
    """Close a report of a study; return whether it was open."""
    open_one = (StudyReport.id == number) & StudyReport.closed.is_(None)
    closing = update(StudyReport).where(open_one).values(closed=int(time.time()))
    if not session.connection().execute(closing).rowcount:
        return False
    notify(session, [session.get_one(StudyReport, number).reporter_id], STUDY_CLOSED)
    return True
