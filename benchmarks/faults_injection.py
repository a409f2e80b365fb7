"""The faults: in a server's processes, its database, its disk and its clock."""

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

from benchmarks.faults_liveness import LivenessChecks
from benchmarks.faults_server import WRONG_BY, SettableClock
from benchmarks.server_driver import Database, RunningServer, processes_of

OUTAGE = 14.0  # seconds without a database: longer than the server waits for it
TAKEOVER_LIMIT = 120.0  # seconds at most that a server stays down
EXIT_LIMIT = 40.0  # seconds in which the processes of a killed server must end
JUMP = 3600.0  # seconds by which a clock is set forwards or back
PRLIMIT = shutil.which("prlimit") or "prlimit"
BETWEEN_KILLS = 0.3  # seconds


class FaultNotHandled(Exception):
    """Processes outlived their server, or another server did not take over its tables."""


class FaultyServer(RunningServer):
    """A server with a settable clock."""

    program = "benchmarks.faults_server"

    def __init__(self, home: Path, workers: int, **environment: str) -> None:
        home.mkdir()
        file = home / "clock"
        super().__init__(home, workers, **environment, **{WRONG_BY: str(file)})
        self.clock = SettableClock(file)

    def workers_pids(self) -> list[int]:
        """Return the processes that serve requests: the main process, or its workers."""
        return [self.process.pid] if self.workers == 1 else children_of(self.process.pid)

    def engine_pids(self) -> list[int]:
        """Return the processes in which computer players think."""
        return [each for worker in self.workers_pids() for each in children_of(worker)]


class Faults:
    """The faults that a run injects, each into one server."""

    def __init__(
        self,
        servers: Sequence[FaultyServer],
        database: Database,
        liveness: LivenessChecks,
        rng: Random,
    ) -> None:
        self.servers = servers
        self.database = database
        self.liveness = liveness
        self.rng = rng

    def all(self) -> list[Callable[[FaultyServer], None]]:
        """Return the faults that apply to these servers and this database."""
        faults = [self.kill_server, self.kill_main_process, self.kill_engines]
        if self.servers[0].workers > 1:
            faults.append(self.kill_worker)
        if len(self.servers) > 1:
            faults.append(self.stay_down)
        if "ENTENTE_DATABASE_URL" not in self.database.environment:
            faults += [self.lock_sqlite, self.fill_disk]
        elif self.database.stop is not None:
            faults += [self.stop_postgres, self.fill_postgres_disk]
        return [*faults, self.clock_forwards, self.clock_backwards]

    # -- processes

    def kill_server(self, server: FaultyServer) -> None:
        """Kill a server and all its processes, and start it again."""
        self._kill_all(server)
        server.start()

    def kill_main_process(self, server: FaultyServer) -> None:
        """Kill the main process of a server; the others must end by themselves."""
        descendants = server.processes()[1:]
        kill_process(server.process.pid)
        server.process.wait()
        last = monotonic() + EXIT_LIMIT
        while left := [each for each in descendants if Path(f"/proc/{each}").exists()]:
            if monotonic() > last:
                for each in left:
                    kill_process(each)
                server.start()
                raise FaultNotHandled(f"{len(left)} processes outlived their server")
            sleep(0.1)
        server.start()

    def kill_worker(self, server: FaultyServer) -> None:
        """Kill one of the processes that share a server's socket."""
        kill_process(self.rng.choice(server.workers_pids()))

    def kill_engines(self, server: FaultyServer) -> None:
        """Kill the processes in which computer players think, one after another."""
        for process in server.engine_pids():
            kill_process(process)
            sleep(BETWEEN_KILLS)

    def stay_down(self, server: FaultyServer) -> None:
        """Kill a server and start it again only when another has taken over its tables."""
        self._kill_all(server)
        try:
            wait_for_takeover(self.liveness)
        finally:
            server.start()

    def _kill_all(self, server: FaultyServer) -> None:
        for process in reversed(server.processes()):
            kill_process(process)
        server.process.wait()

    # -- the database and the disk

    def lock_sqlite(self, server: FaultyServer) -> None:
        """Lock the SQLite file, as another program could."""
        with sqlite3.connect(server.home / "entente.sqlite3", timeout=60) as other:
            other.isolation_level = None
            other.execute("BEGIN EXCLUSIVE")
            sleep(OUTAGE)
            other.execute("ROLLBACK")

    def fill_disk(self, server: FaultyServer) -> None:
        """Forbid the server to write to files, which looks to it like a full disk."""
        limit_file_size(server.workers_pids(), 0)
        sleep(OUTAGE)
        limit_file_size(server.workers_pids(), resource.RLIM_INFINITY)

    def stop_postgres(self, server: FaultyServer) -> None:
        """Stop PostgreSQL and start it again after a while."""
        assert self.database.stop is not None
        assert self.database.start is not None
        self.database.stop()
        sleep(OUTAGE)
        self.database.start()

    def fill_postgres_disk(self, server: FaultyServer) -> None:
        """Forbid PostgreSQL to write to files."""
        fill_postgres_disk(self.database)

    # -- the clock

    def clock_forwards(self, server: FaultyServer) -> None:
        """Set the clock of one server forwards."""
        server.clock.wrong_by += JUMP

    def clock_backwards(self, server: FaultyServer) -> None:
        """Set the clock of one server back, whether it was right or wrong before."""
        server.clock.wrong_by -= JUMP


def wait_for_takeover(liveness: LivenessChecks) -> None:
    """Wait until the tables of a dead server go on at another."""
    start = monotonic()
    failures: list[str] = []
    while (left := liveness.idle_since(start)) and not failures:
        if monotonic() > start + TAKEOVER_LIMIT:
            break
        sleep(1)
        failures = liveness.check()
    if failures or left:
        descriptions = [f"{each.what} {each.table}" for each in left]
        raise FaultNotHandled(
            f"tables of a dead server were not taken over: {descriptions}; {failures}"
        )


def fill_postgres_disk(database: Database) -> None:
    """Forbid PostgreSQL to write to files, then start it again if necessary.

    It usually crashes, because it cannot write its log either.
    """
    assert database.process is not None
    assert database.start is not None
    main = database.process()
    if main is not None:
        limit_file_size(processes_of(main), 0)
        sleep(OUTAGE)
        limit_file_size(processes_of(main), resource.RLIM_INFINITY)
    database.start()


def children_of(process: int) -> list[int]:
    """Return the processes that a process has started for its work."""
    children = (each for each in processes_of(process)[1:] if _parent(each) == process)
    return [each for each in children if "resource_tracker" not in _command(each)]


def kill_process(process: int) -> None:
    with suppress(ProcessLookupError):  # it has ended by itself
        os.kill(process, signal.SIGKILL)


def limit_file_size(processes: Sequence[int], most: int) -> None:
    """Limit the size of the files that processes may write.

    PostgreSQL started by root runs as another user, who has to set the limit.
    """
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
