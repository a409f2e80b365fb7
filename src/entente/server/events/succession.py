"""What a deleted account leaves behind, or one banned for ever: its club gets another owner, its
event another director.

An event that no one else may direct is cancelled: a board without a result would wait for ever.
"""

from __future__ import annotations

import time

from sqlalchemy import case, delete, func, select, update
from sqlalchemy.orm import Session

from entente.server.events import store
from entente.server.gate import FOREVER, is_banned
from entente.server.notices.notices import notify
from entente.server.storage.database import one_after_the_other
from entente.server.storage.models import Club, ClubMember, Event, EventBoard, User
from entente.server.storage.models.events import (
    ADJOURNED,
    ANNOUNCED,
    CANCELLED,
    DIRECTOR,
    MEMBER,
    OWNER,
    UNDERWAY,
)

CLUB_OWNER, DIRECTS = "notice.club_owner", "notice.tournament_directs"
CALLED_OFF = "notice.tournament_cancelled"
# Members who are not banned for ever.
STAYING = ClubMember.user_id.not_in(select(User.id).where(User.banned_until >= FOREVER))


def hand_on(session: Session, user: User) -> list[str]:
    """Hand on the clubs and events of a user, before the account is deleted, or after
    it is banned.

    Return the adjourned tables of events that were called off: no director lets them go on.
    """
    owned = select(ClubMember.club_id).where(
        ClubMember.user_id == user.id, ClubMember.role == OWNER
    )
    for club_id in session.scalars(owned).all():
        hand_on_club(session, club_id, user)
    running = (Event.owner_id == user.id, Event.status.in_((ANNOUNCED, UNDERWAY)))
    tables: list[str] = []
    for event in session.scalars(select(Event).where(*running)).all():
        tables += _hand_on_event(session, event, user)
    return tables


def hand_on_club(session: Session, club_id: str, user: User) -> None:
    """Give a club another owner, unless it has one; without other members, it ends."""
    one_after_the_other(session, f"club {club_id}")
    others = (ClubMember.club_id == club_id, ClubMember.user_id != user.id, STAYING)
    mine = session.get(ClubMember, (club_id, user.id))
    if mine is not None and session.scalar(select(func.count()).where(*others)):
        mine.role = MEMBER
    owners = select(func.count()).where(*others, ClubMember.role == OWNER)
    if session.scalar(owners):
        return
    directors_first = case((ClubMember.role == DIRECTOR, 0), else_=1)
    oldest = (directors_first, ClubMember.since, ClubMember.user_id)
    heir = session.scalar(select(ClubMember).where(*others).order_by(*oldest).limit(1))
    if heir is None and is_banned(user):
        return  # the ban may be lifted, and no one waits for the club
    if heir is None:  # the last member; its events stay
        session.execute(update(Event).where(Event.club_id == club_id).values(club_id=None))
        session.execute(delete(Club).where(Club.id == club_id))
        return
    heir.role = OWNER
    club = session.get_one(Club, club_id)
    notify(session, [heir.user_id], CLUB_OWNER, club=club.name, club_id=club.id)


def _hand_on_event(session: Session, event: Event, user: User) -> list[str]:
    event = store.locked(session, event.id)
    staff = select(ClubMember.user_id).where(
        ClubMember.club_id == event.club_id,
        ClubMember.role.in_((OWNER, DIRECTOR)),
        ClubMember.user_id != user.id,
        STAYING,
    )
    heir = session.scalar(staff.order_by(ClubMember.since, ClubMember.user_id).limit(1))
    now = time.time()
    if heir is not None:
        event.owner_id = heir
        store.note(session, event, None, "handed_on", now)
        store.tell(session, event, [heir], DIRECTS)
        return []
    event.status, event.previous_id = CANCELLED, None
    store.note(session, event, None, "left_alone", now)
    people = {row.user_id for row in store.entries(session, event)} - {user.id}
    store.tell(session, event, people, CALLED_OFF)
    adjourned = (EventBoard.event_id == event.id, EventBoard.status == ADJOURNED)
    tables = session.scalars(select(EventBoard.table_id).where(*adjourned))
    return [table for table in tables if table is not None]
