"""Runs: the consecutive actions of a seat, for the processes in which players think."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from threading import Lock
from typing import NamedTuple

from entente.kernel import Seat
from entente.server.tables.room import Room

KEPT = 128  # cached start states, for all tables


class SeatRun(NamedTuple):
    """The state before a seat's run, and its actions with the windows they answered."""

    state: bytes
    done: tuple[tuple[str, int], ...] = ()


class SeatRuns:
    """A cache of the states at which runs start; missing ones are replayed from the moves."""

    def __init__(self) -> None:
        self._states: OrderedDict[tuple[str, Seat, int, int], bytes] = OrderedDict()
        self._lock = Lock()  # used by several threads

    def of(self, room: Room, seat: Seat) -> SeatRun:
        """Return the current run of a seat. The room is locked."""
        match, first = room.match, _first(room, seat)
        name = (room.table.id, seat, first, room.decision_version(seat))
        with self._lock:
            state = self._states.get(name)
        if state is None:
            state = _state(room, first)
            with self._lock:
                self._states[name] = state
                if len(self._states) > KEPT:
                    self._states.popitem(last=False)
        made = zip(match.moves[first:], match.windows[first:], strict=True)
        return SeatRun(state, tuple((move.action, window) for move, window in made))

    def keep_only(self, tables: Collection[str]) -> None:
        """Forget all other tables."""
        with self._lock:
            for name in [each for each in self._states if each[0] not in tables]:
                del self._states[name]


def _first(room: Room, seat: Seat) -> int:
    """Return the index at which a run starts, or the last reseeding within it."""
    moves = room.match.moves
    begun = room.run_of(seat, len(moves))
    changed = [n for n in range(begun, len(moves)) if moves[n].series is not None]
    return changed[-1] + 1 if changed else begun


def _state(room: Room, first: int) -> bytes:
    """Return the state after `first` moves."""
    match = room.match
    if first == len(match.moves):
        return match.game.save(match.state)
    for before in match.back:
        if before.moves == first:
            return match.game.save(before.state)
    again = match.from_start()
    again.replay(match.moves[match.first : first])
    return match.game.save(again.state)
