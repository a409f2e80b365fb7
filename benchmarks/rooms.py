"""Compare the measured memory of a table with the server's estimate."""

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


class _RoomContents:
    """The part of a room that its weight depends on: a match, and its log as each seat reads it."""

    def __init__(self, match: AnyMatch[Any, Any]) -> None:
        self.match = match
        self.read_logs = ReadLogs()
        for viewer in (None, *match.seats):
            self.read_logs.of(viewer, match.log)


def random_match(name: str, moves: int, seed: int) -> Match[Any, Any]:
    """Play a number of random moves, or a whole match if it is shorter."""
    match: Match[Any, Any] = Match(registry.load(name), None, str(seed))
    rng = Random(seed)
    while not match.over and len(match.moves) < moves:
        decisions = match.position.required_by_seat()
        seat = rng.choice(list(decisions))
        match.act(seat, decisions[seat].menu.sample(rng), 1)
    return match


def main() -> int:
    """Measure every game; return exit status 1 if an estimate is far off."""
    wrong = 0
    for name in registry.available():
        random_match(name, max(MOVES), 99)  # fills the caches that all matches share
        for moves in MOVES:
            gc.collect()
            tracemalloc.start()
            rooms = [_RoomContents(random_match(name, moves, seed)) for seed in range(MATCHES)]
            gc.collect()
            measured = tracemalloc.get_traced_memory()[0] / MATCHES
            tracemalloc.stop()
            estimated = 0.0
            for room in rooms:
                state = len(room.match.game.save(room.match.state))
                weight = weight_of(cast(Room, room), state)
                estimated += (weight - ROOM) / MATCHES
            ratio = estimated / measured
            far_off = not 1 / FACTOR < ratio < FACTOR
            wrong += far_off
            print(
                f"{name:12} {len(rooms[0].match.moves):5} moves {measured / 1024:8.0f} KiB, "
                f"estimated {estimated / 1024:8.0f} KiB{'   FAR OFF' * far_off}",
                flush=True,
            )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
