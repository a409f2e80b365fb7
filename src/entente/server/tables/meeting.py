"""Whether people may sit at the same table.

A block keeps two people from sitting down together; a game that is under way goes on.
"""

from __future__ import annotations

from entente.server.problem import Problem
from entente.server.storage.blocks import blocked_between
from entente.server.storage.models import User
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms


def check_meeting(rooms: Rooms, room: Room, user: User) -> None:
    """Raise Problem if a user and a person at a table must not meet.

    The refusal does not say who has blocked whom. At an anonymous table blocks do not count: a
    refusal would tell the blocking person, or the blocked one, that the other plays there.
    """
    table = room.table
    if table.anonymous:
        return
    there = {chair.user_id for chair in room.chairs.values()} | {table.host_id}
    others = there - {None, user.id}
    if not others:
        return
    with rooms.sessions() as session:
        # Blocks among those who are already seated are no reason.
        apart = any(blocked_between(session, (user.id, each)) for each in others)
    if apart:
        raise Problem(403, "seat.not_for_you")
