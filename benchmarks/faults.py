"""Faults: servers that are killed, whose database goes away, whose disk is full and whose clock
jumps, for an hour.

People play and write letters all the while. It holds when nothing that was acknowledged is lost or
there twice, when everybody can act again soon after each fault, and when clocks run out in their
time, not before, and computer players play on. With PostgreSQL there are two servers; one may fall
while the other goes on.

    python -m benchmarks.faults --minutes 5
    python -m benchmarks.faults --database postgres --workers 2
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
from typing import NamedTuple

import uvloop
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from benchmarks.faults_done import Faults, FaultyServer, LeftBehind
from benchmarks.faults_goes_on import AFTER, GoingOn
from benchmarks.faults_players import CUT_OFF, Player, check_finished, lost_or_doubled
from benchmarks.server_driver import Database, database
from entente.kernel import registry
from entente.server.storage.database import connect

PLAYERS = 6
GAMES = ("attrition", "turmoil")
QUIET = 10.0  # seconds from the moment at which everybody acts again until the next fault
BACK = 60.0  # seconds after a fault in which everybody must have acted
MANY = 20  # things that are wrong, after which it is no use to go on


class Time(NamedTuple):
    """How long after a fault the first one acted, and the last one; how many actions in all from
    its beginning to the next one."""

    first: float
    last: float
    actions: int


class Trial:
    """Servers, people who play there, what happens to them and what was found."""

    def __init__(
        self,
        servers: Sequence[FaultyServer],
        database: Database,
        engine: Engine,
        seed: str,
        pause: float,
    ) -> None:
        self.servers = servers
        self.engine = engine
        self.rng = Random(seed)
        self.going_on = GoingOn(engine)
        self.faults = Faults(servers, database, self.going_on, self.rng)
        self.players = [Player(servers, GAMES[n % 2], Random(n), pause) for n in range(PLAYERS)]
        self.times: dict[str, list[Time]] = defaultdict(list)
        self.wrong: list[str] = []

    async def run(self, minutes: float) -> None:
        """One fault after the other, and in the end a look at everything."""
        playing = [asyncio.create_task(player.play()) for player in self.players]
        end = monotonic() + 60 * minutes
        while monotonic() < end and len(self.wrong) < MANY:
            faults = self.faults.all()
            self.rng.shuffle(faults)
            for fault in faults:
                await self.one(fault)
                if monotonic() >= end or len(self.wrong) >= MANY:
                    break
        for player in self.players:
            player.stopping = True
        await asyncio.gather(*playing)
        for player in self.players:
            self.wrong += await asyncio.to_thread(lost_or_doubled, self.engine, player)
        last = monotonic() + AFTER
        while self.going_on.due and monotonic() < last:
            await asyncio.sleep(1)
            self.wrong += await asyncio.to_thread(self.going_on.check)
        self.wrong += await asyncio.to_thread(self.going_on.check, late=True)

    async def one(self, fault: Callable[[FaultyServer], None]) -> None:
        """A fault, and what comes after it."""
        name, before = fault.__name__, sum(player.actions for player in self.players)
        server = self.rng.choice(self.servers)
        try:
            await asyncio.to_thread(self.going_on.begin, server, self.rng.choice(self.servers))
            await asyncio.to_thread(fault, server)
        except LeftBehind as error:
            self._record(name, str(error))
        except CUT_OFF as error:
            self._record(name, f"a server does not take new tables: {error!r}")
        first, last = await self._all_act(name)
        await asyncio.sleep(QUIET)
        actions = sum(player.actions for player in self.players) - before
        self.times[name].append(Time(first, last, actions))
        moment = strftime("%H:%M:%S")
        print(f"{moment}  {name:16} {last:5.1f} s until all act, {actions:6} actions", flush=True)
        try:
            for line in await asyncio.to_thread(self._look):
                self._record(name, line)
        except SQLAlchemyError as error:
            self._record(name, f"the database does not answer: {error!r}"[:300])

    async def _all_act(self, name: str) -> tuple[float, float]:
        """After how many seconds the first one acts again, and the last one."""
        began, counted = monotonic(), [player.actions for player in self.players]
        first = 0.0
        while monotonic() - began < BACK:
            await asyncio.sleep(0.1)
            now = [player.actions for player in self.players]
            acted = [after > before for before, after in zip(counted, now, strict=True)]
            first = first or (monotonic() - began if any(acted) else 0.0)
            if all(acted):
                return first, monotonic() - began
        cut_off = sum(
            player.actions == before for player, before in zip(self.players, counted, strict=True)
        )
        self._record(name, f"{cut_off} of {PLAYERS} could not act within {BACK:.0f} s")
        return first, BACK

    def _look(self) -> list[str]:
        wrong = self.going_on.check()
        for player in self.players:
            wrong += check_finished(self.engine, player)
        return wrong

    def _record(self, name: str, line: str) -> None:
        text = f"{strftime('%H:%M:%S')} after {name}: {line}"
        print(text, flush=True)
        self.wrong.append(text)

    def report(self) -> str:
        """What was done, and what was found."""
        lines = ["", "fault             times   first acts   all act (longest)   actions (fewest)"]
        for name, times in sorted(self.times.items()):
            longest, all_act = max(each.first for each in times), max(each.last for each in times)
            fewest = min(each.actions for each in times)
            lines.append(
                f"{name:17} {len(times):5} {longest:10.1f} s {all_act:17.1f} s {fewest:18}"
            )
        players = self.players
        actions = sum(player.actions for player in players)
        games = sum(len(player.finished) for player in players)
        letters = [known for player in players for _, known in player.letters.values()]
        unknown = sum(player.unknown for player in players)
        unknown += sum((+each).total() for one in players for each in one.unanswered.values())
        memory = sum(server.memory() for server in self.servers)
        lines += [
            "",
            f"{actions} actions acknowledged, {games} games finished, {unknown} without an answer",
            f"{sum(letters)} letters acknowledged, {len(letters) - sum(letters)} not",
            f"{self.going_on.done} clocks and games of computers have come to their end",
            f"{memory:.0f} MiB in all processes of the servers at the end",
            "everything held" if not self.wrong else f"{len(self.wrong)} THINGS DID NOT HOLD:",
            *self.wrong[:MANY],
        ]
        return "\n".join(lines)


def main() -> int:
    """Exit status 1 if something did not hold."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", default="7")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgres or an address")
    parser.add_argument("--workers", type=int, default=1, help="processes; needs PostgreSQL")
    pause = "seconds before each action; more than 0 leaves the machine room for other work"
    parser.add_argument("--pause", type=float, default=0.0, help=pause)
    arguments = parser.parse_args()
    for game in GAMES:
        registry.load(game)  # before threads need it
    home = Path(tempfile.mkdtemp(prefix="entente-faults-"))
    with database(arguments.database) as storage, ExitStack() as stack:
        number = 1 if arguments.database == "sqlite" else 2
        environment = {"ENTENTE_COMPUTER_PAUSE": "0", **storage.environment}
        servers = [
            FaultyServer(home / f"server-{place}", arguments.workers, **environment)
            for place in range(number)
        ]
        for server in servers:
            stack.enter_context(server)
        file = f"sqlite:///{servers[0].home}/entente.sqlite3"
        address = storage.environment.get("ENTENTE_DATABASE_URL", file)
        engine = connect(address.replace("postgresql://", "postgresql+psycopg://"))
        trial = Trial(servers, storage, engine, arguments.seed, arguments.pause)
        uvloop.run(trial.run(arguments.minutes))
        print(trial.report(), flush=True)
        engine.dispose()
    if not trial.wrong:
        shutil.rmtree(home)
        return 0
    print(f"what the servers wrote is kept: {home}/server-*/stderr")
    return 1


if __name__ == "__main__":
    sys.exit(main())
