"""Seats open for takeover: what a newcomer gets to know before, and who may take one.

Before: the table's terms, and the position as spectators see it, if the table allows any. After:
everything that the seat knows in the game, and its messages from then on. Earlier private messages
stay hidden (storage/letters.py): a person at the table could read them with a second account. For
the same reason a newcomer needs an account that is a day old. A person who knows the secrets of
another seat cannot take it over.
"""

from __future__ import annotations

import msgspec

from entente.kernel import Seat
from entente.server.problem import Problem
from entente.server.tables.access import SeatAccess, may_watch
from entente.server.tables.room import Room
from entente.server.tables.spectator_room import shown_room
from entente.server.tables.table_events import shown_events
from entente.wire.frames import TableEvent
from entente.wire.tables import PLAYING

LONGEST_POSITION = 4000  # characters


class OpenSeat(msgspec.Struct):
    """A seat open for takeover.

    A `caretaker` is the computer that plays it; without one the game waits for its player. With
    `may_return`, its player can still come back first. `was_mine`: the person who asks held it
    before, and needs no older account to return.
    """

    seat: Seat
    since: int
    caretaker: str | None
    caretaker_moves: int
    may_return: bool
    was_mine: bool


class Takeover(msgspec.Struct):
    """What can be taken over at a table.

    `position` is the public position in words; None if the table has no spectators.
    """

    seats: list[OpenSeat]
    position: str | None
    events: list[TableEvent]


def takeover_info(room: Room, user_id: int | None, language: str) -> Takeover:
    """Return the open seats of a table. Raise Problem if there are none."""
    held = room.seen_by(user_id) if user_id is not None else frozenset()
    seats = [
        OpenSeat(
            chair.seat,
            chair.takeover_since,
            room.player(chair.seat),
            chair.stand_in_moves or 0,
            chair.user_id is not None,
            chair.seat in held,
        )
        for chair in room.chairs.values()
        if chair.takeover_since is not None
    ]
    if not seats or room.table.private or room.table.status != PLAYING:
        SeatAccess.of(room, user_id).check_view()
        raise Problem(404, "seat.none_open")
    shown = shown_room(room, room.seats_of(user_id))
    events = shown_events(room.table.game, shown.table.events or (), language)
    return Takeover(seats, _position(room, language), events)


def _position(room: Room, language: str) -> str | None:
    """Return the position as spectators see it, in words."""
    if not may_watch(room.table):
        return None
    game = room.match.game
    view = shown_room(room, ()).position.view(None)
    return game.presentation.render_text(view, game.catalog(language))[:LONGEST_POSITION]
