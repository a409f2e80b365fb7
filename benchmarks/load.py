"""Load-test the server: a start with ten thousand stored tables, up to a thousand tables in play,
spectators, concurrent requests to every route, slow clients and large bodies.

The test passes if no response has a 5xx status, no request takes longer than a second after the
load has ended, and actions stay fast. It also prints the memory used per table.

    python -m benchmarks.load                                   SQLite, one process
    python -m benchmarks.load --database postgres --workers 2   a new PostgreSQL, two processes
    python -m benchmarks.load --database postgresql://…         an existing, empty database
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
from benchmarks.server import machine_line, summarise
from benchmarks.server_driver import Guest, RunningServer, database, decide
from entente.kernel import registry

GAMES = ("attrition", "turmoil")
P50_TARGET = 20.0  # milliseconds, of an action at a thousand tables
STEPS = (0.1, 0.25, 0.5, 1.0)  # shares of the tables
PARTS = ("stored", "ramp", "spectators", "routes", "slow", "large")
AT_ONCE = 16  # tables being opened concurrently


class Crowd:
    """Tables with two players each, who keep playing."""

    def __init__(self, server: RunningServer, think_time: float) -> None:
        self.server = server
        self.think_time = think_time
        self.times: list[float] = []
        self.stack = AsyncExitStack()
        self._playing: list[asyncio.Task[None]] = []
        self._semaphore = asyncio.Semaphore(AT_ONCE)

    async def grow(self, tables: int) -> None:
        """Open more tables, up to a number."""
        games = cycle(GAMES)
        more = tables - len(self._playing)
        self._playing += await asyncio.gather(*(self._open(next(games)) for _ in range(more)))

    async def _open(self, game: str) -> asyncio.Task[None]:
        async with self._semaphore:
            seats = registry.load(game).seats({})
            one = await asyncio.to_thread(Guest, self.server, "one")
            two = await asyncio.to_thread(Guest, self.server, "two")
            terms = {"game": game, "seats": {seats[0]: "me"}, "starts_when_full": True}
            table = (await asyncio.to_thread(one.post, "/api/tables", terms))["id"]
            await asyncio.to_thread(two.post, f"/api/tables/{table}/join", {"seat": seats[1]})
            sockets = [await guest.open_socket(self.stack, table) for guest in (one, two)]
        return asyncio.create_task(self._play(sockets))

    async def _play(self, sockets: list[ClientConnection]) -> None:
        await asyncio.gather(*(decide(each, self.times, self.think_time) for each in sockets))

    async def close(self) -> None:
        """Close all tables and raise the first error that occurred at one of them."""
        ended = [task for task in self._playing if task.done() and not task.cancelled()]
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        await self.stack.aclose()
        for task in ended:
            task.result()


async def ramp(server: RunningServer, tables: int, seconds: float, think_time: float) -> bool:
    """Play at more and more tables; return whether actions stayed fast."""
    crowd, empty, passed = Crowd(server, think_time), server.memory(), True
    for share in STEPS:
        number = max(1, round(tables * share))
        start = perf_counter()
        await crowd.grow(number)
        opening = perf_counter() - start
        await asyncio.sleep(think_time)
        crowd.times.clear()
        before = server.processor_time()
        await asyncio.sleep(seconds)
        processor = server.processor_time() - before
        result = summarise("", "", list(crowd.times), seconds, processor)
        slow = result.p50 > P50_TARGET
        passed = passed and not slow
        print(
            f"{number:5} tables (ready after {opening:5.1f} s)  {result.rate:6.1f} actions/s   "
            f"p50 {result.p50:6.2f} ms   p95 {result.p95:7.2f} ms   p99 {result.p99:7.2f} ms   "
            f"{result.processor:5.2f} ms of processor an action   "
            f"{(server.memory() - empty) * 1024 / number:5.0f} KiB a table"
            f"{'   MISSES THE TARGET' * slow}",
            flush=True,
        )
    await crowd.close()
    return passed


async def spectators(server: RunningServer, number: int) -> bool:
    """Let spectators watch one table; return whether they get few enough presence frames."""
    frames: Counter[str] = Counter()

    async def watch(socket: ClientConnection) -> None:
        while True:
            frames[json.loads(await socket.recv())["type"]] += 1

    async with AsyncExitStack() as stack:
        host = await asyncio.to_thread(Guest, server, "host")
        table = (await asyncio.to_thread(host.post, "/api/tables", {"game": GAMES[0]}))["id"]
        start = perf_counter()
        watching = []
        for _ in range(number):
            guest = await asyncio.to_thread(Guest, server, "spectator")
            watching.append(asyncio.create_task(watch(await guest.open_socket(stack, table))))
        await asyncio.sleep(2.5)  # presence is sent at intervals
        seconds = perf_counter() - start
        for task in watching:
            task.cancel()
    # Every spectator gets one frame on arrival, and at most one a second from then on.
    most = number + number * (seconds + 1)
    passed = frames["state"] >= number and frames["presence"] <= most
    print(
        f"{number:5} spectators in {seconds:.1f} s  {frames['presence']:,} presence frames"
        f"{'' if passed else '   TOO MANY'}",
        flush=True,
    )
    return passed


def measure(arguments: argparse.Namespace) -> bool:
    """Run the parts one after another; return whether all of them passed."""
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
        passed = [parts[name]() for name in arguments.only or parts]
        if errors := server.errors():
            print(f"the server wrote errors:\n{errors[-3000:]}")
    return all(passed)


def main() -> int:
    """Run the load test; return exit status 1 if a part failed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--spectators", type=int, default=200)
    parser.add_argument("--stored", type=int, default=10_000, help="tables stored before a start")
    parser.add_argument(
        "--seconds", type=float, default=20.0, help="duration at each number of tables"
    )
    parser.add_argument("--thinking", type=float, default=4.0, help="seconds between two actions")
    parser.add_argument(
        "--rounds", type=int, default=16, help="rounds of 16 requests to each route"
    )
    parser.add_argument("--database", default="sqlite", help="sqlite, postgres or an address")
    parser.add_argument("--workers", type=int, default=1, help="server processes; needs PostgreSQL")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="run only these parts")
    parser.add_argument("--folder", help="folder of the database; its disk is summarise")
    arguments = parser.parse_args()
    gc.disable()  # with thousands of players a collection would stop this process for half a second
    # Every player, spectator and client needs a file descriptor, here and in the server.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65_536), most))
    print(machine_line(arguments.folder))
    print(f"{os.cpu_count()} cores, shared by the server and the simulated players")
    return 0 if measure(arguments) else 1


if __name__ == "__main__":
    sys.exit(main())
