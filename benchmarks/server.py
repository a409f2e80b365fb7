"""The running server, measured: how long an action takes from being sent to being seen by its
player, and how much of the processor it takes the server, with two players and a spectator at every
table and every action committed to the disk.

The server is a process of its own, as its operator runs it, on SQLite in a temporary folder.
Whoever plays here reads only what choosing needs, so that it is the server that is measured. He is
told the whole table after every change, or what has changed of it, as the page is.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import uvloop

from benchmarks.server_driver import Guest, RunningServer, Window, play

GAMES = ("attrition", "turmoil")
RATE_FLOOR, P50_FLOOR, P99_FLOOR = 300.0, 5.0, 20.0
STEADY, STEADY_TABLES = 300.0, 60  # actions a second, offered by so many tables together
THINKING = 1.0  # seconds, in a crowd


class Measured(NamedTuple):
    """The times of many actions, in milliseconds."""

    what: str
    floors: str  # which of `rate` and `times` have a floor here
    actions: int
    seconds: float
    p50: float
    p95: float
    p99: float
    processor: float  # for an action, in the server

    @property
    def rate(self) -> float:
        return self.actions / self.seconds


def measured(
    what: str, floors: str, times: list[float], seconds: float, processor: float
) -> Measured:
    """What a list of times comes to, with the seconds of processor time that the server took."""
    ordered = sorted(times) or [float("inf")]

    def at(share: float) -> float:
        return ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1000

    spent = processor * 1000 / max(1, len(times))
    return Measured(what, floors, len(times), seconds, at(0.50), at(0.95), at(0.99), spent)


async def busy(
    server: RunningServer,
    game: str,
    tables: int,
    seconds: float,
    pause: float = 0.0,
    *,
    differences: bool = False,
) -> tuple[list[float], float, float]:
    """Tables at which an action follows as soon as its player has seen the one before, or after a
    pause. The times of the actions, how long it all took, and the server's processor time."""
    people = [[Guest(server, f"{game}-{n}") for n in range(3)] for _ in range(tables)]
    times: list[float] = []
    processor = 0.0
    for duration in (1.0, seconds):  # the first to warm up
        times.clear()
        window = Window(server, tables, duration)
        await asyncio.gather(
            *(play(game, three, window, times, pause, differences) for three in people)
        )
        processor = window.processor_time()
    return times, seconds, processor


async def crowd(
    server: RunningServer, tables: int, seconds: float, *, differences: bool = False
) -> tuple[list[float], float, float]:
    """Many tables of several games at once; each player thinks for about a second."""
    people = [[Guest(server, f"crowd-{n}") for n in range(3)] for _ in range(tables)]
    times: list[float] = []
    window = Window(server, tables, seconds)
    await asyncio.gather(
        *(
            play(game, three, window, times, THINKING, differences)
            for three, game in zip(people, cycle(GAMES), strict=False)
        )
    )
    return times, seconds, window.processor_time()


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


def line(result: Measured) -> str:
    """A line as `make bench` prints them, with the floors we hold ourselves to."""
    slow = "times" in result.floors and (result.p50 > P50_FLOOR or result.p99 > P99_FLOOR)
    few = "rate" in result.floors and result.rate < RATE_FLOOR
    return (
        f"{result.what:34}{result.rate:8,.0f} actions/s   p50 {result.p50:6.2f} ms   "
        f"p95 {result.p95:6.2f} ms   p99 {result.p99:6.2f} ms   "
        f"{result.processor:5.2f} ms of processor{'   BELOW THE FLOOR' * (slow or few)}"
    )


def measure_server(
    seconds: float, tables: int, folder: str | None = None, *, differences: bool = False
) -> Iterator[Measured]:
    """Each game at one table, at eight as fast as they can, and at many that together offer what
    a process must bear; then a crowd of tables for a minute."""
    pause = STEADY_TABLES / STEADY
    with (
        tempfile.TemporaryDirectory(prefix="entente-bench-", dir=folder) as home,
        RunningServer(Path(home)) as server,
    ):
        for game in GAMES:
            for what, floors, many, wait in (
                ("one table", "rate times", 1, 0.0),
                ("8 tables at once", "rate", 8, 0.0),
                (f"{STEADY_TABLES} tables, {STEADY:.0f}/s", "times", STEADY_TABLES, pause),
            ):
                results = uvloop.run(
                    busy(server, game, many, seconds, wait, differences=differences)
                )
                yield measured(f"{game}, {what}", floors, *results)
        if tables:
            results = uvloop.run(crowd(server, tables, 60.0, differences=differences))
            yield measured(f"{tables} tables for a minute", "", *results)
        if errors := server.errors():
            raise SystemExit(f"the server wrote errors:\n{errors}")


def machine_line(folder: str | None = None) -> str:
    """What the figures depend on."""
    with tempfile.TemporaryDirectory(prefix="entente-bench-", dir=folder) as home:
        sync = sync_cost(Path(home))
    return f"server: load {os.getloadavg()[0]:.1f} before, fsync {sync:.2f} ms, commits durable"


def main() -> int:
    """Measure the server."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each figure")
    parser.add_argument("--tables", type=int, default=0, help="so many at once, for a minute")
    parser.add_argument("--folder", help="where the database lies; decides which disk is measured")
    parser.add_argument("--differences", action="store_true", help="told as the page is told")
    arguments = parser.parse_args()
    print(machine_line(arguments.folder))
    for result in measure_server(
        arguments.seconds, arguments.tables, arguments.folder, differences=arguments.differences
    ):
        print(line(result), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
