"""The faults: what is done to servers, their processes, their database, disk and clock."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic, sleep

from benchmarks.faults_goes_on import GoingOn
from benchmarks.faults_server import WRONG_BY, SettableClock
from benchmarks.server_driver import Database, RunningServer, processes_of

AWAY = 14.0  # seconds that a database is away: longer than the server waits for it
FALLEN = 120.0  # seconds at most that a server stays away
ENDING = 40.0  # seconds in which processes end whose server was killed
JUMP = 3600.0  # seconds that a clock is set on, or back
PRLIMIT = shutil.which("prlimit") or "prlimit"
AT_ONCE = 0.3  # seconds between the ends of two processes


class LeftBehind(Exception):
    """Processes that did not end with their server."""


class FaultyServer(RunningServer):
    """A server whose clock can be set."""

    program = "benchmarks.faults_server"

    def __init__(self, home: Path, workers: int, **environment: str) -> None:
        home.mkdir()
        file = home / "clock"
        super().__init__(home, workers, **environment, **{WRONG_BY: str(file)})
        self.clock = SettableClock(file)

    def members(self) -> list[int]:
        """The processes that serve: the first one, or those of its team."""
        return [self.process.pid] if self.workers == 1 else self._started_by(self.process.pid)

    def thinkers(self) -> list[int]:
        return [each for member in self.members() for each in self._started_by(member)]

    def _started_by(self, process: int) -> list[int]:
        started = (each for each in processes_of(process)[1:] if _parent(each) == process)
        return [each for each in started if "resource_tracker" not in _command(each)]


class Faults:
    """All that can happen, each to a server that is named."""

    def __init__(
        self,
        servers: Sequence[FaultyServer],
        database: Database,
        going_on: GoingOn,
        rng: Random,
    ) -> None:
        self.servers = servers
        self.database = database
        self.going_on = going_on
        self.rng = rng

    def all(self) -> list[Callable[[FaultyServer], None]]:
        """Those that can be done here."""
        faults = [self.kill, self.kill_the_first, self.kill_thinkers]
        if self.servers[0].workers > 1:
            faults.append(self.kill_a_member)
        if len(self.servers) > 1:
            faults.append(self.fall)
        if "ENTENTE_DATABASE_URL" not in self.database.environment:
            faults += [self.lock_the_file, self.fill_the_disk]
        elif self.database.stop is not None:
            faults += [self.stop_postgres, self.fill_its_disk]
        return [*faults, self.clock_forwards, self.clock_backwards]

    # -- processes

    def kill(self, server: FaultyServer) -> None:
        """A server and all its processes end at once; it is started again."""
        self._end_all(server)
        server.start()

    def kill_the_first(self, server: FaultyServer) -> None:
        """The first process of a server ends; the others must end by themselves."""
        started = server.processes()[1:]
        _end(server.process.pid)
        server.process.wait()
        last = monotonic() + ENDING
        while left := [each for each in started if Path(f"/proc/{each}").exists()]:
            if monotonic() > last:
                for each in left:
                    _end(each)
                server.start()
                raise LeftBehind(f"{len(left)} processes outlived their server")
            sleep(0.1)
        server.start()

    def kill_a_member(self, server: FaultyServer) -> None:
        """One of the processes that share a server's socket."""
        _end(self.rng.choice(server.members()))

    def kill_thinkers(self, server: FaultyServer) -> None:
        """The processes in which computer players think, one after the other."""
        for process in server.thinkers():
            _end(process)
            sleep(AT_ONCE)

    def fall(self, server: FaultyServer) -> None:
        """A server ends and stays away, until another has taken over all that it had to do."""
        self._end_all(server)
        began = monotonic()
        wrong: list[str] = []
        while (left := self.going_on.not_since(began)) and not wrong:
            if monotonic() > began + FALLEN:
                break
            sleep(1)
            wrong = self.going_on.check()
        server.start()
        if wrong or left:
            descriptions = [f"{each.what} {each.table}" for each in left]
            raise LeftBehind(
                f"tables of a fallen server were not taken over: {descriptions}; {wrong}"
            )

    def _end_all(self, server: FaultyServer) -> None:
        for process in reversed(server.processes()):
            _end(process)
        server.process.wait()

    # -- the database and the disk

    def lock_the_file(self, server: FaultyServer) -> None:
        """Another program keeps the SQLite file to itself."""
        with sqlite3.connect(server.home / "entente.sqlite3", timeout=60) as other:
            other.isolation_level = None
            other.execute("BEGIN EXCLUSIVE")
            sleep(AWAY)
            other.execute("ROLLBACK")

    def fill_the_disk(self, server: FaultyServer) -> None:
        """Nothing can be written to any file: for the server that is a disk without room."""
        _allow_files(server.members(), 0)
        sleep(AWAY)
        _allow_files(server.members(), resource.RLIM_INFINITY)

    def stop_postgres(self, server: FaultyServer) -> None:
        """PostgreSQL ends, and comes back after a while."""
        assert self.database.stop is not None
        assert self.database.start is not None
        self.database.stop()
        sleep(AWAY)
        self.database.start()

    def fill_its_disk(self, server: FaultyServer) -> None:
        """PostgreSQL cannot write any more, also not its log, over which it most often falls; when
        there is room again it is started."""
        assert self.database.process is not None
        assert self.database.start is not None
        first = self.database.process()
        if first is not None:
            _allow_files(processes_of(first), 0)
            sleep(AWAY)
            _allow_files(processes_of(first), resource.RLIM_INFINITY)
        self.database.start()

    # -- the clock

    def clock_forwards(self, server: FaultyServer) -> None:
        """Somebody sets the clock of one machine on."""
        server.clock.wrong_by += JUMP

    def clock_backwards(self, server: FaultyServer) -> None:
        """Somebody sets the clock of one machine back, right or wrong."""
        server.clock.wrong_by -= JUMP


def _end(process: int) -> None:
    with suppress(ProcessLookupError):  # it has ended by itself
        os.kill(process, signal.SIGKILL)


def _allow_files(processes: Sequence[int], most: int) -> None:
    """How large the files may be that processes write; without end they may be again. A PostgreSQL
    of root's runs as somebody else, who must say so himself."""
    limit = "unlimited" if most == resource.RLIM_INFINITY else str(most)
    for process in processes:
        with suppress(ProcessLookupError, FileNotFoundError):  # it has ended by itself
            owner = Path(f"/proc/{process}").stat().st_uid
            if owner == os.getuid():
                _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
                resource.prlimit(process, resource.RLIMIT_FSIZE, (most, hard))
            else:
                command = [PRLIMIT, f"--fsize={limit}:", f"--pid={process}"]
                subprocess.run(command, user=owner, check=False, capture_output=True)


def _parent(process: int) -> int:
    with suppress(OSError):
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def _command(process: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_text()
    return ""
