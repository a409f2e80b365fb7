"""Measure the running server: the latency of an action, from sending it to receiving the new state,
and the processor time it costs the server.

Every table has two players and a spectator, and every action is committed to disk. The server runs
in its own process, as in production, on SQLite in a temporary folder. The simulated players decode
only what they need to choose an action, so that the server dominates the measurement. They receive
the whole state after every change, or deltas as the web client does.
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
RATE_TARGET, P50_TARGET, P99_TARGET = 300.0, 5.0, 20.0
STEADY, STEADY_TABLES = 300.0, 60  # actions a second, offered by all these tables together
THINK_TIME = 1.0  # seconds, in a crowd


class LatencySummary(NamedTuple):
    """Throughput and latency percentiles (in milliseconds) of many actions."""

    what: str
    floors: str  # which of `rate` and `times` have a target here
    actions: int
    seconds: float
    p50: float
    p95: float
    p99: float
    processor: float  # milliseconds an action, in the server

    @property
    def rate(self) -> float:
        return self.actions / self.seconds


def summarise(
    what: str, floors: str, times: list[float], seconds: float, processor: float
) -> LatencySummary:
    """Summarise action times and the server's processor time, both in seconds."""
    ordered = sorted(times) or [float("inf")]

    def percentile(share: float) -> float:
        return ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1000

    p50, p95, p99 = map(percentile, (0.50, 0.95, 0.99))
    per_action = processor * 1000 / max(1, len(times))
    return LatencySummary(what, floors, len(times), seconds, p50, p95, p99, per_action)


async def play_one_game(
    server: RunningServer,
    game: str,
    tables: int,
    seconds: float,
    pause: float = 0.0,
    *,
    deltas: bool = False,
) -> tuple[list[float], float, float]:
    """Play one game at several tables; return action times, duration and server processor time.

    Players act as soon as they see the previous action, or after a pause.
    """
    groups = [[Guest(server, f"{game}-{n}") for n in range(3)] for _ in range(tables)]
    times: list[float] = []
    processor = 0.0
    for duration in (1.0, seconds):  # the first warms up
        times.clear()
        window = Window(server, tables, duration)
        await asyncio.gather(
            *(play(game, guests, window, times, pause, deltas) for guests in groups)
        )
        processor = window.processor_time()
    return times, seconds, processor


async def play_many_tables(
    server: RunningServer, tables: int, seconds: float, *, deltas: bool = False
) -> tuple[list[float], float, float]:
    """Play all games at many tables at once; every player thinks for about a second."""
    groups = [[Guest(server, f"crowd-{n}") for n in range(3)] for _ in range(tables)]
    times: list[float] = []
    window = Window(server, tables, seconds)
    await asyncio.gather(
        *(
            play(game, guests, window, times, THINK_TIME, deltas)
            for guests, game in zip(groups, cycle(GAMES), strict=False)
        )
    )
    return times, seconds, window.processor_time()


def sync_cost(folder: Path, times: int = 200) -> float:
    """Return the median time of an fsync on this disk in milliseconds: a commit takes longer."""
    path, durations = folder / "sync", []
    with path.open("wb", buffering=0) as file:
        for _ in range(times):
            file.write(bytes(8192))
            start = perf_counter()
            os.fsync(file.fileno())
            durations.append(perf_counter() - start)
    path.unlink()
    return sorted(durations)[times // 2] * 1000


def line(result: LatencySummary) -> str:
    """Format a result for `make bench`, marked if it misses its target."""
    late = "times" in result.floors and (result.p50 > P50_TARGET or result.p99 > P99_TARGET)
    slow = "rate" in result.floors and result.rate < RATE_TARGET
    return (
        f"{result.what:34}{result.rate:8,.0f} actions/s   p50 {result.p50:6.2f} ms   "
        f"p95 {result.p95:6.2f} ms   p99 {result.p99:6.2f} ms   "
        f"{result.processor:5.2f} ms of processor{'   MISSES THE TARGET' * (late or slow)}"
    )


def measure_server(
    seconds: float, tables: int, folder: str | None = None, *, deltas: bool = False
) -> Iterator[LatencySummary]:
    """Measure each game at one table, at eight at full speed and at many at the rate that one
    process must sustain; then many tables of all games for a minute."""
    pause = STEADY_TABLES / STEADY
    with (
        tempfile.TemporaryDirectory(prefix="entente-bench-", dir=folder) as home,
        RunningServer(Path(home)) as server,
    ):
        for game in GAMES:
            for what, floors, number, wait in (
                ("one table", "rate times", 1, 0.0),
                ("8 tables at once", "rate", 8, 0.0),
                (f"{STEADY_TABLES} tables, {STEADY:.0f}/s", "times", STEADY_TABLES, pause),
            ):
                results = uvloop.run(
                    play_one_game(server, game, number, seconds, wait, deltas=deltas)
                )
                yield summarise(f"{game}, {what}", floors, *results)
        if tables:
            results = uvloop.run(play_many_tables(server, tables, 60.0, deltas=deltas))
            yield summarise(f"{tables} tables for a minute", "", *results)
        if errors := server.errors():
            raise SystemExit(f"the server wrote errors:\n{errors}")


def machine_line(folder: str | None = None) -> str:
    """Describe the machine as far as the figures depend on it."""
    with tempfile.TemporaryDirectory(prefix="entente-bench-", dir=folder) as home:
        sync = sync_cost(Path(home))
    return f"server: load {os.getloadavg()[0]:.1f} before, fsync {sync:.2f} ms, commits durable"


def main() -> int:
    """Measure the server."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="duration of each measurement")
    parser.add_argument(
        "--tables", type=int, default=0, help="also play at this many tables for a minute"
    )
    parser.add_argument("--folder", help="folder of the database; its disk is measured")
    parser.add_argument(
        "--differences", action="store_true", help="receive deltas, as the web client does"
    )
    arguments = parser.parse_args()
    print(machine_line(arguments.folder))
    for result in measure_server(
        arguments.seconds, arguments.tables, arguments.folder, deltas=arguments.differences
    ):
        print(line(result), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
