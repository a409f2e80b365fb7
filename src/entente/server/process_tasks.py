"""Operator tasks on the processes that share a database: list them, drain one."""

from __future__ import annotations

import time
from typing import NamedTuple

from sqlalchemy import Engine, extract, func, inspect, null, select, update

from entente.kernel import Message, UserError
from entente.server.live.members import SILENT
from entente.server.storage.models import ServerProcess, TableHome

SERVER = "entente.server"
CHECK = 0.2  # seconds between two looks at a draining process
LONGEST = 60.0  # seconds to wait for a process that drains
_NOW = extract("epoch", func.clock_timestamp())


class RunningProcess(NamedTuple):
    """A live process, and the number of tables it serves."""

    name: str
    role: str
    address: str
    version: str
    draining: bool
    tables: int
    pid: int | None  # None: not known, of an older version
    port: int | None  # for visitors


def running_processes(engine: Engine) -> list[RunningProcess]:
    """Return the live processes; with SQLite none is recorded."""
    if engine.dialect.name != "postgresql":
        return []
    tables = select(func.count()).where(TableHome.process == ServerProcess.name).scalar_subquery()
    known = {column["name"] for column in inspect(engine).get_columns("processes")}
    # Before an upgrade the database may lack the newer columns.
    own = [
        each if each.key in known else null() for each in (ServerProcess.pid, ServerProcess.port)
    ]
    alive = (
        select(
            ServerProcess.name,
            ServerProcess.role,
            ServerProcess.address,
            ServerProcess.version,
            ServerProcess.draining,
            tables,
            *own,
        )
        .where(ServerProcess.heartbeat > _NOW - SILENT)
        .order_by(ServerProcess.role, ServerProcess.started)
    )
    with engine.connect() as connection:
        return [RunningProcess(*row) for row in connection.execute(alive)]


def find_process(engine: Engine, name: str | None) -> RunningProcess:
    """Return a live process by its name or address, or the only one without a name."""
    if engine.dialect.name != "postgresql":
        raise UserError(Message("upkeep.drain_sqlite", {}), SERVER)
    running = running_processes(engine)
    named = [each for each in running if name is None or name in (each.name, each.address)]
    if len(named) == 1:
        return named[0]
    if not running:
        raise UserError(Message("upkeep.no_processes", {}), SERVER)
    if name is None:
        raise UserError(Message("upkeep.which_process", {"count": len(running)}), SERVER)
    raise UserError(Message("upkeep.no_process", {"process": name}), SERVER)


def ask_to_drain(engine: Engine, name: str) -> None:
    """Let a process drain; it notices with its next heartbeat."""
    with engine.begin() as connection:
        connection.execute(
            update(ServerProcess).where(ServerProcess.name == name).values(draining=True)
        )


def wait_until_drained(engine: Engine, name: str, seconds: float = LONGEST) -> bool:
    """Wait until a process serves no table or has ended; return False if that takes too long."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        left = next((each for each in running_processes(engine) if each.name == name), None)
        if left is None or (left.draining and left.tables == 0):
            return True
        time.sleep(CHECK)
    return False
