"""What a table takes of memory, measured beside what the server believes it takes."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from random import Random
from typing import Any, cast

from entente.kernel import Match, registry
from entente.kernel.match import Match as AnyMatch
from entente.server.tables.read_logs import ReadLogs
from entente.server.tables.room import Room
from entente.server.tables.room_memory import ROOM, weight_of

MOVES = (0, 60, 150, 400)
MATCHES = 3
FACTOR = 2.0  # by which the estimate may be wrong


class _Played:
    """A room as far as its weight goes: a match, and its log as everybody has read it."""

    def __init__(self, match: AnyMatch[Any, Any]) -> None:
        self.match = match
        self.read_logs = ReadLogs()
        for viewer in (None, *match.seats):
            self.read_logs.of(viewer, match.log)


def played(name: str, moves: int, seed: int) -> Match[Any, Any]:
    """A match after so many random moves, or at its end."""
    match: Match[Any, Any] = Match(registry.load(name), None, str(seed))
    rng = Random(seed)
    while not match.over and len(match.moves) < moves:
        decisions = match.position.required_by_seat()
        seat = rng.choice(list(decisions))
        match.act(seat, decisions[seat].menu.sample(rng), 1)
    return match


def main() -> int:
    """Exit status 1 if an estimate is far from what was measured."""
    wrong = 0
    for name in registry.available():
        played(name, max(MOVES), 99)  # what is kept for all matches is there before
        for moves in MOVES:
            gc.collect()
            tracemalloc.start()
            rooms = [_Played(played(name, moves, seed)) for seed in range(MATCHES)]
            gc.collect()
            taken = tracemalloc.get_traced_memory()[0] / MATCHES
            tracemalloc.stop()
            believed = 0.0
            for room in rooms:
                state = len(room.match.game.save(room.match.state))
                weight = weight_of(cast(Room, room), state)
                believed += (weight - ROOM) / MATCHES
            ratio = believed / taken
            far = not 1 / FACTOR < ratio < FACTOR
            wrong += far
            print(
                f"{name:12} {len(rooms[0].match.moves):5} moves {taken / 1024:8.0f} KiB, "
                f"believed {believed / 1024:8.0f} KiB{'   FAR FROM IT' * far}",
                flush=True,
            )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
