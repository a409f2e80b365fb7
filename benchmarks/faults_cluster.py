"""The faults of a cluster: in its web processes and workers, in PostgreSQL, Redis and HAProxy."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import sleep

from benchmarks.cluster_parts import Cluster, Part, Web, Worker
from benchmarks.faults_injection import (
    BETWEEN_KILLS,
    JUMP,
    OUTAGE,
    children_of,
    fill_postgres_disk,
    kill_process,
    limit_file_size,
    wait_for_takeover,
)
from benchmarks.faults_liveness import LivenessChecks
from benchmarks.faults_server import WRONG_BY, SettableClock
from benchmarks.server_driver import processes_of

DOWN = 1.0  # seconds that a killed part stays down
WORKER_DOWN = 20.0  # seconds without a worker: longer than jobs are leased


class FaultyWeb(Web):
    """A web process with a settable clock."""

    module = "benchmarks.faults_server"

    def __init__(self, name: str, folder: Path, sources: Path, **environment: str) -> None:
        file = folder / f"{name}.clock"
        super().__init__(name, folder, sources, **environment, **{WRONG_BY: str(file)})
        self.clock = SettableClock(file)


class FaultyWorker(Worker):
    """A worker with a settable clock."""

    module = "benchmarks.faults_server"

    def __init__(self, name: str, folder: Path, sources: Path, **environment: str) -> None:
        file = folder / f"{name}.clock"
        super().__init__(name, folder, sources, **environment, **{WRONG_BY: str(file)})
        self.clock = SettableClock(file)


class FaultyCluster(Cluster):
    """A cluster whose web processes and workers have settable clocks."""

    web_class = FaultyWeb
    worker_class = FaultyWorker


class ClusterFaults:
    """The faults that a run injects into a cluster; each gets a web process, for those of one."""

    def __init__(self, cluster: FaultyCluster, liveness: LivenessChecks, rng: Random) -> None:
        self.cluster = cluster
        self.liveness = liveness
        self.rng = rng

    def all(self) -> list[Callable[[Web], None]]:
        """Return the faults."""
        return [
            self.kill_web,
            self.stay_down,
            self.freeze_web,
            self.restart_web,
            self.fill_web_disk,
            self.kill_worker,
            self.kill_engines,
            self.kill_redis,
            self.freeze_redis,
            self.kill_haproxy,
            self.stop_postgres,
            self.kill_postgres,
            self.fill_postgres_disk,
            self.clock_forwards,
            self.clock_backwards,
        ]

    # -- web processes

    def kill_web(self, web: Web) -> None:
        """Kill a web process and start it again."""
        web.kill()
        sleep(DOWN)
        web.start()
        web.wait_until_ready()

    def stay_down(self, web: Web) -> None:
        """Kill a web process and start it again only when others have taken over its tables."""
        web.kill()
        try:
            wait_for_takeover(self.liveness)
        finally:
            web.start()
            web.wait_until_ready()

    def freeze_web(self, web: Web) -> None:
        """Stop a web process for longer than the others wait for it.

        Afterwards it still holds its tables in memory and believes that it is their home.
        """
        self._freeze(web)

    def restart_web(self, web: Web) -> None:
        """Stop a web process as an operator does, and start it again."""
        web.stop()
        web.start()
        web.wait_until_ready()

    def fill_web_disk(self, web: Web) -> None:
        """Forbid a web process to write to files, its log among them."""
        self._fill_disk(web)

    # -- workers

    def kill_worker(self, web: Web) -> None:
        """Kill a worker and leave it down for a while."""
        worker = self.rng.choice(self.cluster.workers)
        worker.kill()
        sleep(WORKER_DOWN)
        worker.start()

    def kill_engines(self, web: Web) -> None:
        """Kill the processes in which computer players think, one after another."""
        for worker in self.cluster.workers:
            if worker.process is not None:
                for process in children_of(worker.process.pid):
                    kill_process(process)
                    sleep(BETWEEN_KILLS)

    # -- the other parts

    def kill_redis(self, web: Web) -> None:
        """Kill Redis, which keeps nothing, and start it again."""
        self._restart(self.cluster.redis)

    def freeze_redis(self, web: Web) -> None:
        """Stop Redis for a while: connections stay open and nothing answers."""
        self._freeze(self.cluster.redis)

    def kill_haproxy(self, web: Web) -> None:
        """Kill HAProxy and start it again."""
        self._restart(self.cluster.haproxy)

    def stop_postgres(self, web: Web) -> None:
        """Stop PostgreSQL and start it again after a while."""
        database = self.cluster.database
        assert database.stop is not None
        assert database.start is not None
        database.stop()
        sleep(OUTAGE)
        database.start()

    def kill_postgres(self, web: Web) -> None:
        """Kill PostgreSQL and start it again at once."""
        self.cluster.kill_postgres()

    def fill_postgres_disk(self, web: Web) -> None:
        """Forbid PostgreSQL to write to files."""
        fill_postgres_disk(self.cluster.database)

    # -- the clock of a machine

    def clock_forwards(self, web: Web) -> None:
        """Set the clock of a web process or worker forwards."""
        self._any_clock().wrong_by += JUMP

    def clock_backwards(self, web: Web) -> None:
        """Set the clock of a web process or worker back."""
        self._any_clock().wrong_by -= JUMP

    def _any_clock(self) -> SettableClock:
        part = self.rng.choice([*self.cluster.webs, *self.cluster.workers])
        assert isinstance(part, (FaultyWeb, FaultyWorker))
        return part.clock

    def _restart(self, part: Part | None) -> None:
        assert part is not None
        part.kill()
        sleep(DOWN)
        part.start()

    def _freeze(self, part: Part | None) -> None:
        assert part is not None
        assert part.process is not None
        os.kill(part.process.pid, signal.SIGSTOP)
        try:
            sleep(OUTAGE)
        finally:
            os.kill(part.process.pid, signal.SIGCONT)

    def _fill_disk(self, part: Part) -> None:
        assert part.process is not None
        processes = processes_of(part.process.pid)
        limit_file_size(processes, 0)
        try:
            sleep(OUTAGE)
        finally:
            limit_file_size(processes, resource.RLIM_INFINITY)
