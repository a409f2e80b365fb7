"""Challenges in a ladder: who may challenge whom, and what refusing or waiting costs.

The order of a ladder is computed from its games and forfeits (`planning.ladder`): a corrected
result changes it as if it had been so at once.
"""

from __future__ import annotations

from sqlalchemy import func, or_, select, update
from sqlalchemy.orm import Session

from entente.server.events import planning, store
from entente.server.events.pairing.ladder import within_reach
from entente.server.events.settings import LADDER, read_settings
from entente.server.gate import is_suspended
from entente.server.problem import Problem
from entente.server.storage.blocks import unmatchable_pairs
from entente.server.storage.models import Event, EventChallenge, EventEntry, User
from entente.server.storage.models.events import (
    ACTIVE,
    BOARD_OVER,
    DECLINED,
    EXPIRED,
    TAKEN_BACK,
    UNDERWAY,
    WAITING,
)

DAY = 86_400
CHALLENGED, CHALLENGE_OVER = "notice.tournament_challenged", "notice.tournament_unchallenged"
FORFEITED = "notice.tournament_forfeited"


def _mine(session: Session, event: Event, user: User, now: float) -> EventEntry:
    """Return a user's entry in a running ladder."""
    row = store.entry_of(session, event, user)
    if event.format != LADDER or event.status != UNDERWAY:
        raise Problem(409, "tournament.no_ladder")
    if row is None or row.status != ACTIVE:
        raise Problem(404, "tournament.entry")
    if event.ends is not None and event.ends <= now:
        raise Problem(409, "tournament.over")
    return row


def busy_entries(session: Session, event: Event) -> set[int]:
    """Return the entries with an open challenge or a game in progress."""
    rows = store.boards(session, event)
    busy = {entry for row in rows if row.status != BOARD_OVER for entry in row.seats.values()}
    for each in store.challenges(session, event):
        if each.status == WAITING:
            busy |= {each.challenger, each.challenged}
    return busy


def open_to(
    session: Session, event: Event, entry: EventEntry, plan: planning.EventPlan
) -> list[int]:
    """Return the entries that an entry may challenge now, the highest first."""
    if event.status != UNDERWAY or entry.status != ACTIVE:
        return []
    reach = plan.settings.reach
    found = within_reach(planning.ladder(plan), entry.number, reach, busy_entries(session, event))
    playing = players(session, event)
    return [each for each in found if each in playing]


def players(session: Session, event: Event) -> set[int]:
    """Return the entries of people who may play."""
    rows = select(EventEntry.number, User).join(User, User.id == EventEntry.user_id)
    found = session.execute(rows.where(EventEntry.event_id == event.id))
    return {number for number, user in found if not is_suspended(user)}


def challenge(session: Session, event_id: str, user: User, number: int, now: float) -> Event:
    """Challenge an entry above one's own."""
    event = store.locked(session, event_id)
    store.check_view(session, event, user)
    mine = _mine(session, event, user, now)
    if number not in open_to(session, event, mine, store.plan_of(session, event)):
        raise Problem(409, "tournament.no_challenge")
    last = select(func.max(EventChallenge.number)).where(EventChallenge.event_id == event.id)
    settings = read_settings(event.settings)
    session.add(
        EventChallenge(
            event_id=event.id,
            number=(session.scalar(last) or 0) + 1,
            challenger=mine.number,
            challenged=number,
            status=WAITING,
            created=int(now),
            expires=int(now) + settings.challenge_days * DAY,
            forfeit=False,
        )
    )
    store.note(session, event, user, "challenged", now, entry=mine.number, other=number)
    store.tell(session, event, [store.entry(session, event, number).user_id], CHALLENGED)
    return event


def player_of(session: Session, event_id: str, number: int) -> User | None:
    """Return the person of an entry, if there is one."""
    row = session.get(EventEntry, (event_id, number))
    return None if row is None or row.user_id is None else session.get(User, row.user_id)


def find_open(session: Session, event: Event, number: int) -> EventChallenge:
    """Return an open challenge. Raise Problem if it has been answered, or has expired."""
    found = session.get(EventChallenge, (event.id, number), populate_existing=True)
    if found is None:
        raise Problem(404, "tournament.challenge_gone")
    if found.status != WAITING:
        raise Problem(409, "tournament.challenge_gone")
    return found


def decline(session: Session, event_id: str, user: User, number: int, now: float) -> Event:
    """Refuse a challenge; one that is one too many costs the place."""
    event = store.locked(session, event_id)
    store.check_view(session, event, user)
    mine = _mine(session, event, user, now)
    found = find_open(session, event, number)
    if found.challenged != mine.number:
        raise Problem(403, "tournament.not_challenged")
    _refuse(session, event, found, DECLINED, user, now)
    return event


def take_back(session: Session, event_id: str, user: User, number: int, now: float) -> Event:
    """Take back an own challenge that has not been answered."""
    event = store.locked(session, event_id)
    store.check_view(session, event, user)
    mine = _mine(session, event, user, now)
    found = find_open(session, event, number)
    if found.challenger != mine.number:
        raise Problem(403, "tournament.not_challenger")
    found.status, found.answered = TAKEN_BACK, int(now)
    other = store.entry(session, event, found.challenged)
    store.note(session, event, user, "taken_back", now, entry=mine.number, other=other.number)
    store.tell(session, event, [other.user_id], CHALLENGE_OVER)
    return event


def refusals_of(session: Session, event: Event, entry: int) -> int:
    """Return how many challenges an entry has refused or left without an answer."""
    refused = select(func.count()).where(
        EventChallenge.event_id == event.id,
        EventChallenge.challenged == entry,
        EventChallenge.status.in_((DECLINED, EXPIRED)),
        EventChallenge.forfeit.is_(False),
    )
    return session.scalar(refused) or 0


def _refuse(
    session: Session,
    event: Event,
    found: EventChallenge,
    status: str,
    user: User | None,
    now: float,
) -> None:
    pair = {"entry": found.challenged, "other": found.challenger}
    rows = {row.number: row.user_id for row in store.entries(session, event)}
    people = [rows.get(each) for each in pair.values()]
    # No one has to play a person they have blocked, or one who may not play.
    if unmatchable_pairs(session, people) or not players(session, event) >= {*pair.values()}:
        status = TAKEN_BACK
    else:
        before = refusals_of(session, event, found.challenged)
        found.forfeit = before >= read_settings(event.settings).refusals
    found.status, found.answered = status, int(now)
    if status == TAKEN_BACK:  # the rules take the challenge back, and below the place
        said = {"entry": found.challenger, "other": found.challenged}
        store.note(session, event, None, "taken_back", now, **said)
    else:
        act, by = ("forfeited", None) if found.forfeit else (status, user)
        store.note(session, event, by, act, now, **pair)
    store.tell(session, event, people, FORFEITED if found.forfeit else CHALLENGE_OVER)


def expire(session: Session, event_id: str, now: float) -> None:
    """End the challenges of a ladder that no one has answered in time."""
    event = store.locked(session, event_id)
    if event.status != UNDERWAY:
        return
    due = EventChallenge.expires <= int(now)
    mine = (EventChallenge.event_id == event.id, EventChallenge.status == WAITING, due)
    for each in session.scalars(select(EventChallenge).where(*mine)).all():
        _refuse(session, event, each, EXPIRED, None, now)


def take_back_all(session: Session, event: Event, now: float, entry: int | None = None) -> None:
    """Take back all open challenges of an event, or those of an entry that withdraws."""
    one = EventChallenge.event_id == event.id
    if entry is not None:
        one &= or_(EventChallenge.challenger == entry, EventChallenge.challenged == entry)
    session.execute(
        update(EventChallenge)
        .where(one, EventChallenge.status == WAITING)
        .values(status=TAKEN_BACK, answered=int(now))
    )
