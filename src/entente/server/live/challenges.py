"""End invitations that were declined or have expired, and the tables of challenges with them."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from entente.server.live.hub import Hub
from entente.server.problem import Problem
from entente.server.storage.models import Invitation, Table
from entente.server.tables import invitations
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms
from entente.wire.tables import OPEN, OVER


async def end_invitation(
    rooms: Rooms, hub: Hub, made: Invitation, key: str | None, name: str = ""
) -> None:
    """End an invitation and notify its sender; the table of a challenge closes.

    Of several requests and processes, the first one does it.
    """

    def end() -> bool:
        with rooms.sessions.begin() as session:
            table = session.get(Table, made.table_id)
            if not invitations.end(session, made) or table is None or table.status != OPEN:
                return False
            if key is not None:
                invitations.tell(session, [made.by_id], key, table, name)
            return made.challenge

    def close(room: Room, now: float) -> None:
        others = {chair.user_id for chair in room.chairs.values()} - {None, made.by_id}
        if room.table.status == OPEN and not others:
            room.table.status = OVER

    if await asyncio.to_thread(end):
        with suppress(Problem):  # the table is gone
            await hub.change(made.table_id, lambda room: rooms.change(room, close))


async def end_expired(rooms: Rooms, hub: Hub, now: float) -> None:
    """End the invitations that have expired."""

    def find() -> list[Invitation]:
        with rooms.sessions() as session:
            return invitations.expired(session, now)

    for made in await asyncio.to_thread(find):
        await end_invitation(rooms, hub, made, invitations.EXPIRED if made.challenge else None)
