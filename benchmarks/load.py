"""The server under load: a start with ten thousand stored tables, more and more tables up to a
thousand, spectators, requests of every route side by side, slow clients and large bodies.

It holds when no answer is an error of the server's, none takes longer than a second once the load
has gone, and actions stay quick. What a table takes of memory is printed.

    python -m benchmarks.load                                   SQLite, one process
    python -m benchmarks.load --database postgres --workers 2   a PostgreSQL of our own, two of them
    python -m benchmarks.load --database postgresql://…         another one, which is empty
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path
from time import perf_counter

import uvloop
from websockets.asyncio.client import ClientConnection

from benchmarks.load_requests import big_bodies, every_route, slow_clients
from benchmarks.load_stored import stored_tables
from benchmarks.server import machine_line, measured
from benchmarks.server_driver import Guest, RunningServer, database, decide
from entente.kernel import registry

GAMES = ("attrition", "turmoil")
P50_FLOOR = 20.0  # milliseconds, of an action at a thousand tables
STEPS = (0.1, 0.25, 0.5, 1.0)  # of the tables
PARTS = ("stored", "ramp", "spectators", "routes", "slow", "large")
AT_ONCE = 16  # people who come in side by side


class Crowd:
    """Tables with two players each, who act again and again."""

    def __init__(self, server: RunningServer, thinking: float) -> None:
        self.server = server
        self.thinking = thinking
        self.times: list[float] = []
        self.stack = AsyncExitStack()
        self._playing: list[asyncio.Task[None]] = []
        self._semaphore = asyncio.Semaphore(AT_ONCE)

    async def grow(self, tables: int) -> None:
        """Until there are so many tables."""
        games = cycle(GAMES)
        more = tables - len(self._playing)
        self._playing += await asyncio.gather(*(self._open(next(games)) for _ in range(more)))

    async def _open(self, game: str) -> asyncio.Task[None]:
        async with self._semaphore:
            seats = registry.load(game).seats({})
            one = await asyncio.to_thread(Guest, self.server, "one")
            two = await asyncio.to_thread(Guest, self.server, "two")
            wanted = {"game": game, "seats": {seats[0]: "me"}, "starts_when_full": True}
            made = await asyncio.to_thread(one.post, "/api/tables", wanted)
            path = f"/api/tables/{made['id']}/join"
            await asyncio.to_thread(two.post, path, {"seat": seats[1]})
            sockets = [await guest.look(self.stack, made["id"]) for guest in (one, two)]
        return asyncio.create_task(self._play(sockets))

    async def _play(self, sockets: list[ClientConnection]) -> None:
        await asyncio.gather(*(decide(each, self.times, self.thinking) for each in sockets))

    async def go(self) -> None:
        """Everybody goes home; whatever went wrong at a table is raised."""
        broken = [task for task in self._playing if task.done() and not task.cancelled()]
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        await self.stack.aclose()
        for task in broken:
            task.result()


async def ramp(server: RunningServer, tables: int, seconds: float, thinking: float) -> bool:
    """More and more tables; whether actions stayed quick."""
    crowd, empty, held = Crowd(server, thinking), server.memory(), True
    for share in STEPS:
        many = max(1, round(tables * share))
        began = perf_counter()
        await crowd.grow(many)
        took = perf_counter() - began
        await asyncio.sleep(thinking)
        crowd.times.clear()
        before = server.processor_time()
        await asyncio.sleep(seconds)
        used = server.processor_time() - before
        result = measured("", "", list(crowd.times), seconds, used)
        slow = result.p50 > P50_FLOOR
        held = held and not slow
        print(
            f"{many:5} tables (ready after {took:5.1f} s)  {result.rate:6.1f} actions/s   "
            f"p50 {result.p50:6.2f} ms   p95 {result.p95:7.2f} ms   p99 {result.p99:7.2f} ms   "
            f"{result.processor:5.2f} ms of processor an action   "
            f"{(server.memory() - empty) * 1024 / many:5.0f} KiB a table"
            f"{'   BELOW THE FLOOR' * slow}",
            flush=True,
        )
    await crowd.go()
    return held


async def spectators(server: RunningServer, many: int) -> bool:
    """So many people look at one table; how many frames tell them of each other."""
    frames: Counter[str] = Counter()

    async def watch(socket: ClientConnection) -> None:
        while True:
            frames[json.loads(await socket.recv())["type"]] += 1

    async with AsyncExitStack() as stack:
        host = await asyncio.to_thread(Guest, server, "host")
        made = await asyncio.to_thread(host.post, "/api/tables", {"game": GAMES[0]})
        began = perf_counter()
        watching = []
        for _ in range(many):
            guest = await asyncio.to_thread(Guest, server, "spectator")
            watching.append(asyncio.create_task(watch(await guest.look(stack, made["id"]))))
        await asyncio.sleep(2.5)  # what is told once in a while has been told
        took = perf_counter() - began
        for task in watching:
            task.cancel()
    # Each is told when he comes; and all, at most once a second.
    most = many + many * (took + 1)
    held = frames["state"] >= many and frames["presence"] <= most
    print(
        f"{many:5} spectators in {took:.1f} s  {frames['presence']:,} frames of presence"
        f"{'' if held else '   TOO MANY'}",
        flush=True,
    )
    return held


def measure(arguments: argparse.Namespace) -> bool:
    """Everything, one after the other; whether all of it held."""
    with (
        tempfile.TemporaryDirectory(prefix="entente-load-", dir=arguments.folder) as home,
        database(arguments.database) as storage,
        RunningServer(Path(home), arguments.workers, **storage.environment) as server,
    ):
        print(f"{arguments.database}, {arguments.workers} process(es)")
        parts: dict[str, Callable[[], bool]] = {
            "stored": lambda: stored_tables(server, arguments.stored),
            "ramp": lambda: uvloop.run(
                ramp(server, arguments.tables, arguments.seconds, arguments.thinking)
            ),
            "spectators": lambda: uvloop.run(spectators(server, arguments.spectators)),
            "routes": lambda: every_route(server, arguments.rounds),
            "slow": lambda: slow_clients(server),
            "large": lambda: big_bodies(server),
        }
        held = [parts[name]() for name in arguments.only or parts]
        if errors := server.errors():
            print(f"the server wrote errors:\n{errors[-3000:]}")
    return all(held)


def main() -> int:
    """Exit status 1 if the server did not hold."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--spectators", type=int, default=200)
    parser.add_argument("--stored", type=int, default=10_000, help="tables found at a start")
    parser.add_argument("--seconds", type=float, default=20.0, help="at each number of tables")
    parser.add_argument("--thinking", type=float, default=4.0, help="seconds between two actions")
    parser.add_argument("--rounds", type=int, default=16, help="of 16 requests of each route")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgres or an address")
    parser.add_argument("--workers", type=int, default=1, help="processes; needs PostgreSQL")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="of what is tried")
    parser.add_argument("--folder", help="where the database lies; decides which disk is measured")
    arguments = parser.parse_args()
    gc.disable()  # with thousands of players here it would stop the clock for half a second
    # Every player, spectator and client is an open file, here and at the server.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65_536), most))
    print(machine_line(arguments.folder))
    print(f"{os.cpu_count()} cores, which the server shares with whoever plays")
    return 0 if measure(arguments) else 1


if __name__ == "__main__":
    sys.exit(main())
