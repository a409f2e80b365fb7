"""Lots: at the moment a game begins its people are shuffled over the seats that they have taken.

The lot is drawn from the table's own seed, whose hash everybody has seen by then; it is published
with the seed when the game is over. Computers stay where they are.
"""

from __future__ import annotations

from collections.abc import Iterable

from entente.kernel import Seat
from entente.kernel.chance import Chance
from entente.server.tables.room import Room

# No die of the game is computed from this: its series are numbered (entente.kernel.chance).
SERIES = "lots"


def draw(seed: str, seats: Iterable[Seat]) -> dict[Seat, Seat]:
    """For each seat that somebody took, in the order of the game, the one that he plays."""
    before = list(seats)
    after = list(before)
    Chance(f"{seed}/{SERIES}").shuffle(after)
    return dict(zip(before, after, strict=True))


def deal(room: Room) -> None:
    """Everybody gets up and sits down where the lot sends him; papers and offers stay with nobody,
    as whenever somebody new comes to a seat."""
    if room.table.lots is None:
        return
    sitting = {
        seat: user for seat in room.match.seats if (user := room.chairs[seat].user_id) is not None
    }
    drawn = draw(room.table.seed, sitting)
    for before, after in drawn.items():
        room.clear_chair(after, user_id=sitting[before])
    room.table.lots = drawn
