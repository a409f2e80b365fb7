"""Data retention: delete what the operator does not want to keep longer.

Every process may do it, and several at once: a deletion done twice is done.
"""

from __future__ import annotations

import time

from sqlalchemy import Delete, delete, exists, select
from sqlalchemy.orm import Session

from entente.server.settings import Retention
from entente.server.storage.database import Sessions
from entente.server.storage.models import (
    AccountMark,
    Challenge,
    EventBoard,
    Login,
    ModerationAct,
    Report,
    Reset,
    Result,
    SignInAttempt,
    StudyReport,
    Table,
    TableSeat,
)
from entente.wire.tables import OVER

DAY = 86_400
AT_ONCE = 200  # tables deleted in one transaction
READS = ("read", "hints")  # acts that change nothing


def enforce(sessions: Sessions, retention: Retention, now: float | None = None) -> int:
    """Delete what is too old; return how many rows were deleted."""
    now = time.time() if now is None else now
    changed = 0
    with sessions.begin() as session:
        for statement in _statements(retention, now):
            changed += session.connection().execute(statement).rowcount
    if retention.tables:
        while deleted := _delete_tables(sessions, int(now) - retention.tables * DAY):
            changed += deleted
    return changed


def _statements(retention: Retention, now: float) -> list[Delete]:
    """Return what to run: what has expired in any case, then what has a number of days."""
    found: list[Delete] = [
        delete(each).where(each.expires < int(now))
        for each in (Login, Reset, Challenge, SignInAttempt)
    ]

    def before(days: int) -> int:
        return int(now) - days * DAY

    if retention.access:
        old = ModerationAct.time < before(retention.access)
        found.append(delete(ModerationAct).where(old, ModerationAct.act.in_(READS)))
    if retention.reports:
        old_ones = before(retention.reports)
        found.append(delete(Report).where(Report.closed < old_ones))
        found.append(delete(StudyReport).where(StudyReport.closed < old_ones))
    # Without marks, those from before the setting go too.
    found.append(delete(AccountMark).where(AccountMark.last < before(retention.marks)))
    return found


def _delete_tables(sessions: Sessions, before: int) -> int:
    """Delete some finished casual tables at which no account has a seat."""
    with sessions.begin() as session:
        ids = _unneeded(session, before)
        if ids:
            session.execute(delete(Table).where(Table.id.in_(ids)))
    return len(ids)


def _unneeded(session: Session, before: int) -> list[str]:
    seated = exists().where(TableSeat.table_id == Table.id, TableSeat.user_id.is_not(None))
    played = exists().where(Result.table_id == Table.id, Result.user_id.is_not(None))
    of_event = exists().where(EventBoard.table_id == Table.id)
    query = select(Table.id).where(
        Table.status == OVER,
        Table.touched < before,
        Table.rated.is_(False),
        Table.exercise.is_(None),
        Table.class_id.is_(None),
        ~seated,
        ~played,
        ~of_event,
    )
    return list(session.scalars(query.limit(AT_ONCE)))
