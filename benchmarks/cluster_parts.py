"""The parts of a cluster on one machine: PostgreSQL, Redis, HAProxy, web processes and workers.

All listen on free ports of this machine, all write into one folder, and all end with the cluster.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import monotonic, sleep
from typing import Self

from benchmarks.server_driver import Database, database, processes_of, processor_time_of

START_LIMIT = 90.0  # seconds for a part to answer
STOP_LIMIT = 40.0  # seconds for a part to end after SIGTERM
NEEDED = ("redis-server", "haproxy")
SOURCES = Path(__file__).resolve().parents[1]
HAPROXY = SOURCES / "deploy" / "haproxy" / "haproxy.cfg"  # the one that we ship


def missing() -> list[str]:
    """Return the programs that this machine lacks."""
    return [name for name in NEEDED if shutil.which(name, path=_search_path()) is None]


def _search_path() -> str:
    return os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin"


def _program(name: str) -> str:
    return shutil.which(name, path=_search_path()) or name


def search_path(sources: Path) -> str:
    """Return where Python looks for modules first: in a checkout."""
    rest = os.environ.get("PYTHONPATH", "")
    return os.pathsep.join(filter(None, (str(sources / "src"), rest)))


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


class Part:
    """A process of the cluster that can be killed and started again."""

    def __init__(self, name: str, folder: Path, command: list[str], **environment: str) -> None:
        self.name = name
        self.folder = folder
        self.command = command
        self.environment = {**os.environ, **environment}
        self.process: subprocess.Popen[bytes] | None = None
        self.used = 0.0  # processor seconds of earlier processes, as far as known

    def start(self) -> None:
        """Start it, and return without waiting until it answers."""
        with (self.folder / f"{self.name}.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, env=self.environment, start_new_session=True
            )

    def kill(self) -> None:
        """Kill it and all its processes without a warning."""
        if self.process is not None:
            self.used += self._living()
            for each in reversed(processes_of(self.process.pid)):
                with suppress(ProcessLookupError):
                    os.kill(each, signal.SIGKILL)
            self.process.wait()

    def terminate(self) -> None:
        """Ask it to stop."""
        if self.process is not None and self.process.poll() is None:
            self.used += self._living()
            self.process.terminate()

    def stop(self) -> None:
        """Stop it, and kill what is left of it after a while."""
        self.terminate()
        if self.process is not None:
            try:
                self.process.wait(STOP_LIMIT)
            except subprocess.TimeoutExpired:
                self.kill()

    def processor_time(self) -> float:
        """Return the processor time it has used so far in seconds."""
        return self.used + self._living()

    def _living(self) -> float:
        if self.process is None or self.process.poll() is not None:
            return 0.0
        return processor_time_of(self.process.pid)

    def log(self) -> str:
        """Return what it wrote."""
        return (self.folder / f"{self.name}.log").read_text(errors="replace")


class Program(Part):
    """A process that runs our code."""

    module = ""

    def __init__(
        self, name: str, folder: Path, sources: Path, arguments: Sequence[str], **environment: str
    ) -> None:
        command = [sys.executable, "-m", self.module, *arguments]
        super().__init__(name, folder, command, **environment)
        self.run_from(sources)

    def run_from(self, sources: Path) -> None:
        """Run the version in another checkout from the next start on."""
        self.environment["PYTHONPATH"] = search_path(sources)


class Web(Program):
    """A web process."""

    module = "entente.server"

    def __init__(self, name: str, folder: Path, sources: Path, **environment: str) -> None:
        self.port = free_port()
        super().__init__(name, folder, sources, (str(self.port), "1"), **environment)

    def is_ready(self) -> bool:
        return answers(self.port, "/health/ready")

    def wait_until_ready(self) -> None:
        """Wait until it serves; exit with its log if it does not."""
        _wait(self.name, self.is_ready, self)


class Worker(Program):
    """A process that computes moves, analyses and pictures, and sends mail."""

    module = "entente"

    def __init__(self, name: str, folder: Path, sources: Path, **environment: str) -> None:
        super().__init__(name, folder, sources, ("work",), **environment)


def answers(port: int, path: str) -> bool:
    """Return whether a server answers a path with 200."""
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


class Cluster:
    """All parts. Players meet it at `port`, which is HAProxy's."""

    web_class: type[Web] = Web
    worker_class: type[Worker] = Worker

    def __init__(self, folder: Path, *, sources: Path = SOURCES, redis: bool = True) -> None:
        self.folder = folder
        self.sources = sources
        self.port = free_port()
        self.webs: list[Web] = []
        self.workers: list[Worker] = []
        self._queued = False  # workers compute, not web processes
        self._stack = ExitStack()
        self.redis_port = free_port()
        redis_command = [_program("redis-server"), "--port", str(self.redis_port)]
        redis_command += ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.redis = Part("redis", folder, redis_command) if redis else None
        self.configuration = folder / "haproxy.cfg"
        haproxy = [_program("haproxy"), "-W", "-db", "-f", str(self.configuration)]
        self.haproxy = Part("haproxy", folder, haproxy)
        self.database = Database({})

    def __enter__(self) -> Self:
        try:
            self.database = self._stack.enter_context(database("postgres"))
            if self.redis is not None:
                self._stack.callback(self.redis.stop)
                self.redis.start()
                _wait("Redis", lambda: _listens(self.redis_port))
            self._stack.callback(self.haproxy.stop)
            self._stack.callback(self._stop_servers)
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *why: object) -> None:
        self._stack.close()

    @property
    def environment(self) -> dict[str, str]:
        """The settings of web processes and workers."""
        redis = {"ENTENTE_REDIS_URL": f"redis://127.0.0.1:{self.redis_port}/0"}
        return {
            **self.database.environment,
            **(redis if self.redis is not None else {}),
            **({"ENTENTE_WORK": "queue"} if self._queued else {}),
            "ENTENTE_HOME": str(self.folder),
            "ENTENTE_COMPUTER_PAUSE": "0",
            "ENTENTE_COMPUTER_PROCESSES": "1",
            "ENTENTE_PRESENCE_INTERVAL": "1",
        }

    @property
    def database_url(self) -> str:
        return self.database.environment["ENTENTE_DATABASE_URL"]

    def resize(self, webs: int, workers: int) -> None:
        """Run this many web processes and workers, and wait until all are ready."""
        self._stop_servers()
        self._queued = workers > 0
        folder, sources, settings = self.folder, self.sources, self.environment
        names = [f"web-{number + 1}" for number in range(webs)]
        self.webs = [self.web_class(name, folder, sources, **settings) for name in names]
        names = [f"worker-{number + 1}" for number in range(workers)]
        self.workers = [self.worker_class(name, folder, sources, **settings) for name in names]
        for part in (*self.webs, *self.workers):
            part.start()
        for web in self.webs:
            web.wait_until_ready()
        self._write_configuration()
        self.haproxy.stop()
        self.haproxy.start()
        _wait("HAProxy", lambda: answers(self.port, "/health/ready"), self.haproxy)

    def _write_configuration(self) -> None:
        """Write the configuration that we ship, with our ports and processes."""
        servers = "".join(f"    server {web.name} 127.0.0.1:{web.port}\n" for web in self.webs)
        text = re.sub(r"(?m)^( *bind) :80$", rf"\1 127.0.0.1:{self.port}", HAPROXY.read_text())
        text = re.sub(r"(?m)(^ *server .*\n)+", servers, text)
        self.configuration.write_text(text)

    def _stop_servers(self) -> None:
        parts = [*self.workers, *self.webs]
        for part in parts:
            part.terminate()
        for part in parts:
            part.stop()
        self.webs, self.workers = [], []

    # -- what is measured

    def processor_time(self) -> float:
        """Return the processor time of all web processes in seconds."""
        return sum(web.processor_time() for web in self.webs)

    def processor_times(self) -> dict[str, float]:
        """Return the processor time of each kind of part in seconds."""
        main = self.database.process() if self.database.process is not None else None
        return {
            "web": self.processor_time(),
            "worker": sum(part.processor_time() for part in self.workers),
            "postgres": processor_time_of(main) if main is not None else 0.0,
            "redis": self.redis.processor_time() if self.redis is not None else 0.0,
            "haproxy": self.haproxy.processor_time(),
        }

    def memory(self) -> float:
        """Return the resident memory of all web processes in MiB."""
        pids = [
            each
            for web in self.webs
            if web.process is not None
            for each in processes_of(web.process.pid)
        ]
        pages = 0
        for pid in pids:
            with suppress(OSError):
                pages += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    # -- faults

    def kill_postgres(self) -> None:
        """Kill PostgreSQL's processes and start it again."""
        assert self.database.process is not None
        assert self.database.start is not None
        main = self.database.process()
        for each in reversed(processes_of(main)) if main is not None else ():
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        if main is not None:
            _wait("the end of PostgreSQL", lambda: not Path(f"/proc/{main}").exists())
        self.database.start()

    def roll(self, sources: Path | None = None) -> None:
        """Replace the web processes and workers one after another, as an operator upgrades."""
        for web in self.webs:
            web.stop()
            if sources is not None:
                web.run_from(sources)
            web.start()
            web.wait_until_ready()
            sleep(1.5)  # HAProxy sees it
        for worker in self.workers:
            worker.stop()
            if sources is not None:
                worker.run_from(sources)
            worker.start()

    def failures(self) -> list[str]:
        """Return the parts that have ended by themselves, with the end of their log."""
        parts: Sequence[Part | None] = (*self.webs, *self.workers, self.redis, self.haproxy)
        return [
            f"{part.name} has ended:\n{part.log()[-2000:]}"
            for part in parts
            if part is not None and part.process is not None and part.process.poll() is not None
        ]


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def _wait(name: str, is_there: object, part: Part | None = None) -> None:
    """Wait until a part is there; exit with its log if it is not."""
    assert callable(is_there)
    end = monotonic() + START_LIMIT
    while not is_there():
        ended = part is not None and part.process is not None and part.process.poll() is not None
        if ended or monotonic() > end:
            log = f":\n{part.log()[-3000:]}" if part is not None else ""
            raise SystemExit(f"{name} does not answer{log}")
        sleep(0.05)
