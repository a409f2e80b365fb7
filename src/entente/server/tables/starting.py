"""How a game starts: the last seat is filled, the host starts it, or a roll call succeeds.

Before the start of a table that calls the roll, every player confirms that they are there. A player
who does not answer in time loses the seat, and the others do not lose the game: at a paired table
they return to their places in the queue, at any other table the seat is free again.

Everything here changes a room in memory; `Rooms.change` stores it.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.server.notices.kinds import (
    BEGAN,
    FULL_TABLE,
    PAIRED,
    ROLL_CALL,
    ROLL_CALL_MISSED,
    ROLL_CALL_OFF,
    UNPAIRED,
)
from entente.server.problem import Problem
from entente.server.ratings.pace import LIVE, pace_class
from entente.server.storage.models import PairingRequest, TableSeat, User
from entente.server.tables import seat_draw
from entente.server.tables.missed_roll_calls import note_missed
from entente.server.tables.room import Room
from entente.server.tables.time_control import HOUR, MINUTE
from entente.wire.tables import OPEN, OVER, PLAYING, Correspondence

LIVE_ANSWER = MINUTE  # seconds to answer a roll call
LONGEST_ANSWER = 24 * HOUR
ALONE = 2  # people who need no roll call, unless they were paired


def is_free(chair: TableSeat) -> bool:
    return chair.user_id is None and chair.computer is None


def is_full(room: Room) -> bool:
    return not any(is_free(chair) for chair in room.chairs.values())


def players(room: Room) -> set[int]:
    """Return the people who sit at a table."""
    return {chair.user_id for chair in room.chairs.values() if chair.user_id is not None}


def start_if_ready(room: Room, now: float, present: int | None = None) -> None:
    """Start a full table if the host chose so or plays alone; otherwise notify the host.

    `present` is the user whose request filled the table.
    """
    if not is_full(room):
        return
    host = room.table.host_id
    others = players(room) - {host}
    if room.table.starts_when_full or host is None or not others:
        start_or_call(room, now, present)
    else:
        room.notify([host], FULL_TABLE, once=True)


def start_or_call(room: Room, now: float, present: int | None = None) -> None:
    """Start the game, or call the roll first; the user who starts it has answered."""
    if not _calls_roll(room):
        _begin(room, now)
        return
    if room.table.roll_due is None:
        call_roll(room, now)
    if present is not None:
        _answer(room, present)
    _start_if_answered(room, now)


def _begin(room: Room, now: float) -> None:
    """Draw the seats and start the game."""
    seat_draw.deal(room)
    table = room.table
    table.status, table.begun, table.moved = PLAYING, int(now), int(now)
    room.note_seen(first=True)
    deciding = room.decisions()
    idle = [chair.user_id for seat, chair in room.chairs.items() if seat not in deciding]
    room.notify(idle, BEGAN)


# -- the roll call


def _calls_roll(room: Room) -> bool:
    table = room.table
    return table.queue is not None or (table.calls_roll and len(players(room)) > ALONE)


def answer_seconds(room: Room) -> int:
    """Return how long players have to answer a roll call: a minute if they must be online."""
    if pace_class(room.pace) == LIVE:
        return LIVE_ANSWER
    if isinstance(room.pace, Correspondence):
        return min(LONGEST_ANSWER, room.pace.hours * HOUR)
    return LONGEST_ANSWER


def call_roll(room: Room, now: float) -> None:
    """Ask every player of a full table whether they are there."""
    table = room.table
    table.roll_due = now + answer_seconds(room)
    for seat in room.chairs:
        room.set_chair(seat, ready=False)
    key = ROLL_CALL if table.queue is None else PAIRED
    room.notify(players(room), key, due=int(table.roll_due))


def answer_roll_call(room: Room, user: User, now: float) -> None:
    """Confirm that a player is there. The last answer starts the game."""
    if not room.seats_of(user.id):
        raise Problem(403, "table.not_yours")
    if room.table.roll_due is None:
        raise Problem(409, "roll_call.none")
    _answer(room, user.id)
    _start_if_answered(room, now)


def _answer(room: Room, user_id: int) -> None:
    for seat in room.seats_of(user_id):
        room.set_chair(seat, ready=True)


def missing(room: Room) -> list[Seat]:
    """Return the seats of people who have not answered."""
    chairs = room.chairs.items()
    return [seat for seat, chair in chairs if chair.user_id is not None and not chair.ready]


def _start_if_answered(room: Room, now: float) -> None:
    if missing(room) or not is_full(room):
        return
    room.table.roll_due = None
    if room.table.queue is not None:
        table_id = room.table.id
        room.jobs.append(lambda session: _no_requests(session, table_id))
    _begin(room, now)


def end_roll_call(room: Room, now: float) -> None:
    """Act on a roll call whose time is up."""
    table = room.table
    if table.status != OPEN or table.roll_due is None or table.roll_due > now:
        return
    late = {user for seat in missing(room) if (user := room.chairs[seat].user_id) is not None}
    room.notify(late, ROLL_CALL_MISSED)
    note_absent(room, late, now)
    if table.queue is not None:
        disband(room, players(room) - late)
        return
    for seat in missing(room):
        room.clear_chair(seat)
    call_off(room)


def note_absent(room: Room, user_ids: Collection[int], now: float) -> None:
    """Keep players for whom the others have waited in vain out of the queues for a while."""
    users = set(user_ids)
    room.jobs.append(lambda session: note_missed(session, users, now))


def call_off(room: Room) -> None:
    """End the roll call of a table that is no longer full; its seats wait for players again."""
    if room.table.roll_due is None or is_full(room):
        return
    room.table.roll_due = None
    for seat in room.chairs:
        room.set_chair(seat, ready=False)
    sitting = players(room)
    if not sitting:
        room.table.status = OVER
    elif room.table.host_id not in sitting:
        room.table.host_id = min(sitting)
    free = [seat for seat, chair in room.chairs.items() if is_free(chair)]
    room.notify(sitting, ROLL_CALL_OFF, seats=free)


def disband(room: Room, answered: Collection[int]) -> None:
    """Close a paired table; who has answered returns to their place in the queue."""
    table = room.table
    table.roll_due, table.status = None, OVER
    room.notify(answered, UNPAIRED)
    for seat in room.chairs:
        room.clear_chair(seat)
    table_id, back = table.id, sorted(answered)
    room.jobs.append(lambda session: _wait_again(session, table_id, back))


def _no_requests(session: Session, table_id: str) -> None:
    session.execute(delete(PairingRequest).where(PairingRequest.table_id == table_id))


def _wait_again(session: Session, table_id: str, answered: Collection[int]) -> None:
    of_table = PairingRequest.table_id == table_id
    again = update(PairingRequest).where(of_table, PairingRequest.user_id.in_(answered))
    session.execute(again.values(table_id=None))
    _no_requests(session, table_id)
