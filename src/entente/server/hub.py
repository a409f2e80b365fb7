"""The hub: who looks at which table, and how news reaches them."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from weakref import WeakValueDictionary

from entente.kernel import Seat
from entente.server.frames import state_of, write_frame
from entente.server.rooms import Room, Rooms

Change = Callable[[Room], None]
QUEUE = 200  # frames that may wait for a slow reader before he is dropped


class Connection:
    """Somebody at a table: frames for him wait in a queue, so that nobody waits for him."""

    def __init__(self, user_id: int | None, language: str) -> None:
        self.user_id = user_id
        self.language = language
        self.moves = 0  # how many moves he has been told of
        self.queue: asyncio.Queue[str] = asyncio.Queue(QUEUE)
        self.lost = asyncio.Event()

    def put(self, text: str) -> None:
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.lost.set()


class Hub:
    """All connections of this process, by table. A table's changes come one after the other."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self._at: dict[str, set[Connection]] = defaultdict(set)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def enter(self, table_id: str, connection: Connection) -> None:
        self._at[table_id].add(connection)

    def go(self, table_id: str, connection: Connection) -> None:
        self._at[table_id].discard(connection)
        if not self._at[table_id]:
            del self._at[table_id]

    async def change(self, table_id: str, change: Change) -> Room:
        """Change a table, and tell everybody at it how it stands once that is stored."""
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            there = list(self._at.get(table_id, ()))
            room, frames = await asyncio.to_thread(self._work, table_id, change, there)
            for connection, text in zip(there, frames, strict=True):
                connection.put(text)
        return room

    def _work(
        self, table_id: str, change: Change, there: list[Connection]
    ) -> tuple[Room, list[str]]:
        room = self.rooms.get(table_id)
        with room.lock:
            change(room)
            return room, self._frames(room, there)

    def _frames(self, room: Room, there: list[Connection]) -> list[str]:
        """For each connection what it may know; those who know the same get the same."""
        made: dict[tuple[tuple[Seat, ...], str, int], str] = {}
        frames, moves = [], len(room.match.moves)
        for connection in there:
            seats = room.seats_of(connection.user_id)
            since = min(connection.moves, moves)
            key = (seats, connection.language, since)
            if key not in made:
                news = since + 1 if since else 0
                made[key] = write_frame(state_of(room, seats, connection.language, news))
            connection.moves = moves
            frames.append(made[key])
        return frames


def nothing(room: Room) -> None:
    """A change that was made elsewhere and is only to be told."""
