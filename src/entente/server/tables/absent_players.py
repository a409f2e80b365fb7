"""Players who stay away: grace and leave before a deadline counts as missed, and open seats.

A missed deadline is put off once by the table's grace period, and then by a day for each day of
leave that the player has left. After that it counts as a missed phase, and the table does what it
has chosen (live/timekeeper.py). A seat whose player left or has missed too much is open for
takeover (tables/takeover.py) until the player returns or another person takes it.
"""

from __future__ import annotations

from collections.abc import Callable

from entente.kernel import Message, Outcome, Seat, say
from entente.server.tables.days import DAY
from entente.server.tables.room import Room
from entente.server.tables.table_events import announce
from entente.server.tables.time_control import MINUTE, is_long
from entente.wire.tables import PLAYING, Phases

Excuse = Callable[[Room, Seat, float], None]

# -- before a deadline counts as missed


def excuse_for(room: Room, seat: Seat, now: float) -> Excuse | None:
    """Return what puts off a seat's missed deadline: grace, or a day of leave; None if nothing."""
    if _grace(room) and not room.chairs[seat].grace_used:
        return grant_grace
    return take_leave if is_long(room.pace) and room.leave_left(seat, now) > 0 else None


def grant_grace(room: Room, seat: Seat, now: float) -> None:
    """Put a deadline off by the table's grace period."""
    minutes, days = _grace(room), room.clocks().calendar(room.chairs[seat])
    room.set_chair(seat, due=days.reach(now, minutes * MINUTE), remind=None, grace_used=True)
    announce(room, now, "grace", seat=seat, minutes=minutes)


def take_leave(room: Room, seat: Seat, now: float) -> None:
    """Put a deadline off by a day of the player's leave."""
    chair, days = room.chairs[seat], room.clocks().calendar(room.chairs[seat])
    used = (chair.leave_used or 0) + 1
    room.set_chair(seat, due=days.reach(now, DAY), remind=None, leave_used=used)
    announce(room, now, "leave", seat=seat, left=room.leave_left(seat, now))


def _grace(room: Room) -> int:
    return room.pace.grace if isinstance(room.pace, Phases) else 0


# -- missed phases


def note_missed(room: Room, seat: Seat, window: int | None) -> bool:
    """Count a missed phase; return False if this question was counted before."""
    chair = room.chairs[seat]
    run = chair.missed_run or 0
    if run and window is not None and chair.missed_window == window:
        return False
    room.set_chair(seat, missed_run=run + 1, missed_window=window)
    return True


def note_present(room: Room, seat: Seat) -> None:
    """Note that a player has acted: the next missed phase is the first again."""
    chair = room.chairs[seat]
    if chair.user_id is not None and chair.stand_in is None:
        room.set_chair(seat, missed_run=0, missed_window=None, takeover_since=None)


def abandon(room: Room, seat: Seat) -> None:
    """End the game without a result, because a player stays away."""
    room.end(Outcome((), {}, say("kernel.absent", seats=[seat])))


def both_late(room: Room) -> None:
    """End a game of two without a winner: both have run out of time at the same moment."""
    seats = room.match.seats
    room.end(Outcome((), dict.fromkeys(seats, 0.0), say("kernel.absent", seats=[*seats])))


def lose_on_time(room: Room, seat: Seat) -> None:
    """End a game of two: one has run out of time, and the other wins."""
    room.end(_forfeited(room, seat, say("kernel.timed_out", seat=seat)))


def lose_by_leaving(room: Room, seat: Seat) -> None:
    """End a game of two: one has left, and the other claims the win."""
    room.end(_forfeited(room, seat, say("kernel.left", seats=[seat])))


def _forfeited(room: Room, seat: Seat, reason: Message) -> Outcome:
    """Return a win for the other of two players; a draw if that one can no longer win."""
    (winner,) = (each for each in room.match.seats if each != seat)
    if winner in room.match.game.playing(room.match.state):
        return Outcome((winner,), {winner: 1.0, seat: 0.0}, reason)
    return Outcome((seat, winner), {seat: 0.5, winner: 0.5}, reason)


# -- seats open for takeover


def open_seat(room: Room, seat: Seat, now: float) -> None:
    """Open a seat for takeover, if the table wants replacements and is not private."""
    table, chair = room.table, room.chairs[seat]
    listed = table.replacements and not table.private and not table.analysis
    if table.rated and len(room.chairs) == 2:
        listed = False  # a stranger would play for the rating of another
    if listed and table.status == PLAYING and chair.takeover_since is None:
        room.set_chair(seat, takeover_since=int(now))
