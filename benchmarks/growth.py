"""Whether computer players keep anything from game to game: memory over many games in one process.

    python -m benchmarks.growth --games 2000

Games are made short (little thought, few years), and each player plays all of them. What is kept on
purpose is bounded, so memory may rise in the first quarter and must stay there. Exit status 1 where
it rises by more than some MiB after it.
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
from entente.players import Sight, make

PLAYERS = ("random", "greedy", "easy:10", "normal:10", "hard:10")
SHORT: dict[str, Mapping[str, OptionValue]] = {
    "attrition": {},
    "diplomacy": {"end_year": 1902},
    "pax": {"players": 4},
    "turmoil": {},
}
FEWER = {"pax": 20}  # of games that take seconds each, so many times fewer
RISES = 16  # MiB after the first quarter


def memory() -> float:
    """What this process uses, in MiB."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def play(name: str, player: str, number: int, most: int) -> None:
    """One game, or its first decisions."""
    game = registry.load(name)
    position = game.begin(SHORT[name], str(number), quiet=True)
    seats = game.seats(game.info.complete(SHORT[name]))
    players = {seat: make(player, name, f"{number}/{seat}") for seat in seats}
    for _ in range(most):
        if position.outcome is not None:
            return
        seat = position.waiting[0]
        position.apply(seat, players[seat].choose(Sight(position, seat)))


def measure(name: str, player: str, games: int, most: int) -> bool:
    """Whether memory stays where it is."""
    began, settled = perf_counter(), 0.0
    for number in range(games):
        play(name, player, number, most)
        if number == games // 4:
            settled = memory()
    risen = memory() - settled
    holds = risen <= RISES
    print(
        f"{name:10} {player:10} {games:6,} games {settled:8.1f} MiB {risen:+7.1f} MiB "
        f"{perf_counter() - began:8.1f} s {'' if holds else 'GROWS'}",
        flush=True,
    )
    return holds


def main() -> int:
    """Play and look."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=list(SHORT), help="games")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--most", type=int, default=400, help="decisions of a game")
    parser.add_argument("--players", default=",".join(PLAYERS))
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.names if name not in SHORT]:
        parser.error(f"there is no game {unknown[0]}; there are: {', '.join(SHORT)}")
    found = [
        measure(name, player, max(4, arguments.games // FEWER.get(name, 1)), arguments.most)
        for name in arguments.names
        for player in arguments.players.split(",")
    ]
    return 0 if all(found) else 1


if __name__ == "__main__":
    sys.exit(main())
