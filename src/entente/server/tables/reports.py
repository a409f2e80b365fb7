"""Reports: messages that a reader brings to the operator's attention.

The operator reads only reported messages. The writer is not notified; the reporter is notified when
the report is closed.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable

import msgspec
from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from entente.kernel import Seat
from entente.kernel.plain_text import plain_text
from entente.server.notices.notices import notify
from entente.server.problem import Problem
from entente.server.storage.models import Letter, Report, Table, User
from entente.server.tables.chat import numbers
from entente.server.tables.room import Room

LONGEST_REASON = 1000
CLOSED = "notice.report_closed"

log = logging.getLogger("entente.reports")


class Reported(msgspec.Struct):
    """A report was filed under this number."""

    report: int


class ReportedMessage(msgspec.Struct):
    """A report as the operator reads it."""

    id: int
    table: str
    reporter: str | None
    writer: str | None
    seat: Seat | None  # None: a spectator
    text: str
    proposal: list[str]
    reason: str
    time: int


def report(
    session: Session, room: Room, user_id: int, seats: Iterable[Seat], number: int, reason: str
) -> Reported:
    """Report the message with this number for the holder of these seats."""
    reason = clean_reason(reason)
    seats = tuple(seats)
    known = numbers(session, room.table.id, seats)
    if not 0 < number <= len(known):
        raise Problem(404, "press.no_letter")
    message = session.get(Letter, (room.table.id, known[number - 1]))
    assert message is not None  # it was found above
    if message.sender in seats:
        raise Problem(409, "press.own_letter")
    stored = Report(
        table_id=room.table.id,
        number=message.number,
        reporter_id=user_id,
        writer_id=message.writer_id,
        reason=reason,
        time=int(time.time()),
    )
    return store_report(session, stored)


def clean_reason(reason: str) -> str:
    """Return the reason of a report. Raise Problem if there is none."""
    reason = plain_text(reason).strip()
    if not reason:
        raise Problem(422, "press.no_reason")
    return reason


def store_report(session: Session, stored: Report) -> Reported:
    """Store a report; each person reports a message once."""
    try:
        with session.begin_nested():
            session.add(stored)
    except IntegrityError:
        raise Problem(409, "press.reported") from None
    log.warning("report %s: a message of table %s", stored.id, stored.table_id)
    return Reported(stored.id)


def reported_by(session: Session, table_id: str, user_id: int, seats: Iterable[Seat]) -> list[int]:
    """Return the messages a user has reported, in their numbers."""
    mine = (Report.table_id == table_id, Report.reporter_id == user_id)
    stored = set(session.scalars(select(Report.number).where(*mine)))
    if not stored:
        return []
    known = enumerate(numbers(session, table_id, seats), 1)
    return [number for number, message in known if message in stored]


# -- the operator


def open_reports(session: Session) -> list[ReportedMessage]:
    """Return the open reports, oldest first."""
    reporter, writer = aliased(User), aliased(User)
    query = (
        select(Report, Letter, reporter.name, writer.name)
        .outerjoin(Letter, (Letter.table_id == Report.table_id) & (Letter.number == Report.number))
        .outerjoin(reporter, reporter.id == Report.reporter_id)
        .outerjoin(writer, writer.id == Report.writer_id)
        .where(Report.closed.is_(None))
        .order_by(Report.id)
    )
    return [_reported(*row) for row in session.execute(query)]


def _reported(
    report: Report, message: Letter | None, reporter: str | None, writer: str | None
) -> ReportedMessage:
    """Return a report; that of a spectator's message has the text itself."""
    return ReportedMessage(
        id=report.id,
        table=report.table_id,
        reporter=reporter,
        writer=writer,
        seat=None if message is None else message.sender,
        text=report.removed_text or "" if message is None else message.text,
        proposal=[] if message is None else message.proposal,
        reason=report.reason,
        time=report.time,
    )


def close(session: Session, number: int) -> bool:
    """Close a report; return whether it was open."""
    open_one = (Report.id == number) & Report.closed.is_(None)
    closing = update(Report).where(open_one).values(closed=int(time.time()))
    if not session.connection().execute(closing).rowcount:
        return False
    closed = session.get(Report, number)
    assert closed is not None
    notify(session, [closed.reporter_id], CLOSED, session.get(Table, closed.table_id))
    return True
