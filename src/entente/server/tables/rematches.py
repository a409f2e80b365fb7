"""Rematches: the same table once more, every player one seat on."""

from __future__ import annotations

from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.server.notices.notices import notify
from entente.server.problem import Problem
from entente.server.ratings.pair_cap import capped_pairs
from entente.server.storage.blocks import not_to_meet
from entente.server.storage.models import User
from entente.server.tables.new_tables import ME, NewTable, insert_job, new_room, seat_players
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms
from entente.server.tables.starting import is_free, start_if_ready
from entente.wire.tables import OPEN, OVER


def may_play_again(room: Room, user: User) -> bool:
    """Return whether a rematch is still to be created. Raise Problem if this user may not ask."""
    if not room.seats_of(user.id):
        raise Problem(403, "table.not_yours")
    if room.table.status != OVER:
        raise Problem(409, "table.not_over")
    return room.table.rematch is None


def rematch(rooms: Rooms, room: Room, user: User, now: float) -> None:
    """Create a table with the same options, every player one seat on, linked from the old one.

    The first player to ask is seated; the others are notified, and take their seat by asking too.
    """
    old = room.table
    plan = NewTable(
        game=old.game,
        options=old.options,
        private=True,  # only for the players
        spectators=old.spectators,
        language=old.language,
        time_control=old.pace,
        on_timeout=old.absence,
        missed_phases=old.missed_phases,
        replacements=old.replacements,
        leave_days=old.leave_days,
        min_reliability=old.min_reliability,
        chat_phases=old.chat_phases,
        chat=old.press,
        anonymous=old.anonymous,
        starts_when_full=True,  # every player who joins has asked for it
        stand_in_years=old.stand_in_years,
        roll_call=old.calls_roll,
        title=old.title,
        club=old.club_id,
    )
    new = new_room(rooms, user, plan, now)
    new.table.origin, old.rematch = old.id, new.table.id
    new.table.rated = old.rated and not _is_capped(rooms, room, now)
    for seat, chair in room.chairs.items():
        if chair.user_id is None and chair.computer is not None:
            new.set_chair(_next(room, seat), computer=chair.computer)
    for seat in room.seats_of(user.id):
        seat_players(new, user, {_next(room, seat): ME})
    start_if_ready(new, now, user.id)
    room.jobs.append(insert_job(new, now))
    others = {chair.user_id for chair in room.chairs.values()} - {user.id}

    def tell(session: Session) -> None:
        # Between people who block each other there is no rematch.
        notify(session, others - not_to_meet(session, user.id), "notice.rematch", new.table)

    room.jobs.append(tell)


def _is_capped(rooms: Rooms, room: Room, now: float) -> bool:
    """Return whether the two people of a table have played enough rated games today."""
    users = {chair.user_id for chair in room.chairs.values() if chair.user_id is not None}
    if len(users) != len(room.chairs) or len(users) > 2:
        return False
    with rooms.sessions() as session:
        return bool(capped_pairs(session, users, now))


def reserved_seats(old: Room, new: Room, user: User) -> list[Seat]:
    """Return the open seats of a rematch that are reserved for a user."""
    if new.table.status != OPEN:
        return []
    seats = [_next(old, seat) for seat in old.seats_of(user.id)]
    return [seat for seat in seats if is_free(new.chairs[seat])]


def check_reserved(rooms: Rooms, new: Room, user: User, seat: Seat) -> None:
    """Raise Problem unless a rematch's open seat is reserved for this user."""
    table = new.table
    if table.origin is None or table.status != OPEN or not is_free(new.chair(seat)):
        return
    try:
        old = rooms.get(table.origin)
    except Problem:
        return  # the old table and its players are deleted
    if seat not in reserved_seats(old, new, user):
        raise Problem(403, "seat.rematch")


def _next(room: Room, seat: Seat) -> Seat:
    seats = room.match.seats
    return seats[(seats.index(seat) + 1) % len(seats)]
