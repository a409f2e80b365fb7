"""A cluster on one machine under load: PostgreSQL, Redis, HAProxy, web processes and workers.

Simulated people play three games on websockets, with think times, messages, spectators and
reconnections. The parts of the run:

- `scale`: the same load on 1, 2 and 4 web processes. An action at four may cost 1.25 times the
  processor time of one.
- `kill`: kill -9 of each part under load. Nothing that was acknowledged may be lost or stored
  twice, and all tables must go on.
- `roll`: replace all web processes and workers one after another, as an upgrade does. No action may
  be refused. With `--from TREE` they run another checkout first, and are upgraded to this one.
- `attack`: requests to every route at once, slow clients and large bodies, at HAProxy's address.

    python -m benchmarks.cluster
    python -m benchmarks.cluster --only scale --tables 12 --seconds 20

Needs redis-server and haproxy. Ctrl-C ends everything; results are printed as they come.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import quantiles
from time import monotonic, sleep, strftime
from typing import NamedTuple

import uvloop

from benchmarks.cluster_parts import SOURCES, Cluster, Part, missing
from benchmarks.cluster_players import GAMES, Figures, PlayedTable
from benchmarks.load_requests import big_bodies, every_route, slow_clients
from entente.kernel import registry
from entente.server.storage.database import connect

PARTS = ("scale", "kill", "roll", "attack")
MOST_RATIO = 1.25  # the cost of an action at the most web processes, over that at one
RECOVERY_LIMIT = 60.0  # seconds after a fault in which all tables must have gone on
DOWN = 1.0  # seconds that a killed part stays down
COMPUTER = "easy"
COMPUTER_SHARE = 6  # one table in this many has a computer player, where there are workers


class Load(NamedTuple):
    """The people of a run."""

    tables: int
    think: float
    seconds: float  # of each measurement
    seed: int
    games: tuple[str, ...]


class Measured(NamedTuple):
    """A measurement at one number of web processes."""

    webs: int
    actions: int
    rate: float  # actions per second
    per_processor_second: float  # actions per second of processor time of the web processes
    cost: float  # milliseconds of the web processes' processor time for an action
    whole_cost: float  # the same with PostgreSQL, Redis and HAProxy
    p50: float  # milliseconds
    p99: float


class Crowd:
    """The tables of a run, which play until they are stopped."""

    def __init__(self, cluster: Cluster, load: Load, *, computers: bool) -> None:
        self.cluster = cluster
        self.figures = Figures()
        rng = Random(load.seed)
        self.tables = [
            PlayedTable(
                cluster,
                load.games[number % len(load.games)],
                self.figures,
                Random(rng.random()),
                load.think,
                COMPUTER if computers and number % COMPUTER_SHARE == 0 else "",
            )
            for number in range(load.tables)
        ]
        self._playing: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Crowd:
        self._playing = [asyncio.create_task(table.play()) for table in self.tables]
        if await self.all_act(RECOVERY_LIMIT * 2) is None:
            raise SystemExit(f"some tables do not begin{_troubles(self.figures)}")
        return self

    async def __aexit__(self, *why: object) -> None:
        for table in self.tables:
            table.stopping = True
        _, late = await asyncio.wait(self._playing, timeout=RECOVERY_LIMIT)
        for task in late:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)

    async def all_act(self, limit: float) -> float | None:
        """Wait until every table has gone on; return after how many seconds, None if too late."""
        start, before = monotonic(), [table.actions for table in self.tables]
        while monotonic() - start < limit:
            await asyncio.sleep(0.1)
            self._raise_errors()
            if all(t.actions > earlier for t, earlier in zip(self.tables, before, strict=True)):
                return monotonic() - start
        return None

    def _raise_errors(self) -> None:
        for task in self._playing:
            if task.done() and not task.cancelled() and (error := task.exception()) is not None:
                raise error

    def check(self) -> list[str]:
        """Compare the database with what was acknowledged."""
        address = self.cluster.database_url.replace("postgresql://", "postgresql+psycopg://")
        engine = connect(address)
        try:
            return [line for table in self.tables for line in table.check(engine)]
        finally:
            engine.dispose()


async def scale(cluster: Cluster, load: Load, numbers: list[int]) -> list[str]:
    """Measure the same load on several numbers of web processes; return the failures."""
    failures: list[str] = []
    results: list[Measured] = []
    for webs in numbers:
        await asyncio.to_thread(cluster.resize, webs, 0)
        async with Crowd(cluster, load, computers=False) as crowd:
            await asyncio.sleep(min(5.0, load.seconds / 4))  # tables load, caches fill
            before, start = cluster.processor_times(), monotonic()
            await asyncio.sleep(load.seconds)
            seconds, after = monotonic() - start, cluster.processor_times()
            times = crowd.figures.since(start)
        failures += [f"{webs} web processes: {line}" for line in crowd.check()]
        result = _measured(webs, times, seconds, before, after)
        results.append(result)
        print(
            f"{webs} web: {result.rate:6.1f} actions/s, "
            f"{result.per_processor_second:5.0f} per processor second, "
            f"{result.cost:5.2f} ms an action (with database and proxy {result.whole_cost:5.2f}), "
            f"{_ratio(result, results[0])}p50 {result.p50:6.1f} ms, p99 {result.p99:7.1f} ms"
            f"{_troubles(crowd.figures)}",
            flush=True,
        )
    ratio = results[-1].cost / results[0].cost
    if len(results) > 1 and ratio > MOST_RATIO:
        failures.append(
            f"an action at {results[-1].webs} web processes costs {ratio:.2f} times that at "
            f"{results[0].webs}; at most {MOST_RATIO}"
        )
    return failures


def _measured(
    webs: int,
    times: list[float],
    seconds: float,
    before: dict[str, float],
    after: dict[str, float],
) -> Measured:
    if len(times) < 2:
        raise SystemExit("too few actions to measure: let it run longer")
    used = {name: after[name] - before[name] for name in after}
    percentiles = quantiles(times, n=100)
    return Measured(
        webs,
        len(times),
        len(times) / seconds,
        len(times) / used["web"],
        1000 * used["web"] / len(times),
        1000 * sum(used.values()) / len(times),
        1000 * percentiles[49],
        1000 * percentiles[98],
    )


def _ratio(result: Measured, first: Measured) -> str:
    return "" if result is first else f"{result.cost / first.cost:.2f} × of {first.webs} web, "


def _troubles(figures: Figures) -> str:
    words = [f"{number} refused ({key})" for key, number in figures.refused.items()]
    words += [f"{number} × {what}" for what, number in figures.failed.items()]
    words += [f"{figures.lost} connections lost"] * bool(figures.lost)
    return f"; {', '.join(words)}" if words else ""


async def kill(cluster: Cluster, load: Load, webs: int, workers: int) -> list[str]:
    """Kill each part in turn under load; return the failures."""
    await asyncio.to_thread(cluster.resize, webs, workers)
    faults: dict[str, Callable[[], None]] = {
        "a web process": lambda: _restart(cluster.webs[0]),
        "HAProxy": lambda: _restart(cluster.haproxy),
        "PostgreSQL": cluster.kill_postgres,
    }
    if cluster.redis is not None:
        faults["Redis"] = partial(_restart, cluster.redis)
    if workers:
        faults["a worker"] = lambda: _restart(cluster.workers[0])
    failures: list[str] = []
    async with Crowd(cluster, load, computers=workers > 0) as crowd:
        for name, fault in faults.items():
            figures = crowd.figures
            start, refused, lost = monotonic(), figures.refused.total(), figures.lost
            killed = asyncio.create_task(asyncio.to_thread(fault))
            seconds = await crowd.all_act(RECOVERY_LIMIT)
            await killed
            await asyncio.sleep(load.seconds / 4)
            times = figures.since(start)
            p99 = f"p99 {1000 * quantiles(times, n=100)[98]:.0f} ms" if len(times) > 1 else "none"
            print(
                f"{strftime('%H:%M:%S')}  kill -9 of {name:14} "
                f"{f'{seconds:5.1f} s until all tables go on' if seconds else 'TOO LATE'}, "
                f"{len(times):5} actions, {p99}, longest {max(times, default=0):.1f} s, "
                f"{figures.lost - lost} connections lost, "
                f"{figures.refused.total() - refused} refused",
                flush=True,
            )
            if seconds is None:
                stuck = f"kill -9 of {name}: some tables do not go on within {RECOVERY_LIMIT:.0f} s"
                failures.append(stuck)
            failures += cluster.failures()
    return failures + _report(crowd)


def _restart(part: Part) -> None:
    part.kill()
    sleep(DOWN)
    part.start()


async def roll(
    cluster: Cluster, load: Load, webs: int, workers: int, earlier: Path | None
) -> list[str]:
    """Replace all processes one after another under load; return the failures."""
    if earlier is not None:
        cluster.sources = earlier
    await asyncio.to_thread(cluster.resize, webs, workers)
    cluster.sources = SOURCES
    async with Crowd(cluster, load, computers=workers > 0) as crowd:
        start, figures = monotonic(), crowd.figures
        refused = figures.refused.total()
        await asyncio.to_thread(cluster.roll, SOURCES)
        took = monotonic() - start
        goes_on = await crowd.all_act(RECOVERY_LIMIT)
        times = figures.since(start)
        refused = figures.refused.total() - refused
    p99 = 1000 * quantiles(times, n=100)[98]
    print(
        f"{'upgrade' if earlier else 'rolling restart'} of {webs} web and {workers} workers in "
        f"{took:.0f} s: {len(times)} actions, {refused} refused, "
        f"p99 {p99:.0f} ms, longest {max(times):.1f} s{_troubles(figures)}",
        flush=True,
    )
    failures = _report(crowd)
    if refused:
        failures.append(f"rolling restart: {refused} actions were refused {figures.refused}")
    if figures.failed:
        failures.append(f"rolling restart: requests failed: {figures.failed}")
    if goes_on is None:
        failures.append("rolling restart: some tables do not go on")
    return failures


def _report(crowd: Crowd) -> list[str]:
    figures, failures = crowd.figures, crowd.check()
    tables = sum(len(table.tables) for table in crowd.tables)
    print(
        f"{len(figures.acted)} actions and {figures.messages} messages acknowledged at {tables} "
        f"tables, {figures.unanswered} without an answer: "
        f"{f'{len(failures)} LOST OR DOUBLED' if failures else 'nothing lost or doubled'}",
        flush=True,
    )
    return failures


def attack(cluster: Cluster, webs: int) -> list[str]:
    """Send hostile and concurrent requests to HAProxy; return the failures."""
    cluster.resize(webs, 0)
    parts: dict[str, Callable[[], bool]] = {
        "every route at once": lambda: every_route(cluster, 2),
        "slow clients": lambda: slow_clients(cluster),
        "large bodies": lambda: big_bodies(cluster),
    }
    return [f"{name} failed" for name, part in parts.items() if not part()]


def _run(name: str, part: Callable[[], list[str]]) -> list[str]:
    """Run a part; return its failures. One that cannot go on does not end the others."""
    start = monotonic()
    try:
        failures = part()
    except SystemExit as error:
        failures = [f"{name}: {error}"]
    load = os.getloadavg()[0]
    print(f"{name} took {monotonic() - start:.0f} s, load {load:.1f} after", flush=True)
    return failures


def measure(arguments: argparse.Namespace, folder: Path) -> list[str]:
    """Run the parts one after another; return the failures."""
    games = tuple(arguments.games)
    load = Load(arguments.tables, arguments.think, arguments.seconds, arguments.seed, games)
    parts = arguments.only or PARTS
    failures: list[str] = []
    with Cluster(folder, redis=not arguments.no_redis) as cluster:
        numbers, workers = arguments.webs, arguments.workers
        webs = max(2, numbers[-1] // 2)
        runs: dict[str, Callable[[], list[str]]] = {
            "scale": lambda: uvloop.run(scale(cluster, load, numbers)),
            "kill": lambda: uvloop.run(kill(cluster, load, webs, workers)),
            "roll": lambda: uvloop.run(roll(cluster, load, webs, workers, arguments.earlier)),
            "attack": lambda: attack(cluster, webs),
        }
        for name in PARTS:
            if name in parts:
                failures += _run(name, runs[name])
    return failures


def main() -> int:
    """Run the benchmark; return exit status 1 if a check failed."""
    description = (__doc__ or "").partition("\n\n")[0]
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--webs", type=int, nargs="+", default=[1, 2, 4], help="web processes")
    parser.add_argument("--workers", type=int, default=1, help="workers, where parts need them")
    parser.add_argument(
        "--tables",
        type=int,
        default=24,
        help="tables; Diplomacy has seven players, the others two",
    )
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--think", type=float, default=0.5, help="mean seconds before an action")
    parser.add_argument("--seconds", type=float, default=30.0, help="duration of a measurement")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="run only these parts")
    parser.add_argument("--no-redis", action="store_true", help="messages over PostgreSQL only")
    earlier = "a checkout of an earlier version, which `roll` upgrades from"
    parser.add_argument("--from", dest="earlier", type=Path, help=earlier)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    if lacking := missing():
        print(f"this benchmark needs {' and '.join(lacking)}", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    gc.disable()  # a collection would stop all players for half a second
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65_536), most))
    for game in GAMES:
        registry.load(game)  # before threads use it
    print(
        f"{os.cpu_count()} cores shared by players and cluster, load {os.getloadavg()[0]:.1f} "
        f"before; {arguments.tables} tables, {arguments.think} s of thought, "
        f"{'PostgreSQL' if arguments.no_redis else 'Redis'} for messages",
        flush=True,
    )
    folder = Path(tempfile.mkdtemp(prefix="entente-cluster-"))
    try:
        failures = measure(arguments, folder)
    except KeyboardInterrupt:
        print("interrupted")
        failures = ["interrupted"]
    for line in failures[:20]:
        print(f"FAILED: {line}")
    if failures:
        print(f"what the parts wrote is in {folder}")
        return 1
    shutil.rmtree(folder)
    print("all checks passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
