"""Measure one server process at full speed: actions a second, latency and processor time an action,
at one table and at eight, with three sockets each, on SQLite with durable commits.

With another source tree, both are measured in turn, so that the load of the machine falls on both;
the last column is the ratio of processor times.

    python -m benchmarks.throughput
    python -m benchmarks.throughput --against ../before
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

import uvloop

from benchmarks.server import GAMES, LatencySummary, machine_line, play_one_game, summarise
from benchmarks.server_driver import RunningServer

TABLES = (1, 8)
RATE_GOAL, P99_GOAL = 1000.0, 8.0  # actions a second, and milliseconds


class Tree(NamedTuple):
    """A source tree to measure."""

    name: str
    environment: dict[str, str]


def trees(against: list[Path]) -> list[Tree]:
    """Return this tree and the others. Raise SystemExit for one without sources."""
    others = []
    for path in against:
        if not (path / "src" / "entente" / "server").is_dir():
            raise SystemExit(f"{path} has no src/entente/server")
        others.append(Tree(path.name, {"PYTHONPATH": str((path / "src").resolve())}))
    return [*others, Tree("this tree", {})]


def measure(
    tree: Tree, game: str, tables: int, seconds: float, folder: str | None
) -> LatencySummary:
    """Measure a game at a number of tables on a server of its own, after a second of warming up."""
    with (
        tempfile.TemporaryDirectory(prefix="entente-bench-", dir=folder) as home,
        RunningServer(Path(home), 1, **tree.environment) as server,
    ):
        played = uvloop.run(play_one_game(server, game, tables, seconds, deltas=True))
        if errors := server.errors():
            raise SystemExit(f"the server wrote errors:\n{errors}")
    return summarise(tree.name, "", *played)


def row(game: str, tables: int, results: list[LatencySummary], base: float) -> str:
    """Return a line with the medians of the rounds of a tree."""
    rate, p50, p99, processor = (
        median(values)
        for values in zip(*((r.rate, r.p50, r.p99, r.processor) for r in results), strict=True)
    )
    met = rate >= RATE_GOAL and p99 <= P99_GOAL
    return (
        f"{game:10} {tables} table{'s' * (tables > 1):1}  {results[0].what:14} "
        f"{rate:7,.0f} actions/s   p50 {p50:6.2f} ms   p99 {p99:6.2f} ms   "
        f"{processor:5.2f} ms of processor   {processor / base:4.2f}{'   goal met' * met}"
    )


def main() -> int:
    """Measure and print; the goal does not decide the exit status, because machines differ."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--against", type=Path, nargs="+", default=[], help="other source trees")
    parser.add_argument("--seconds", type=float, default=10.0, help="duration of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each; median counts")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--folder", help="folder of the database; its disk is measured")
    arguments = parser.parse_args()
    measured = trees(arguments.against)
    print(machine_line(arguments.folder), f"{os.cpu_count()} cores", sep=", ", flush=True)
    for game in arguments.games:
        for tables in TABLES:
            results: dict[str, list[LatencySummary]] = {tree.name: [] for tree in measured}
            for number in range(arguments.rounds):
                for tree in measured if number % 2 else reversed(measured):
                    result = measure(tree, game, tables, arguments.seconds, arguments.folder)
                    results[tree.name].append(result)
            base = median(result.processor for result in results[measured[0].name])
            for each in results.values():
                print(row(game, tables, each, base), flush=True)
    print(f"load {os.getloadavg()[0]:.1f} after")
    return 0


if __name__ == "__main__":
    sys.exit(main())
