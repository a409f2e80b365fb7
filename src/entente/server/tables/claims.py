"""What the others may do about a player who has left a live game.

Of two players the one who stayed claims the win or calls the game off; of more, a computer takes
the seat at the request of any other. A player who comes back in time loses nothing but time.
"""

from __future__ import annotations

from collections.abc import Mapping

from entente.kernel import Outcome, Seat, say
from entente.server.problem import Problem
from entente.server.storage.models import User
from entente.server.tables import absent_players, seats
from entente.server.tables.access import check_playing
from entente.server.tables.room import Room
from entente.server.tables.table_events import announce
from entente.wire.tables import Live

WIN, CALL_OFF, COMPUTER = "win", "call_off", "computer"
CLAIMS = (WIN, CALL_OFF, COMPUTER)
Gone = Mapping[Seat, float]  # since when players are away


def may_be_claimed(room: Room, seat: Seat) -> bool:
    """Return whether others may claim against a player if they leave."""
    chair = room.chairs[seat]
    is_played = seat in room.match.game.playing(room.match.state)
    is_person = chair.user_id is not None and chair.stand_in is None
    return isinstance(room.pace, Live) and is_person and is_played


def claims_of(room: Room) -> tuple[str, ...]:
    """Return what can be claimed at a table."""
    return (WIN, CALL_OFF) if len(room.chairs) == 2 else (COMPUTER,)


def claim(
    room: Room, user: User, seat: Seat, what: str, gone: Gone, patience: float, now: float
) -> None:
    """Claim against a player who has been away for `patience` seconds of the game."""
    room.chair(seat)
    check_playing(room)
    mine = room.seats_of(user.id)
    if not mine or seat in mine:
        raise Problem(403, "table.not_yours")
    if room.table.paused:
        raise Problem(409, "table.paused")
    if what not in claims_of(room):
        raise Problem(422, "claim.unknown", known=list(claims_of(room)))
    if not may_be_claimed(room, seat) or seat not in gone:
        raise Problem(409, "claim.here")
    if {*mine} <= gone.keys():
        raise Problem(409, "claim.away")
    since = max(gone[seat], float(room.table.begun or 0))
    if (left := since + patience - now) > 0:
        raise Problem(409, "claim.early", seconds=int(left) + 1)
    if what == WIN:
        absent_players.lose_by_leaving(room, seat)
    elif what == CALL_OFF:
        room.end(Outcome((), {}, say("kernel.abandoned")))
    else:
        announce(room, now, "stand_in", without=[seat], seat=seat)
        seats.stand_in(room, seat, now)
