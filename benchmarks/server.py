"""The running server, measured: how long an action takes from being sent to being seen by its
player, with two players and a spectator at every table and every action committed to the disk.

The server is a process of its own, as its operator runs it, on SQLite in a temporary folder. Whoever
plays here reads only what choosing needs, so that it is the server that is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import uvloop

from benchmarks.server_driver import Guest, RunningServer, play

GAMES = ("attrition", "turmoil")
THINKING = 1.0  # seconds
RATE_FLOOR, P50_FLOOR, P99_FLOOR = 300.0, 5.0, 20.0


class Measured(NamedTuple):
    """The times of many actions, in milliseconds."""

    game: str
    tables: int
    actions: int
    seconds: float
    p50: float
    p95: float
    p99: float

    @property
    def rate(self) -> float:
        return self.actions / self.seconds


def measured(game: str, tables: int, times: list[float], seconds: float) -> Measured:
    """What a list of times comes to."""
    ordered = sorted(times)

    def at(share: float) -> float:
        return ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1000

    return Measured(game, tables, len(ordered), seconds, at(0.50), at(0.95), at(0.99))


async def busy(server: RunningServer, game: str, tables: int, seconds: float) -> Measured:
    """Tables at which an action follows as soon as its player has seen the one before."""
    people = [[Guest(server, f"{game}-{n}") for n in range(3)] for _ in range(tables)]
    times: list[float] = []
    for warm in (True, False):
        times.clear()
        start = perf_counter()
        until = start + (1.0 if warm else seconds)
        await asyncio.gather(*(play(game, three, until, times) for three in people))
    return measured(game, tables, times, perf_counter() - start)


async def crowd(server: RunningServer, tables: int, seconds: float) -> list[Measured]:
    """Many tables at once; each player thinks for about a second."""
    people = [[Guest(server, f"crowd-{n}") for n in range(3)] for _ in range(tables)]
    times: dict[str, list[float]] = {game: [] for game in GAMES}
    until = (start := perf_counter()) + seconds
    await asyncio.gather(
        *(
            play(game, three, until, times[game], THINKING)
            for three, game in zip(people, cycle(GAMES), strict=False)
        )
    )
    took = perf_counter() - start
    return [measured(game, tables // len(GAMES), times[game], took) for game in GAMES]


def sync_cost(folder: Path, times: int = 200) -> float:
    """Milliseconds in which this disk makes a page durable: no commit can be quicker."""
    path, took = folder / "sync", []
    with path.open("wb", buffering=0) as file:
        for _ in range(times):
            file.write(bytes(8192))
            start = perf_counter()
            os.fsync(file.fileno())
            took.append(perf_counter() - start)
    path.unlink()
    return sorted(took)[times // 2] * 1000


def line(found: Measured, what: str) -> str:
    """A line as `make bench` prints them, with the floors we hold ourselves to."""
    good = found.rate >= RATE_FLOOR and found.p50 <= P50_FLOOR and found.p99 <= P99_FLOOR
    return (
        f"{found.game + ', ' + what:34}{found.rate:8,.0f} actions/s   p50 {found.p50:6.2f} ms   "
        f"p95 {found.p95:6.2f} ms   p99 {found.p99:6.2f} ms   {'' if good else 'BELOW THE FLOOR'}"
    )


def measure_server(seconds: float, tables: int, folder: str | None) -> list[tuple[str, Measured]]:
    """One table, then eight at once, for each game; then a crowd of tables if wanted."""
    found: list[tuple[str, Measured]] = []
    with tempfile.TemporaryDirectory(prefix="entente-bench-", dir=folder) as home:
        print(f"server: load {os.getloadavg()[0]:.1f}, fsync {sync_cost(Path(home)):.2f} ms")
        with RunningServer(Path(home)) as server:
            for game in GAMES:
                for many in (1, 8):
                    figures = uvloop.run(busy(server, game, many, seconds))
                    found.append((f"{many} table{'s' * (many > 1)}", figures))
            if tables:
                crowded = uvloop.run(crowd(server, tables, 60.0))
                found += [(f"{tables} tables for a minute", figures) for figures in crowded]
            errors = server.errors()
    if errors:
        raise SystemExit(f"the server wrote errors:\n{errors}")
    return found


def main() -> int:
    """Measure the server."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each figure")
    parser.add_argument("--tables", type=int, default=0, help="so many at once, for a minute")
    parser.add_argument("--folder", help="where the database lies; decides which disk is measured")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    found = measure_server(arguments.seconds, arguments.tables, arguments.folder)
    if arguments.json:
        print(json.dumps([{"what": what, **one._asdict()} for what, one in found], indent=2))
        return 0
    for what, one in found:
        print(line(one, what))
    return 0


if __name__ == "__main__":
    sys.exit(main())
