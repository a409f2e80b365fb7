"""Check for memory leaks of computer players: memory over many games in one process.

    python -m benchmarks.growth                            # about ten minutes
    python -m benchmarks.growth attrition --games 2000

Random, greedy and the levels, with small budgets, rotate through the seats of each game. Caches are
bounded, so memory may grow in the first half and must then stay level. The exit status is 1 if it
grows by more than a few MiB after that.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter

from entente.kernel import OptionValue, registry
from entente.players import PlayerView, make

PLAYERS = ("random", "greedy", "easy:10", "normal:10", "hard:10")
SHORT: dict[str, Mapping[str, OptionValue]] = {
    "attrition": {},
    "diplomacy": {"end_year": 1902},
    "pax": {"players": 4},
    "turmoil": {},
}
# A few minutes each, enough to find a leak of 100 kB a game, in Pax Britannica of half a megabyte.
GAMES = {"attrition": 400, "diplomacy": 400, "pax": 60, "turmoil": 400}
GROWTH_LIMIT = 16  # MiB after the first half
SAMPLES = 8


def memory() -> float:
    """Return the resident memory of this process in MiB."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def play(name: str, players: list[str], number: int, most: int) -> None:
    """Play a game, or its first decisions."""
    game = registry.load(name)
    position = game.begin(SHORT[name], str(number), log=False)
    seats = game.seats(game.info.complete(SHORT[name]))
    by_seat = {
        seat: make(players[(number + place) % len(players)], name, f"{number}/{seat}")
        for place, seat in enumerate(seats)
    }
    for _ in range(most):
        if position.outcome is not None:
            return
        seat = position.to_move[0]
        position.apply(seat, by_seat[seat].choose(PlayerView(position, seat)))


def measure(name: str, players: list[str], games: int, most: int) -> bool:
    """Play the games and return whether memory stays level."""
    start = perf_counter()
    samples = {(games * part) // SAMPLES for part in range(1, SAMPLES + 1)}
    settled = after = memory()
    for number in range(1, games + 1):
        play(name, players, number, most)
        if number not in samples:
            continue
        after = memory()
        if number <= games // 2:
            settled = after
        seconds = perf_counter() - start
        print(f"{name:10} {number:6,} games {after:8.1f} MiB {seconds:9.1f} s", flush=True)
    passed = after - settled <= GROWTH_LIMIT
    print(f"{name:10} {after - settled:+.1f} MiB after half of them{'' if passed else ': GROWS'}")
    return passed


def main() -> int:
    """Measure the chosen games; return exit status 1 if memory grows."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=list(SHORT), help="games")
    parser.add_argument("--games", type=int, help="games of each, instead of a few minutes' worth")
    parser.add_argument("--most", type=int, default=400, help="maximum decisions of a game")
    parser.add_argument("--players", default=",".join(PLAYERS))
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.names if name not in SHORT]:
        parser.error(f"unknown game {unknown[0]}; choose from {', '.join(SHORT)}")
    passed = [
        measure(name, arguments.players.split(","), arguments.games or GAMES[name], arguments.most)
        for name in arguments.names
    ]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
