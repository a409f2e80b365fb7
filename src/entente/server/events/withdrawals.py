"""Entries that leave an event: withdrawn, or not allowed to play on."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.server.events import store
from entente.server.events.challenges import take_back_all
from entente.server.gate import is_suspended
from entente.server.storage.models import Event, EventEntry, User
from entente.server.storage.models.events import ACTIVE, ANNOUNCED, WITHDRAWN

REMOVED, SUSPENDED = "notice.tournament_withdrawn", "notice.tournament_suspended"
SANCTIONED = "notice.tournament_sanctioned"  # for the directors


def withdraw_entry(session: Session, event: Event, row: EventEntry, now: float) -> None:
    """Withdraw an entry; before the start, nothing of it stays."""
    if event.status == ANNOUNCED:
        session.delete(row)
    else:
        row.status, row.ready = WITHDRAWN, None
        take_back_all(session, event, now, row.number)
    session.flush()


def sanctioned(session: Session, event: Event) -> list[EventEntry]:
    """Return the active entries whose players may not play at the moment."""
    mine = (EventEntry.event_id == event.id, EventEntry.status == ACTIVE)
    rows = session.execute(select(EventEntry, User).join(User).where(*mine)).all()
    return [row for row, user in rows if is_suspended(user)]


def withdraw_sanctioned(session: Session, event: Event, now: float) -> None:
    """Withdraw entries that may not play, before a round is paired, with a notification."""
    for row in sanctioned(session, event):
        player, number = row.user_id, row.number
        withdraw_entry(session, event, row, now)
        store.note(session, event, None, "sanctioned", now, entry=number)
        store.tell(session, event, [player], SUSPENDED)
        store.tell(session, event, store.directors(session, event), SANCTIONED, entry=number)
