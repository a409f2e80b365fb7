"""Players who do not answer a roll call: a cool-down in the queues, which grows each time.

Others have waited for them and must wait again. A player who leaves a paired table before the start
counts too. Misses are forgotten after a week without one.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from entente.server.storage.models import MissedRollCall
from entente.server.tables.days import DAY
from entente.server.tables.time_control import MINUTE

FIRST = 1 * MINUTE  # seconds of the first cool-down; each further one is twice as long
LONGEST = DAY
FORGOTTEN = 7 * DAY


def note_missed(session: Session, user_ids: Collection[int], now: float) -> None:
    """Begin or extend the cool-down of players who were not there."""
    for user_id in sorted(user_ids):
        if (missed := _row(session, user_id, now)) is None:
            continue
        missed.count = missed.count + 1 if missed.last > now - FORGOTTEN else 1
        missed.last = now
        missed.until = now + min(LONGEST, FIRST * 2.0 ** (missed.count - 1))
    session.flush()


def cool_downs(session: Session, user_ids: Collection[int], now: float) -> dict[int, float]:
    """Return until when no queue admits these users; those without a cool-down are left out."""
    running = select(MissedRollCall.user_id, MissedRollCall.until).where(
        MissedRollCall.user_id.in_(user_ids), MissedRollCall.until > now
    )
    return {row[0]: row[1] for row in session.execute(running)}


def _row(session: Session, user_id: int, now: float) -> MissedRollCall | None:
    """Return the stored misses of a user; None if the account is deleted."""
    known = session.get(MissedRollCall, user_id, with_for_update=True)
    if known is not None:
        return known
    try:
        with session.begin_nested():
            session.add(MissedRollCall(user_id=user_id, count=0, last=now, until=now))
    except IntegrityError:  # another roll call was faster, or the account is deleted
        pass
    return session.get(MissedRollCall, user_id, with_for_update=True)
