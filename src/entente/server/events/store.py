"""Read and lock an event, note what its director does, and tell its people."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from entente.server.events.pairing.ladder import LadderStep
from entente.server.events.planning import EventPlan, PlannedBoard, PlannedEntry
from entente.server.events.scoring.systems import SeatFacts
from entente.server.events.settings import LADDER, read_settings, seats_of
from entente.server.notices.notices import notify
from entente.server.notices.wording import mark_of
from entente.server.people.member_invitations import is_invited, of_event
from entente.server.problem import Problem
from entente.server.storage.blocks import blocks_any, unmatchable_pairs
from entente.server.storage.database import one_after_the_other
from entente.server.storage.models import (
    ClubMember,
    Event,
    EventAct,
    EventBoard,
    EventChallenge,
    EventEntry,
    User,
)
from entente.server.storage.models.events import ACTIVE, DIRECTOR, INVITED, MEMBERS, OWNER

Facts = dict[str, SeatFacts]


def find(session: Session, event_id: str) -> Event:
    """Return an event. Raise Problem 404 if there is none."""
    event = session.get(Event, event_id)
    if event is None:
        raise Problem(404, "tournament.unknown")
    return event


def locked(session: Session, event_id: str) -> Event:
    """Return an event that no one else changes until the commit."""
    one_after_the_other(session, f"event {event_id}")
    event = session.get(Event, event_id, populate_existing=True)
    if event is None:
        raise Problem(404, "tournament.unknown")
    return event


def role_in(session: Session, club_id: str | None, user: User | None) -> str | None:
    """Return a user's role in a club; None if they are no member."""
    if club_id is None or user is None:
        return None
    member = session.get(ClubMember, (club_id, user.id))
    return None if member is None else member.role


def is_director(session: Session, event: Event, user: User | None) -> bool:
    if user is None:
        return False
    if event.owner_id == user.id:
        return True
    return role_in(session, event.club_id, user) in (OWNER, DIRECTOR)


def check_director(session: Session, event: Event, user: User) -> None:
    """Raise Problem unless a user directs an event; one they may not see does not exist."""
    check_view(session, event, user)
    if not is_director(session, event, user):
        raise Problem(403, "tournament.director")


def entry_of(session: Session, event: Event, user: User | None) -> EventEntry | None:
    if user is None:
        return None
    return session.scalar(
        select(EventEntry).where(EventEntry.event_id == event.id, EventEntry.user_id == user.id)
    )


def may_view(session: Session, event: Event, user: User | None) -> bool:
    """Return whether a user may see an event: a private one is for its people only."""
    if event.privacy != MEMBERS:
        return True
    return (
        is_director(session, event, user)
        or role_in(session, event.club_id, user) is not None
        or entry_of(session, event, user) is not None
        or is_invited(session, of_event(event), user)
    )


def check_view(session: Session, event: Event, user: User | None) -> None:
    if not may_view(session, event, user):
        raise Problem(404, "tournament.unknown")


def entries(session: Session, event: Event) -> list[EventEntry]:
    mine = select(EventEntry).where(EventEntry.event_id == event.id)
    return list(session.scalars(mine.order_by(EventEntry.number)))


def entry(session: Session, event: Event, number: int) -> EventEntry:
    found = session.get(EventEntry, (event.id, number))
    if found is None:
        raise Problem(404, "tournament.entry")
    return found


def boards(session: Session, event: Event) -> list[EventBoard]:
    mine = select(EventBoard).where(EventBoard.event_id == event.id)
    return list(session.scalars(mine.order_by(EventBoard.round, EventBoard.number)))


def challenges(session: Session, event: Event) -> list[EventChallenge]:
    mine = select(EventChallenge).where(EventChallenge.event_id == event.id)
    return list(session.scalars(mine.order_by(EventChallenge.number)))


def read_facts(board: EventBoard) -> Facts | None:
    if board.facts is None:
        return None
    return msgspec.convert(board.facts, dict[str, SeatFacts])


def plan_of(session: Session, event: Event, *, apart: bool = False) -> EventPlan:
    """Return what pairing and standings need; with `apart`, also who must not meet."""
    settings = read_settings(event.settings)
    rows = [row for row in entries(session, event) if row.status != INVITED]
    barred: frozenset[frozenset[int]] = frozenset()
    if apart:
        numbers = {row.user_id: row.number for row in rows if row.user_id is not None}
        pairs = unmatchable_pairs(session, numbers)
        barred = frozenset(frozenset((numbers[a], numbers[b])) for a, b in pairs)
    ladder = challenges(session, event) if event.format == LADDER else []
    challengers = {each.board: each.challenger for each in ladder if each.board is not None}
    return EventPlan(
        id=zlib.crc32(event.id.encode()),
        format=event.format,
        seats=seats_of(event.game, settings.options),
        settings=settings,
        entries=tuple(
            PlannedEntry(
                row.number,
                row.seed,
                row.status == ACTIVE,
                row.from_round,
                tuple(row.byes),
                row.team,
                row.adjustment,
            )
            for row in rows
        ),
        boards=tuple(
            PlannedBoard(
                row.round,
                row.number,
                row.kind,
                row.seats,
                row.status,
                read_facts(row),
                row.corrected,
                row.year,
                row.finished or 0,
                challengers.get(row.number, 0),
            )
            for row in boards(session, event)
        ),
        apart=barred,
        forfeits=tuple(
            LadderStep(each.answered or 0, each.number, each.challenger, each.challenged)
            for each in ladder
            if each.forfeit
        ),
    )


def note(
    session: Session, event: Event, user: User | None, act: str, now: float, **args: Any
) -> None:
    """Add a line to the log, and count the change."""
    last = select(func.max(EventAct.number)).where(EventAct.event_id == event.id)
    number = (session.scalar(last) or 0) + 1
    session.add(
        EventAct(
            event_id=event.id,
            number=number,
            user_id=None if user is None else user.id,
            time=int(now),
            act=act,
            args=args,
        )
    )
    event.version += 1
    session.flush()


def tell(
    session: Session,
    event: Event,
    user_ids: Iterable[int | None],
    key: str,
    *,
    once: bool = False,
    **args: int,
) -> None:
    """Notify people of an event; the notice leads to its page.

    `once`: not those who have an unread notice of this key about this event. People who have
    blocked its director do not see the name, which the director writes.
    """
    ids = {user_id for user_id in user_ids if user_id is not None}
    closed = {each for each in ids if blocks_any(session, [each], event.owner_id or 0)}
    for people, name in ((ids - closed, event.name), (closed, mark_of(event.id))):
        named: dict[str, Any] = {"tournament": name, "tournament_id": event.id, **args}
        notify(session, people, key, once=once, **named)


def directors(session: Session, event: Event) -> set[int]:
    """Return the users to tell when an event needs its director."""
    if event.owner_id is not None:
        return {event.owner_id}
    staff = select(ClubMember.user_id).where(
        ClubMember.club_id == event.club_id, ClubMember.role.in_((OWNER, DIRECTOR))
    )
    return set(session.scalars(staff))
