"""A start with many stored tables: how long until the server answers, and opens one of them."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from sqlalchemy import Engine, insert, select

from benchmarks.server_driver import Guest, RunningServer
from entente.kernel import registry
from entente.server.storage.database import connect
from entente.server.storage.models import Move, Table, TableSeat

GAME = "turmoil"
READY = 10.0  # seconds from the start of the process to an answer
TOGETHER = 1000  # tables stored at once


def stored_tables(server: RunningServer, many: int) -> bool:
    """Copies of a table that is being played; whether a server that finds them is ready soon."""
    one, two = Guest(server, "one"), Guest(server, "two")
    seats = registry.load(GAME).seats({})
    wanted = {"game": GAME, "seats": {seats[0]: "me"}, "starts_when_full": True}
    made = one.post("/api/tables", wanted)["id"]
    two.post(f"/api/tables/{made}/join", {"seat": seats[1]})
    server.stop()
    engine = connect(server.database())
    _copy(engine, made, many)
    engine.dispose()
    began = perf_counter()
    server.start()
    health = one.ask("GET", "/health")[0]
    ready = perf_counter() - began
    started = perf_counter()
    last = f"{made[:8]}-{many - 1}"
    opened = one.ask("GET", f"/api/tables/{last}")[0]
    listed = one.ask("GET", "/api/tables")[0]
    answered = perf_counter() - started
    held = (health, opened, listed) == (200, 200, 200) and ready <= READY
    print(
        f"{many:5} stored tables: ready after {ready:.1f} s, one of them and the list "
        f"{answered:.2f} s later; {server.memory():.0f} MiB in memory"
        f"{'' if held else '   NOT HELD'}",
        flush=True,
    )
    return held


def _copy(engine: Engine, like: str, many: int) -> None:
    """So many tables like one."""
    names = [f"{like[:8]}-{number}" for number in range(many)]
    with engine.begin() as connection:
        for kind, key in ((Table, "id"), (TableSeat, "table_id"), (Move, "table_id")):
            table: Any = kind.__table__
            rows = connection.execute(select(table).where(table.c[key] == like)).mappings().all()
            for start in range(0, many if rows else 0, TOGETHER):
                copies = [
                    {**row, key: name} for name in names[start : start + TOGETHER] for row in rows
                ]
                connection.execute(insert(table), copies)
