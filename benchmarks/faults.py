"""Fault injection: kill servers, take their database away, fill their disk and set their clock, for
an hour.

Simulated players play and chat all the while. The test passes if nothing that was acknowledged is
lost or stored twice, all players can act again soon after each fault, clocks run out in time but
not early, and computer players continue. With PostgreSQL there are two servers, so that one can
fail while the other goes on. With `--cluster` there are PostgreSQL, Redis, HAProxy, two web
processes and a worker; each of them fails, and players meet HAProxy only.

    python -m benchmarks.faults --minutes 5
    python -m benchmarks.faults --database postgres --workers 2
    python -m benchmarks.faults --cluster --webs 2 --minutes 15
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from time import monotonic, strftime
from typing import Any, NamedTuple, Protocol

import uvloop
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from benchmarks.cluster_parts import missing
from benchmarks.faults_cluster import ClusterFaults, FaultyCluster
from benchmarks.faults_injection import FaultNotHandled, Faults, FaultyServer
from benchmarks.faults_liveness import GRACE, LivenessChecks
from benchmarks.faults_players import DISCONNECTED, Player, check_finished, check_stored
from benchmarks.server_driver import Served, database
from entente.kernel import registry
from entente.server.storage.database import connect

PLAYERS = 6
GAMES = ("attrition", "turmoil")
PAUSE_BETWEEN = 10.0  # seconds from the moment all players act again until the next fault
RECOVERY_LIMIT = 60.0  # seconds after a fault in which all players must have acted
MOST_FAILURES = 20  # after which the run stops


class Recovery(NamedTuple):
    """Seconds after a fault until the first and the last player acted, and the number of actions
    from this fault to the next."""

    first: float
    last: float
    actions: int


Fault = Callable[[Any], None]  # of a server or web process


class Injection(Protocol):
    """The faults that a run injects."""

    def all(self) -> Sequence[Fault]: ...


class Trial:
    """A run: the servers, the players, the faults and the failures so far.

    Players connect to `servers`; each fault gets one of `victims`.
    """

    def __init__(
        self,
        servers: Sequence[Served],
        victims: Sequence[object],
        engine: Engine,
        seed: str,
        pause: float,
        only: Sequence[str] | None,
        injection: Callable[[LivenessChecks, Random], Injection],
    ) -> None:
        self.servers = servers
        self.victims = victims
        self.engine = engine
        self.rng = Random(seed)
        self.liveness = LivenessChecks(engine)
        every = injection(self.liveness, self.rng).all()
        names = {fault.__name__ for fault in every}
        if unknown := set(only or ()) - names:
            raise SystemExit(f"no such fault: {', '.join(unknown)}; there are {sorted(names)}")
        self.faults = [fault for fault in every if not only or fault.__name__ in only]
        self.players = [Player(servers, GAMES[n % 2], Random(n), pause) for n in range(PLAYERS)]
        self.recoveries: dict[str, list[Recovery]] = defaultdict(list)
        self.failures: list[str] = []

    async def run(self, minutes: float) -> None:
        """Inject one fault after another, then check everything."""
        playing = [asyncio.create_task(player.play()) for player in self.players]
        end = monotonic() + 60 * minutes
        while monotonic() < end and len(self.failures) < MOST_FAILURES:
            faults = list(self.faults)
            self.rng.shuffle(faults)
            for fault in faults:
                await self.inject(fault)
                if monotonic() >= end or len(self.failures) >= MOST_FAILURES:
                    break
        for player in self.players:
            player.stopping = True
        await asyncio.gather(*playing)
        for player in self.players:
            self.failures += await asyncio.to_thread(check_stored, self.engine, player)
        last = monotonic() + GRACE
        while self.liveness.pending and monotonic() < last:
            await asyncio.sleep(1)
            self.failures += await asyncio.to_thread(self.liveness.check)
        self.failures += await asyncio.to_thread(self.liveness.check, late=True)

    async def inject(self, fault: Fault) -> None:
        """Inject a fault and check how the servers recover."""
        name, before = fault.__name__, sum(player.actions for player in self.players)
        one, other = self.rng.choice(self.servers), self.rng.choice(self.servers)
        try:
            await asyncio.to_thread(self.liveness.begin, one, other)
            await asyncio.to_thread(fault, self.rng.choice(self.victims))
        except FaultNotHandled as error:
            self._record(name, str(error))
        except DISCONNECTED as error:
            self._record(name, f"a server does not create tables: {error!r}")
        first, last = await self._wait_until_all_act(name)
        await asyncio.sleep(PAUSE_BETWEEN)
        actions = sum(player.actions for player in self.players) - before
        self.recoveries[name].append(Recovery(first, last, actions))
        now = strftime("%H:%M:%S")
        print(f"{now}  {name:20} {last:5.1f} s until all act, {actions:6} actions", flush=True)
        try:
            for line in await asyncio.to_thread(self._check):
                self._record(name, line)
        except SQLAlchemyError as error:
            self._record(name, f"the database does not answer: {error!r}"[:300])

    async def _wait_until_all_act(self, name: str) -> tuple[float, float]:
        """Return after how many seconds the first and the last player act again."""
        start, before = monotonic(), [player.actions for player in self.players]
        first = 0.0
        while monotonic() - start < RECOVERY_LIMIT:
            await asyncio.sleep(0.1)
            acted = [
                player.actions > earlier
                for player, earlier in zip(self.players, before, strict=True)
            ]
            first = first or (monotonic() - start if any(acted) else 0.0)
            if all(acted):
                return first, monotonic() - start
        stuck = sum(
            player.actions == earlier for player, earlier in zip(self.players, before, strict=True)
        )
        self._record(name, f"{stuck} of {PLAYERS} could not act within {RECOVERY_LIMIT:.0f} s")
        return first, RECOVERY_LIMIT

    def _check(self) -> list[str]:
        failures = self.liveness.check()
        for player in self.players:
            failures += check_finished(self.engine, player)
        return failures

    def _record(self, name: str, line: str) -> None:
        text = f"{strftime('%H:%M:%S')} after {name}: {line}"
        print(text, flush=True)
        self.failures.append(text)

    def report(self) -> str:
        """Summarise the faults, the recoveries and the failures."""
        lines = [
            "",
            "fault                 times   first acts   all act (longest)   actions (fewest)",
        ]
        for name, recoveries in sorted(self.recoveries.items()):
            first = max(each.first for each in recoveries)
            last = max(each.last for each in recoveries)
            fewest = min(each.actions for each in recoveries)
            lines.append(
                f"{name:21} {len(recoveries):5} {first:10.1f} s {last:17.1f} s {fewest:18}"
            )
        players = self.players
        actions = sum(player.actions for player in players)
        games = sum(len(player.finished) for player in players)
        messages = [stored for player in players for _, stored in player.messages.values()]
        unknown = sum(player.unknown for player in players)
        unknown += sum((+each).total() for one in players for each in one.unanswered.values())
        memory = sum(server.memory() for server in self.servers)
        lines += [
            "",
            f"{actions} actions acknowledged, {games} games finished, {unknown} without an answer",
            f"{sum(messages)} messages acknowledged, {len(messages) - sum(messages)} not",
            f"{self.liveness.done} clocks ran out or computer games ended as expected",
            f"{memory:.0f} MiB in all processes of the servers at the end",
            f"{len(self.failures)} FAILURES:" if self.failures else "all checks passed",
            *self.failures[:MOST_FAILURES],
        ]
        return "\n".join(lines)


def main() -> int:
    """Run the test; return exit status 1 if a check failed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--seed", default="7")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgres or an address")
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        help="processes per server (needs PostgreSQL); of a cluster, its workers",
    )
    parser.add_argument("--cluster", action="store_true", help="a cluster instead of servers")
    parser.add_argument("--webs", type=int, default=2, help="web processes of the cluster")
    pause = "seconds before each action; more than 0 leaves processor time for other work"
    parser.add_argument("--pause", type=float, default=0.0, help=pause)
    only = "inject only these faults, by their names in the report"
    parser.add_argument("--only", nargs="+", metavar="FAULT", help=only)
    arguments = parser.parse_args()
    if arguments.cluster and (lacking := missing()):
        parser.error(f"a cluster needs {' and '.join(lacking)}")
    if arguments.cluster and (arguments.webs < 2 or arguments.workers < 1):
        parser.error("a cluster has at least two web processes and a worker")
    for game in GAMES:
        registry.load(game)  # before threads use it
    home = Path(tempfile.mkdtemp(prefix="entente-faults-"))
    with ExitStack() as stack:
        make = _cluster if arguments.cluster else _servers
        trial = make(arguments, home, stack)
        uvloop.run(trial.run(arguments.minutes))
        print(trial.report(), flush=True)
    if not trial.failures:
        shutil.rmtree(home)
        return 0
    print(f"the output of the servers is in {home}")
    return 1


def _servers(arguments: argparse.Namespace, home: Path, stack: ExitStack) -> Trial:
    """Start one server, or two that share a database."""
    storage = stack.enter_context(database(arguments.database))
    number = 1 if arguments.database == "sqlite" else 2
    environment = {"ENTENTE_COMPUTER_PAUSE": "0", **storage.environment}
    servers = [
        FaultyServer(home / f"server-{place}", arguments.workers, **environment)
        for place in range(number)
    ]
    for server in servers:
        stack.enter_context(server)
    file = f"sqlite:///{servers[0].home}/entente.sqlite3"
    engine = _connected(storage.environment.get("ENTENTE_DATABASE_URL", file), stack)

    def injection(liveness: LivenessChecks, rng: Random) -> Faults:
        return Faults(servers, storage, liveness, rng)

    given = (arguments.seed, arguments.pause, arguments.only)
    return Trial(servers, servers, engine, *given, injection)


def _cluster(arguments: argparse.Namespace, home: Path, stack: ExitStack) -> Trial:
    """Start a cluster."""
    cluster = FaultyCluster(home)
    stack.enter_context(cluster)
    cluster.resize(arguments.webs, arguments.workers)
    engine = _connected(cluster.database_url, stack)

    def injection(liveness: LivenessChecks, rng: Random) -> ClusterFaults:
        return ClusterFaults(cluster, liveness, rng)

    given = (arguments.seed, arguments.pause, arguments.only)
    return Trial([cluster], cluster.webs, engine, *given, injection)


def _connected(address: str, stack: ExitStack) -> Engine:
    engine = connect(address.replace("postgresql://", "postgresql+psycopg://"))
    stack.callback(engine.dispose)
    return engine


if __name__ == "__main__":
    sys.exit(main())
