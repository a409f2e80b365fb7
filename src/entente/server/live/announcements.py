"""Announcements: what this process tells the others of one server.

They wait in a queue until process_messages.py sends them, so that nobody waits for the database.
"""

from __future__ import annotations

import asyncio
import json

from entente.kernel import Seat
from entente.server.tables.audience import Viewers

VIEWERS = "looking"  # the kind of message that says who looks at a table
READ = "read"  # the kind that says that a letter has been read
PRIVATE_CHANGE = "papers"  # the kind that says that somebody has put away papers of his own


class Announcements:
    """The announcements of this process, which the others know by `name`."""

    def __init__(self, name: str, *, others: bool) -> None:
        self.name = name
        self.others = others  # whether there may be other processes at all
        self._waiting: asyncio.Queue[str] = asyncio.Queue()

    def announce_viewers(self, table_id: str, onlookers: Viewers) -> None:
        """Who looks at a table in this process."""
        if self.others:
            told = json.dumps({"users": sorted(onlookers.users), "sockets": onlookers.sockets})
            self._waiting.put_nowait(f"{self.name} {VIEWERS} {table_id} {told}")

    def announce_read(
        self, table_id: str, seat: Seat, conversation: tuple[Seat, ...], number: int
    ) -> None:
        """Up to which letter, as it is stored, a seat has read a conversation."""
        if self.others:
            told = json.dumps({"seat": seat, "conversation": conversation, "number": number})
            self._waiting.put_nowait(f"{self.name} {READ} {table_id} {told}")

    def announce_private_change(self, table_id: str, user_id: int, seat: Seat) -> None:
        """A seat's player has put away papers of his own; what is in them is not told here."""
        if self.others:
            told = json.dumps({"user": user_id, "seat": seat})
            self._waiting.put_nowait(f"{self.name} {PRIVATE_CHANGE} {table_id} {told}")

    async def next(self) -> str:
        """The next one to be sent."""
        return await self._waiting.get()
