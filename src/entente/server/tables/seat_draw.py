"""Shuffle human players among their seats when a game starts.

The draw follows from the table's seed, whose hash everyone has seen by then; it is published with
the seed when the game is over. Computer players keep their seats.
"""

from __future__ import annotations

from collections.abc import Iterable

from entente.kernel import Seat
from entente.kernel.chance import Chance
from entente.server.tables.room import Room

# Independent of the game's dice, whose series are numbered (entente.kernel.chance).
SERIES = "lots"


def draw(seed: str, seats: Iterable[Seat]) -> dict[Seat, Seat]:
    """Map each seat taken by a person to the seat that person plays, in the game's order."""
    before = list(seats)
    after = list(before)
    Chance(f"{seed}/{SERIES}").shuffle(after)
    return dict(zip(before, after, strict=True))


def deal(room: Room) -> None:
    """Move every player to the seat drawn for them.

    Drafts, notes and offers are dropped, as whenever a seat changes hands.
    """
    if room.table.lots is None:
        return
    sitting = {
        seat: user for seat in room.match.seats if (user := room.chairs[seat].user_id) is not None
    }
    drawn = draw(room.table.seed, sitting)
    for before, after in drawn.items():
        room.clear_chair(after, user_id=sitting[before])
    room.table.lots = drawn
