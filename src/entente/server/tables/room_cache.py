"""The rooms a process keeps in memory, by last use."""

from __future__ import annotations

from collections import OrderedDict
from threading import RLock

from entente.server.tables.room import Room
from entente.server.tables.room_memory import RoomMemory
from entente.server.tables.room_state import Clock


class RoomCache:
    """Rooms by table; `memory` says which go when it is short.

    `steady` is a monotonic clock, which measures how long a room was unused.
    """

    def __init__(self, memory: RoomMemory, steady: Clock) -> None:
        self.memory = memory
        self.steady = steady
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._last_use: dict[str, float] = {}  # by table
        self._lock = RLock()

    def __len__(self) -> int:
        return len(self._rooms)

    def tables(self) -> set[str]:
        """Return the tables, without counting as a use."""
        with self._lock:
            return set(self._rooms)

    def rooms(self) -> list[Room]:
        """Return the rooms, without counting as a use."""
        with self._lock:
            return list(self._rooms.values())

    def get(self, table_id: str) -> Room | None:
        """Return a table's room, if it is cached."""
        with self._lock:
            room = self._rooms.get(table_id)
            if room is not None:
                self._use(table_id)
            return room

    def keep(self, room: Room) -> Room:
        """Cache a loaded room unless a newer one has been cached meanwhile; return the newer."""
        with self._lock:
            other = self._rooms.get(room.table.id)
            if other is not None and other.version >= room.version:
                return other
            self._rooms[room.table.id] = room
            self.weigh(room)
            return room

    def weigh(self, room: Room) -> None:
        """Record a room's size and evict others if memory is short."""
        with self._lock:
            if self._rooms.get(room.table.id) is room:
                self._use(room.table.id)
                self.memory.weigh(room)
                for table_id in self.memory.surplus(self._rooms):
                    self.forget(table_id)

    def _use(self, table_id: str) -> None:
        self._rooms.move_to_end(table_id)
        self._last_use[table_id] = self.steady()

    def forget(self, table_id: str) -> None:
        """Drop a table's room."""
        with self._lock:
            self._rooms.pop(table_id, None)
            self._last_use.pop(table_id, None)
            self.memory.forget(table_id)

    def unused(self, seconds: float) -> list[Room]:
        """Return the rooms unused for this long."""
        with self._lock:
            return [room for table_id, room in self._rooms.items() if self._idle(table_id, seconds)]

    def forget_unused(self, room: Room, seconds: float) -> bool:
        """Drop a room if it is still cached and unused; return whether it was."""
        table_id = room.table.id
        with self._lock:
            if self._rooms.get(table_id) is not room or not self._idle(table_id, seconds):
                return False
            self.forget(table_id)
            return True

    def _idle(self, table_id: str, seconds: float) -> bool:
        return self.steady() - self._last_use[table_id] >= seconds
