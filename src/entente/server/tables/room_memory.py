"""Estimate the memory of rooms and choose which to evict.

The estimates were measured game by game (`python -m benchmarks.rooms` measures again): log lines,
moves and the states kept for undo make up most of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from entente.server.tables.room import Room

MIB = 1024 * 1024
ROOM = 40_000  # bytes of a room without its match: the table, its seats, its announced questions
MOVE, LINE = 300, 600
READ = 72  # a cached line of one viewer; the message itself belongs to the log
STATE = 2.5  # memory of a state relative to its serialized length


class RoomMemory:
    """The estimated sizes of the cached rooms, in bytes."""

    def __init__(self, limit: float, looked_at: Callable[[str], bool]) -> None:
        self.limit = limit
        self.taken = 0
        self._looked_at = looked_at
        self._weights: dict[str, int] = {}
        self._states: dict[str, int] = {}  # serialized length of a state, measured once per room

    def weigh(self, room: Room) -> None:
        """Record the size of a new or changed room."""
        table_id = room.table.id
        if table_id not in self._states:
            self._states[table_id] = len(room.match.game.save(room.match.state))
        weight = weight_of(room, self._states[table_id])
        self.taken += weight - self._weights.get(table_id, 0)
        self._weights[table_id] = weight

    def forget(self, table_id: str) -> None:
        self.taken -= self._weights.pop(table_id, 0)
        self._states.pop(table_id, None)

    def surplus(self, rooms: Iterable[str]) -> list[str]:
        """Return the rooms to evict, least recently used first.

        Rooms someone is viewing go last; the most recently used one stays.
        """
        if self.taken <= self.limit:
            return []
        *others, _ = rooms
        others.sort(key=self._looked_at)  # a stable sort keeps the order of last use
        gone, taken = list[str](), self.taken
        for table_id in others:
            if taken <= self.limit:
                break
            gone.append(table_id)
            taken -= self._weights.get(table_id, 0)
        return gone


def weight_of(room: Room, state: int) -> int:
    """Estimate the bytes of a room from the length of its state."""
    match = room.match
    states = int(STATE * state * (1 + match.states_kept))
    read = READ * room.read_logs.lines
    other = 0 if room.spectated is None else weight_of(room.spectated, state)
    return other + ROOM + states + MOVE * len(match.moves) + LINE * len(match.log) + read
