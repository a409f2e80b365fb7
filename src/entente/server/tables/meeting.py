"""Whether people may sit at the same table.

A block keeps two people from sitting down together; a game that is under way goes on.
"""

from __future__ import annotations

from entente.server.problem import Problem
from entente.server.storage.blocks import blocked_between, blocks_any
from entente.server.storage.models import User
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms


def check_meeting(rooms: Rooms, room: Room, user: User) -> None:
    """Raise Problem if a user and a person at a table must not meet.

    The refusal does not say who has blocked whom. At an anonymous table only the blocks of those
    who are seated count: otherwise anyone could find out who plays there by blocking a person and
    trying to join.
    """
    table = room.table
    there = {chair.user_id for chair in room.chairs.values()} | {table.host_id}
    others = there - {None, user.id}
    if not others:
        return
    with rooms.sessions() as session:
        if table.anonymous:
            apart = blocks_any(session, others, user.id)
        else:
            # Blocks among those who are already seated are no reason.
            apart = any(blocked_between(session, (user.id, each)) for each in others)
    if apart:
        raise Problem(403, "seat.not_for_you")
