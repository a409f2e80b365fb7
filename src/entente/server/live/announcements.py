"""Announcements to the other processes of this server.

They are queued until process_messages.py sends them, so that callers do not wait for the database.
"""

from __future__ import annotations

import asyncio
import json

from entente.kernel import Seat
from entente.server.tables.audience import Viewers

VIEWERS = "looking"  # message kind: who is viewing a table
READ = "read"  # message kind: a message has been read
PRIVATE_CHANGE = "papers"  # message kind: a player has changed their draft or notes

PAIRING = "pairing"  # message kind: the queues of quick pairing have changed


class Announcements:
    """The announcements of this process, known to the others by `name`."""

    def __init__(self, name: str, *, others: bool) -> None:
        self.name = name
        self.others = others  # whether there can be other processes
        self._waiting: asyncio.Queue[str] = asyncio.Queue()

    def announce_viewers(self, table_id: str, viewers: Viewers) -> None:
        """Announce who is viewing a table in this process."""
        if self.others:
            body = json.dumps({"users": sorted(viewers.users), "sockets": viewers.sockets})
            self._waiting.put_nowait(f"{self.name} {VIEWERS} {table_id} {body}")

    def announce_read(
        self, table_id: str, seat: Seat, conversation: tuple[Seat, ...], number: int
    ) -> None:
        """Announce the last message, by its stored number, that a seat has read."""
        if self.others:
            body = json.dumps({"seat": seat, "conversation": conversation, "number": number})
            self._waiting.put_nowait(f"{self.name} {READ} {table_id} {body}")

    def announce_private_change(self, table_id: str, user_id: int, seat: Seat) -> None:
        """Announce that a seat's draft or notes changed, without their content."""
        if self.others:
            body = json.dumps({"user": user_id, "seat": seat})
            self._waiting.put_nowait(f"{self.name} {PRIVATE_CHANGE} {table_id} {body}")

    def announce_pairing(self) -> None:
        """Announce that the queues of quick pairing have changed."""
        if self.others:
            self._waiting.put_nowait(f"{self.name} {PAIRING} - -")

    async def next(self) -> str:
        """Return the next one to send."""
        return await self._waiting.get()
