"""How much memory the rooms take, by estimate, and which of them go when it is too much.

What a room takes was measured game by game (`python -m benchmarks.rooms` measures again): lines of
the log and moves make most of it, and the states that an undo can return to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from entente.server.tables.room import Room

MIB = 1024 * 1024
ROOM = 40_000  # bytes of a room beside its match: the table, its chairs, what was told of it
MOVE, LINE = 300, 600
READ = 72  # a line as one viewer has read it; the message itself is the log's
STATE = 2.5  # what a state takes in memory, by the length of its written form


class RoomMemory:
    """The weights of the rooms in memory, in bytes."""

    def __init__(self, limit: float, looked_at: Callable[[str], bool]) -> None:
        self.limit = limit
        self.taken = 0
        self._looked_at = looked_at
        self._weights: dict[str, int] = {}
        self._states: dict[str, int] = {}  # the length of a state, measured once for each room

    def weigh(self, room: Room) -> None:
        """A room has come, or has changed."""
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
        """Which of the rooms go, so that the others have room: of those that are given in the order
        of their last use the first ones, those that somebody looks at after all others. The one
        that was used last stays."""
        if self.taken <= self.limit:
            return []
        *others, _ = rooms
        others.sort(key=self._looked_at)  # which leaves the order as it was beside that
        gone, taken = list[str](), self.taken
        for table_id in others:
            if taken <= self.limit:
                break
            gone.append(table_id)
            taken -= self._weights.get(table_id, 0)
        return gone


def weight_of(room: Room, state: int) -> int:
    """About how many bytes a room takes, whose state is so long."""
    match = room.match
    states = int(STATE * state * (1 + match.states_kept))
    read = READ * room.read_logs.lines
    return ROOM + states + MOVE * len(match.moves) + LINE * len(match.log) + read
