"""Whom the terms of a table admit: a minimum reliability, and few rated games of the same two."""

from __future__ import annotations

from entente.server.problem import Problem
from entente.server.ratings.pair_cap import MOST, capped_pairs
from entente.server.ratings.reliability import reliability_of
from entente.server.storage.models import User
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms

PAIR = 2  # seats


def check_reliability(rooms: Rooms, room: Room, user: User) -> None:
    """Raise Problem if a user is less reliable than the table demands.

    A new player without a figure is admitted; a guest is not, who could come back as another one.
    The host, and players with an invitation link, are not checked.
    """
    least = room.table.min_reliability
    if least is None or room.table.host_id == user.id:
        return
    if user.guest:
        raise Problem(403, "seat.reliability_guest", least=least)
    with rooms.sessions() as session:
        percent = reliability_of(session, [user.id], rooms.clock())[user.id].percent
    if percent is not None and percent < least:
        raise Problem(403, "seat.reliability", least=least, percent=percent)


def check_pair(rooms: Rooms, room: Room, user: User) -> None:
    """Raise Problem if a rated game of two would be one too many of these two people today.

    At an anonymous table the refusal would tell who plays there; the end of the game says it.
    """
    table = room.table
    if not table.rated or table.anonymous or len(room.chairs) != PAIR:
        return
    users = {chair.user_id for chair in room.chairs.values() if chair.user_id is not None}
    with rooms.sessions() as session:
        if capped_pairs(session, users | {user.id}, rooms.clock()):
            raise Problem(409, "rating.often", most=MOST)
