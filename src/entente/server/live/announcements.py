"""Announcements to the other processes of this server.

They are queued until process_messages.py sends them, so that callers do not wait for the database.
"""

from __future__ import annotations

import asyncio
import json
from typing import NamedTuple

from entente.kernel import Seat
from entente.server.tables.audience import Viewers

# kinds of messages
TABLE = "table"  # a table has a new version
LETTER = "letter"  # a message was written or answered
VIEWERS = "looking"  # who is viewing a table
READ = "read"  # a message has been read
PRIVATE_CHANGE = "papers"  # a player has changed their draft or notes
CALLED = "called"  # a user has a new or newly read notice
ENDED = "ended"  # a session or token of a user was revoked
SPECTATOR = "spectator"  # a spectator has written a message
PAIRING = "pairing"  # the queues of quick pairing have changed
STUDY = "study"  # a study has changed, or who has it open


class ProcessMessage(NamedTuple):
    """A message of a process, as it is sent in one line."""

    origin: str  # the name of the process
    kind: str
    subject: str  # a table's id, or a user's
    rest: str

    @classmethod
    def parse(cls, line: str) -> ProcessMessage:
        return cls(*line.split(" ", 3))

    def __str__(self) -> str:
        return " ".join(self)


class Announcements:
    """The announcements of this process, known to the others by `name`."""

    def __init__(self, name: str, *, others: bool) -> None:
        self.name = name
        self.others = others  # whether there can be other processes
        self._waiting: asyncio.Queue[ProcessMessage] = asyncio.Queue()
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Accept what is committed in other threads."""
        self._loop = asyncio.get_running_loop()

    def stop(self) -> None:
        self._loop = None

    def announce_viewers(self, table_id: str, viewers: Viewers) -> None:
        """Announce who is viewing a table in this process."""
        self._announce(VIEWERS, table_id, viewers_text(viewers))

    def announce_read(
        self, table_id: str, seat: Seat, conversation: tuple[Seat, ...], number: int
    ) -> None:
        """Announce the last message, by its stored number, that a seat has read."""
        body = json.dumps({"seat": seat, "conversation": conversation, "number": number})
        self._announce(READ, table_id, body)

    def announce_private_change(self, table_id: str, user_id: int, seat: Seat) -> None:
        """Announce that a seat's draft or notes changed, without their content."""
        body = json.dumps({"user": user_id, "seat": seat})
        self._announce(PRIVATE_CHANGE, table_id, body)

    def announce_spectator_message(self, table_id: str, number: int) -> None:
        """Announce that a spectator of a table has written a message."""
        self._announce(SPECTATOR, table_id, str(number))

    def announce_pairing(self) -> None:
        """Announce that the queues of quick pairing have changed."""
        self._announce(PAIRING, "-", "-")

    def announce_study(self, study_id: str, body: str) -> None:
        """Announce that a study has changed, or who has it open in this process."""
        self._announce(STUDY, study_id, body)

    def announce_committed(self, lines: list[str]) -> None:
        """Announce what the database reports of a commit, from any thread."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            messages = [ProcessMessage.parse(line) for line in dict.fromkeys(lines)]
            loop.call_soon_threadsafe(self._put, messages)

    def _put(self, messages: list[ProcessMessage]) -> None:
        for message in messages:
            self._waiting.put_nowait(message)

    def _announce(self, kind: str, subject: str, rest: str) -> None:
        if self.others:
            self._waiting.put_nowait(ProcessMessage(self.name, kind, subject, rest))

    async def next(self) -> list[ProcessMessage]:
        """Return the next ones to send, at least one."""
        messages = [await self._waiting.get()]
        while not self._waiting.empty():
            messages.append(self._waiting.get_nowait())
        return messages


def viewers_text(viewers: Viewers) -> str:
    """Return the viewers of a table as a message has them."""
    return json.dumps({"users": sorted(viewers.users), "sockets": viewers.sockets})


def read_viewers(text: str) -> Viewers:
    message = json.loads(text)
    return Viewers(message["users"], message["sockets"])
