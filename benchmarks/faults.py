"""Faults: a server that is killed, whose database goes away and whose disk is full, for an hour.

People play all the while. It holds when nothing that was acknowledged is lost or there twice, and
when after each fault clocks still run out and computer players still play.

    python -m benchmarks.faults --minutes 5
    python -m benchmarks.faults --database postgres --workers 2
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic, sleep

import uvloop
from sqlalchemy import Engine, select

from benchmarks.faults_players import Player, lost_or_doubled
from benchmarks.server_driver import Database, Guest, RunningServer, database
from entente.kernel import registry
from entente.server.storage.database import connect
from entente.server.storage.models import OVER, Chair, Table

PLAYERS = 6
GAMES = ("attrition", "turmoil")
AWAY = 14.0  # seconds that a database is away: longer than the server waits for it
QUIET = 10.0  # seconds between two faults
AFTER = 240.0  # seconds after a fault in which clocks must run out and computers come to an end
CLOCK = {"kind": "live", "minutes": 1}


class Trial:
    """A server, what is done to it, and what must go on."""

    def __init__(self, server: RunningServer, database: Database, rng: Random) -> None:
        self.server = server
        self.database = database
        file = f"sqlite:///{server.home}/entente.sqlite3"
        address = database.environment.get("ENTENTE_DATABASE_URL", file)
        self.engine: Engine = connect(address.replace("postgresql://", "postgresql+psycopg://"))
        self.rng = rng
        self.due: list[tuple[str, str, float]] = []  # what of which table must be so, and when

    # -- what must go on

    def set_up(self) -> None:
        """Before a fault: a table whose clock runs, and one at which computers play."""
        seats = registry.load(GAMES[0]).seats({})
        people = [Guest(self.server, name) for name in ("one", "two")]
        wanted = {"game": GAMES[0], "pace": CLOCK, "absence": "computer"}
        clock = people[0].post("/api/tables", {**wanted, "seats": {seats[0]: "me"}})["id"]
        people[1].post(f"/api/tables/{clock}/join", {"seat": seats[1]})
        playing = {"game": GAMES[0], "seats": dict.fromkeys(seats, "random")}
        computers = people[1].post("/api/tables", playing)["id"]
        until = monotonic() + AFTER
        self.due += [("clock", clock, until), ("computers", computers, until)]

    def not_gone_on(self, *, late: bool) -> list[str]:
        """What has come to pass is forgotten; what has not, though it is late, is told."""
        wrong, due = [], []
        with self.engine.connect() as connection:
            for what, table, until in self.due:
                chairs = select(Chair.seat).where(Chair.table_id == table)
                over = select(Table.status).where(Table.id == table)
                if what == "clock":
                    played = chairs.where(Chair.stand_in.is_not(None))
                    done = connection.execute(played).first() is not None
                else:
                    done = connection.scalar(over) == OVER
                if not done and (late or monotonic() > until):
                    wrong.append(f"{what}: table {table} does not go on")
                elif not done:
                    due.append((what, table, until))
        self.due = due
        return wrong

    # -- faults

    def kill(self) -> None:
        """The server and all its processes end at once."""
        for process in reversed(self.server.processes()):
            _end(process)
        self.server.process.wait()
        self.server.start()

    def kill_a_process(self) -> None:
        """One of the processes that the server has started: a worker, or one that thinks."""
        started = self.server.processes()[1:]
        if started:
            _end(self.rng.choice(started))

    def lock_the_file(self) -> None:
        """Another program keeps the SQLite file to itself."""
        with sqlite3.connect(self.server.home / "entente.sqlite3", timeout=60) as other:
            other.isolation_level = None
            other.execute("BEGIN EXCLUSIVE")
            sleep(AWAY)
            other.execute("ROLLBACK")

    def fill_the_disk(self) -> None:
        """No file may grow: for the server that is a disk without room."""
        process = self.server.process.pid
        log = self.server.home / "entente.sqlite3-wal"
        usual = resource.prlimit(process, resource.RLIMIT_FSIZE)
        full = log.stat().st_size if log.exists() else 0
        resource.prlimit(process, resource.RLIMIT_FSIZE, (full, usual[1]))
        sleep(AWAY)
        resource.prlimit(process, resource.RLIMIT_FSIZE, usual)

    def stop_postgres(self) -> None:
        """PostgreSQL ends, and comes back after a while."""
        assert self.database.stop is not None
        assert self.database.start is not None
        self.database.stop()
        sleep(AWAY)
        self.database.start()

    def faults(self) -> list[Callable[[], None]]:
        if self.engine.dialect.name == "sqlite":
            return [self.kill, self.kill_a_process, self.lock_the_file, self.fill_the_disk]
        found = [self.kill, self.kill_a_process]
        return [*found, self.stop_postgres] if self.database.stop is not None else found


def _end(process: int) -> None:
    with suppress(ProcessLookupError):  # it has ended by itself
        os.kill(process, signal.SIGKILL)


async def try_out(trial: Trial, minutes: float) -> list[str]:
    """One fault after the other; what did not hold."""
    for game in GAMES:
        registry.load(game)  # before threads need it
    players = [Player(trial.server, GAMES[n % 2], Random(n)) for n in range(PLAYERS)]
    playing = [asyncio.create_task(player.play()) for player in players]
    wrong: list[str] = []
    end = monotonic() + 60 * minutes
    while monotonic() < end and not wrong:
        for fault in trial.faults():
            await asyncio.to_thread(trial.set_up)
            await asyncio.to_thread(fault)
            before = sum(len(player.acknowledged) for player in players)
            await asyncio.sleep(QUIET)
            after = sum(len(player.acknowledged) for player in players)
            print(
                f"{fault.__name__:16} {after - before:6} actions in {QUIET:.0f} s after it",
                flush=True,
            )
            if after == before:
                wrong.append(f"nobody could act within {QUIET:.0f} s after {fault.__name__}")
            wrong += trial.not_gone_on(late=False)
            if wrong or monotonic() >= end:
                break
    for player in players:
        player.stopping = True
    await asyncio.gather(*playing)
    wrong += lost_or_doubled(trial.engine, players)
    last = monotonic() + AFTER
    while trial.due and monotonic() < last and not wrong:
        await asyncio.sleep(1)
        wrong += trial.not_gone_on(late=False)
    wrong += trial.not_gone_on(late=True)
    sent = sum(len(player.acknowledged) for player in players)
    unknown = sum(sum(player.unanswered.values()) for player in players)
    print(f"{sent} actions acknowledged, {unknown} without an answer, {len(wrong)} faults found")
    return wrong


def main() -> int:
    """Exit status 1 if something did not hold."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", default="7")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgres or an address")
    parser.add_argument("--workers", type=int, default=1, help="processes; needs PostgreSQL")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="entente-faults-") as home,
        database(arguments.database) as found,
    ):
        server = RunningServer(
            Path(home), arguments.workers, ENTENTE_COMPUTER_PAUSE="0", **found.environment
        )
        with server:
            trial = Trial(server, found, Random(arguments.seed))
            wrong = uvloop.run(try_out(trial, arguments.minutes))
            trial.engine.dispose()
    for line in wrong[:20]:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
