"""Ask people to enter an event, or to play for another: it counts after their yes.

A substitution needs the incoming player's yes, and that of the player who is replaced. A player who
has vanished cannot say it: the director withdraws the entry first, in the open, and then another
person may take it over. Directors never take over the entry of a person who has not agreed.
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.server.events import directing, store
from entente.server.people import member_invitations
from entente.server.people.member_invitations import (
    ENTRY,
    GIVE_UP,
    OF_SUBSTITUTION,
    SUBSTITUTE,
    of_event,
)
from entente.server.problem import Problem
from entente.server.storage.models import Event, EventEntry, MemberInvitation, User
from entente.server.storage.models.events import ACTIVE, INVITED
from entente.server.tables.new_tables import clean_title


def invite(
    session: Session, event_id: str, user: User, player: User, team: str, now: float
) -> Event:
    """Ask a person to enter, as the director; the director enters at once."""
    event = directing.directed(session, event_id, user)
    directing.check_open(session, event, player, None)
    if player.id == user.id:
        row = directing.add_entry(session, event, player, None, team, now)
        store.note(session, event, user, "added", now, entry=row.number)
        return event
    if player.guest:
        raise Problem(403, "tournament.guest")
    team = clean_title(team)[:40]
    member_invitations.add(session, ENTRY, user, player, event, now, detail=team)
    store.note(session, event, user, "invited", now)
    return event


def substitute(
    session: Session, event_id: str, user: User, number: int, player: User, now: float
) -> Event:
    """Ask a person to play for an entry from the next round on, and its player to agree."""
    event = directing.directed(session, event_id, user)
    directing.check_running(event)
    row = store.entry(session, event, number)
    if row.status == INVITED:
        raise Problem(404, "tournament.entry")
    if player.guest:
        raise Problem(403, "tournament.guest")
    if store.entry_of(session, event, player) is not None:
        raise Problem(409, "tournament.entered")
    member_invitations.end(session, _asked(session, event, number))  # the director has a new plan
    holder = session.get(User, row.user_id) if row.user_id is not None else None
    own = player.id == user.id
    if holder is not None and holder.id != user.id and (own or row.status == ACTIVE):
        member_invitations.add(
            session, GIVE_UP, user, holder, event, now, entry=number, other=player
        )
    if not own:
        member_invitations.add(session, SUBSTITUTE, user, player, event, now, entry=number)
    if _asked(session, event, number):
        store.note(session, event, user, "substitute_asked", now, entry=number)
    else:
        _substitute(session, event, user, row, player, now)
    return event


def _asked(session: Session, event: Event, number: int) -> list[MemberInvitation]:
    """Return the invitations to play for an entry, and to give it up."""
    kinds = MemberInvitation.kind.in_(OF_SUBSTITUTION)
    mine = (of_event(event), MemberInvitation.entry == number, kinds)
    return list(session.scalars(select(MemberInvitation).where(*mine)))


def _substitute(
    session: Session, event: Event, by: User | None, row: EventEntry, player: User, now: float
) -> None:
    """Let a person play for an entry. Its results stay, and the log says who agreed."""
    act = "substituted" if row.status == ACTIVE else "substituted_gone"
    if row.user_id is None:
        act = "substituted_free"
    row.user_id, row.computer, row.status = player.id, None, ACTIVE
    session.flush()
    store.note(session, event, by, act, now, entry=row.number)


def accept(session: Session, made: MemberInvitation, user: User, now: float) -> None:
    """Say yes: enter, or agree to a substitution."""
    event = store.locked(session, made.event_id or "")
    asked = member_invitations.find(session, user, made.id, now)  # no one was faster
    if asked.kind not in OF_SUBSTITUTION:
        row = directing.add_entry(session, event, user, None, asked.detail, now)
        store.note(session, event, user, "accepted_entry", now, entry=row.number)
        member_invitations.tell(session, asked, event, user.name, yes=True)
        member_invitations.end(session, [asked])
        return
    directing.check_running(event)
    number = asked.entry or 0
    row = store.entry(session, event, number)
    asked.agreed = True
    session.flush()
    member_invitations.tell(session, asked, event, user.name, yes=True)
    both = _asked(session, event, number)
    if all(each.agreed for each in both):
        giving = next((each for each in both if each.kind == GIVE_UP), None)
        coming = next((each for each in both if each.kind == SUBSTITUTE), None)
        incoming = coming.user_id if coming is not None else giving and giving.other_id
        _check_holder(row, giving, asked.by_id)
        player = session.get(User, incoming or 0)
        if player is None or store.entry_of(session, event, player) is not None:
            raise Problem(409, "tournament.entered")
        by = session.get(User, asked.by_id)
        _substitute(session, event, by, row, player, now)
        member_invitations.end(session, both)


def _check_holder(row: EventEntry, giving: MemberInvitation | None, by_id: int) -> None:
    """Raise Problem if another person plays for the entry now than the one who was asked."""
    agreed = {by_id if giving is None else giving.user_id}
    if row.status == ACTIVE and row.user_id is not None and row.user_id not in agreed:
        raise Problem(409, "tournament.changed")


def decline(session: Session, made: MemberInvitation, user: User, now: float) -> None:
    """Say no; the place of a season before goes to the others."""
    event = store.locked(session, made.event_id or "")
    asked = member_invitations.find(session, user, made.id, now)
    member_invitations.tell(session, asked, event, user.name, yes=False)
    if asked.kind in OF_SUBSTITUTION:
        member_invitations.end(session, _asked(session, event, asked.entry or 0))
        store.note(session, event, None, "substitute_declined", now, entry=asked.entry or 0)
        return
    member_invitations.end(session, [asked])
    row = store.entry_of(session, event, user)
    if row is not None and row.status == INVITED:
        session.delete(row)
        event.version += 1


def withdraw(session: Session, event_id: str, user: User, invitation_id: str, now: float) -> Event:
    """Take an invitation back, as the director."""
    event = directing.directed(session, event_id, user)
    made = session.get(MemberInvitation, invitation_id)
    if made is None or made.event_id != event.id:
        raise Problem(404, "invitation.gone")
    if made.kind in OF_SUBSTITUTION:
        member_invitations.end(session, _asked(session, event, made.entry or 0))
    else:
        member_invitations.end(session, [made])
    store.note(session, event, user, "uninvited", now)
    return event
