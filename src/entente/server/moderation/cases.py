"""Reports as moderators handle them: the queue, one case, and the decision.

A case shows the reported message and a few before it in the same conversation, and nothing else of
the table. Reading one is logged. A moderator who plays at the table, wrote the message or reported
it neither reads nor decides the case. Reports of spectators' messages have negative numbers.
"""

from __future__ import annotations

import time

import msgspec
from sqlalchemy import ColumnElement, CompoundSelect, func, select, update
from sqlalchemy.orm import Session, aliased

from entente.kernel import Seat
from entente.server.moderation import sanctions
from entente.server.moderation.moderators import note
from entente.server.moderation.sanctions import SanctionInfo
from entente.server.notices.notices import notify
from entente.server.problem import Problem
from entente.server.ratings.reliability import reliability_of
from entente.server.storage.models import (
    Letter,
    Report,
    SeenSeat,
    SpectatorMessage,
    Study,
    StudyMember,
    Table,
    TableSeat,
    User,
)
from entente.server.storage.models.studies import STUDY_OWNER
from entente.server.tables.reports import CLOSED
from entente.wire.tables import OVER

BEFORE = 5  # messages shown before the reported one
SHOWN = 100  # reports in the queue
DISMISS = "dismiss"


class ReportSummary(msgspec.Struct):
    """An open report in the queue; `writer` is null for a computer or a deleted account."""

    id: int
    game: str
    reason: str
    time: int
    reporter: str | None
    writer: str | None
    reports: int  # open ones of the same message


class CaseMessage(msgspec.Struct):
    """A message of a case, of a seat, or `by` a spectator.

    `removed`: a moderator has removed it; moderators still read it.
    """

    seat: Seat | None
    by: str | None
    text: str
    proposal: list[str]
    time: int
    reported: bool
    removed: bool


class RemovedStudy(msgspec.Struct):
    """A study that a moderator has taken down, and when."""

    id: str
    title: str
    removed: int


class PersonRecord(msgspec.Struct):
    """What moderators know of the writer. These are hints and prove nothing."""

    id: int
    name: str
    guest: bool
    created: int
    reported_by: int  # people who have ever reported a message of theirs
    games_left: int  # in the last twelve months
    games_finished: int
    sanctions: list[SanctionInfo]
    removed_studies: list[RemovedStudy]


class Case(msgspec.Struct):
    """A report with the messages and the person it concerns."""

    report: ReportSummary
    table: str
    running: bool
    messages: list[CaseMessage]
    writer: PersonRecord | None


class Decision(msgspec.Struct):
    """A moderator's decision: `dismiss`, or a sanction for a number of days (null: no end)."""

    kind: str
    reason: str
    days: int | None
    remove: bool


def queue(session: Session, moderator: User) -> list[ReportSummary]:
    """Return the open reports that a moderator may handle, oldest first; one for each message."""
    reporter, writer = aliased(User), aliased(User)
    first = (
        select(func.min(Report.id).label("id"), func.count().label("reports"))
        .where(Report.closed.is_(None), Report.table_id.not_in(tables_of(moderator)))
        .group_by(Report.table_id, Report.number)
        .subquery()
    )
    query = (
        select(Report, Table.game, reporter.name, writer.name, first.c.reports)
        .join(first, first.c.id == Report.id)
        .join(Table, Table.id == Report.table_id)
        .outerjoin(reporter, reporter.id == Report.reporter_id)
        .outerjoin(writer, writer.id == Report.writer_id)
        .order_by(Report.id)
        .limit(SHOWN)
    )
    return [
        ReportSummary(one.id, game, one.reason, one.time, by, of, reports)
        for one, game, by, of, reports in session.execute(query)
    ]


def tables_of(moderator: User) -> CompoundSelect[str]:
    """Select the tables where a moderator plays or has played."""
    sits = select(TableSeat.table_id).where(TableSeat.user_id == moderator.id)
    sat = select(SeenSeat.table_id).where(SeenSeat.user_id == moderator.id)
    return sits.union(sat)


def read(session: Session, moderator: User, report_id: int) -> Case:
    """Return an open case, and log that it was read."""
    report = _open(session, moderator, report_id)
    note(session, "read", moderator, user_id=report.writer_id, report_id=report.id)
    table = session.get_one(Table, report.table_id)
    reporter = session.get(User, report.reporter_id) if report.reporter_id else None
    writer = session.get(User, report.writer_id) if report.writer_id else None
    same = _of_message(report)
    return Case(
        report=ReportSummary(
            id=report.id,
            game=table.game,
            reason=report.reason,
            time=report.time,
            reporter=None if reporter is None else reporter.name,
            writer=None if writer is None else writer.name,
            reports=session.scalar(select(func.count()).where(*same, Report.closed.is_(None))) or 0,
        ),
        table=table.id,
        running=table.status != OVER,
        messages=_messages(session, report),
        writer=None if writer is None else record(session, writer),
    )


def record(session: Session, user: User) -> PersonRecord:
    """Return what moderators know of a user."""
    reporters = select(func.count(Report.reporter_id.distinct())).where(Report.writer_id == user.id)
    kept = reliability_of(session, [user.id], time.time())[user.id]
    return PersonRecord(
        id=user.id,
        name=user.name,
        guest=user.guest,
        created=user.created,
        reported_by=session.scalar(reporters) or 0,
        games_left=kept.left,
        games_finished=kept.games - kept.left,
        sanctions=sanctions.of_user(session, user.id),
        removed_studies=_removed_studies(session, user),
    )


def _removed_studies(session: Session, user: User) -> list[RemovedStudy]:
    """Return the studies of a user that moderators have taken down, oldest first."""
    mine = (
        select(Study.id, Study.title, Study.removed)
        .join(StudyMember, StudyMember.study_id == Study.id)
        .where(StudyMember.user_id == user.id, StudyMember.role == STUDY_OWNER)
        .where(Study.removed.is_not(None))
        .order_by(Study.removed, Study.id)
    )
    found = session.execute(mine)
    return [RemovedStudy(study, title, when or 0) for study, title, when in found]


def _of_message(report: Report) -> tuple[ColumnElement[bool], ...]:
    """Select the reports of the same message."""
    return Report.table_id == report.table_id, Report.number == report.number


def _open(session: Session, moderator: User, report_id: int) -> Report:
    """Return an open report that a moderator may handle."""
    report = session.get(Report, report_id, with_for_update=True, populate_existing=True)
    if report is None or report.closed is not None:
        raise Problem(404, "moderation.no_report")
    tables = select(Table.id).where(Table.id == report.table_id)
    involved = session.scalar(tables.where(Table.id.in_(tables_of(moderator)))) is not None
    if involved or moderator.id in (report.reporter_id, report.writer_id):
        raise Problem(403, "moderation.involved")
    return report


def _messages(session: Session, report: Report) -> list[CaseMessage]:
    if report.number < 0:
        return _spectators_messages(session, report)
    reported = session.get_one(Letter, (report.table_id, report.number))
    query = (
        select(Letter)
        .where(
            Letter.table_id == report.table_id,
            Letter.conversation == reported.conversation,
            Letter.number <= reported.number,
        )
        .order_by(Letter.number.desc())
        .limit(BEFORE + 1)
    )
    texts = select(Report.number, Report.removed_text).where(Report.table_id == report.table_id)
    removed = {number: text for number, text in session.execute(texts) if text is not None}
    return [
        CaseMessage(
            seat=each.sender,
            by=None,
            text=removed.get(each.number, each.text),
            proposal=each.proposal,
            time=each.time,
            reported=each.number == report.number,
            removed=each.removed is not None,
        )
        for each in reversed(session.scalars(query).all())
    ]


def _spectators_messages(session: Session, report: Report) -> list[CaseMessage]:
    """Return the messages of a case among spectators; what was reported is kept with the report."""
    query = (
        select(SpectatorMessage, User.name)
        .join(User, User.id == SpectatorMessage.user_id)
        .where(
            SpectatorMessage.table_id == report.table_id,
            SpectatorMessage.number < -report.number,
        )
        .order_by(SpectatorMessage.number.desc())
        .limit(BEFORE)
    )
    before = [
        CaseMessage(None, name, each.text, [], each.time, False, each.removed is not None)
        for each, name in reversed(session.execute(query).all())
    ]
    message = session.get(SpectatorMessage, (report.table_id, -report.number))
    writer = None if message is None else session.get_one(User, message.user_id).name
    gone = message is None or message.removed is not None
    time_written = report.time if message is None else message.time
    text = report.removed_text or ""
    return [*before, CaseMessage(None, writer, text, [], time_written, True, gone)]


def decide(session: Session, moderator: User, report_id: int, decision: Decision) -> int | None:
    """Decide a case and close all reports of its message; return the writer.

    Reporters learn that it is closed, the writer why they are sanctioned.
    """
    report = _open(session, moderator, report_id)
    reason = sanctions.required(decision.reason) if decision.kind != DISMISS else ""
    now, same = int(time.time()), (*_of_message(report), Report.closed.is_(None))
    reporters = session.scalars(select(Report.reporter_id).where(*same)).all()
    closing = update(Report).where(*same).values(closed=now)
    if not session.connection().execute(closing).rowcount:
        raise Problem(404, "moderation.no_report")  # another moderator was faster
    note(session, "close", moderator, user_id=report.writer_id, report_id=report.id)
    if decision.remove:
        _remove(session, moderator, report, now)
    if decision.kind != DISMISS:
        if report.writer_id is None:
            raise Problem(409, "moderation.no_writer")
        sanctions.impose(
            session, moderator, report.writer_id, decision.kind, reason, decision.days, report.id
        )
    notify(session, reporters, CLOSED, session.get(Table, report.table_id))
    return report.writer_id


def _remove(session: Session, moderator: User, report: Report, now: int) -> None:
    """Remove the text and the proposal of a message; only the report keeps the text."""
    if report.number < 0:
        message = session.get(SpectatorMessage, (report.table_id, -report.number))
        if message is not None and message.removed is None:
            message.text, message.removed = "", now
            note(session, "remove", moderator, user_id=report.writer_id, report_id=report.id)
        return
    letter = session.get_one(Letter, (report.table_id, report.number), with_for_update=True)
    if letter.removed is not None:
        return
    keep = update(Report).where(Report.id == report.id).values(removed_text=letter.text)
    session.execute(keep)
    letter.text, letter.proposal, letter.removed = "", [], now
    note(session, "remove", moderator, user_id=report.writer_id, report_id=report.id)


def sanction_person(
    session: Session, moderator: User, user_id: int, decision: Decision
) -> SanctionInfo:
    """Sanction a user without a report, for example for an offensive name."""
    imposed = sanctions.impose(
        session, moderator, user_id, decision.kind, decision.reason, decision.days
    )
    return sanctions.sanction_info(imposed)
