"""The user for whom the computers of a table take their turn in the fair queue."""

from __future__ import annotations

from collections.abc import Hashable

from sqlalchemy import select

from entente.server.storage.models import Event, EventBoard
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms


def queue_user(rooms: Rooms, room: Room) -> Hashable:
    """Return the host, a player, or the director of the event whose board has computers only.

    One account may make many such boards: as users of their own, they would all be served before
    anyone has a second turn. The room is locked.
    """
    people = (chair.user_id for chair in room.chairs.values() if chair.user_id is not None)
    if (user := room.table.host_id or next(people, None)) is not None:
        return user
    of_event = select(Event.owner_id, Event.id).join(EventBoard, EventBoard.event_id == Event.id)
    with rooms.sessions() as session:
        found = session.execute(of_event.where(EventBoard.table_id == room.table.id)).first()
    return room.table.id if found is None else found[0] or found[1]
