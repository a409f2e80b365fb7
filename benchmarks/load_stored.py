"""A start with many stored tables: the time until the server answers, and opens one of them."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from sqlalchemy import Engine, insert, select

from benchmarks.server_driver import Guest, RunningServer
from entente.kernel import registry
from entente.server.storage.database import connect
from entente.server.storage.models import Move, Table, TableSeat

GAME = "turmoil"
READY_LIMIT = 10.0  # seconds from the start of the process to its first response
BATCH = 1000  # tables stored at once


def stored_tables(server: RunningServer, number: int) -> bool:
    """Store copies of a table in play; return whether the server still starts quickly."""
    one, two = Guest(server, "one"), Guest(server, "two")
    seats = registry.load(GAME).seats({})
    terms = {"game": GAME, "seats": {seats[0]: "me"}, "starts_when_full": True}
    original = one.post("/api/tables", terms)["id"]
    two.post(f"/api/tables/{original}/join", {"seat": seats[1]})
    server.stop()
    engine = connect(server.database())
    _copy(engine, original, number)
    engine.dispose()
    start = perf_counter()
    server.start()
    health = one.request("GET", "/health")[0]
    ready = perf_counter() - start
    start = perf_counter()
    last = f"{original[:8]}-{number - 1}"
    one_table = one.request("GET", f"/api/tables/{last}")[0]
    listing = one.request("GET", "/api/tables")[0]
    answered = perf_counter() - start
    passed = (health, one_table, listing) == (200, 200, 200) and ready <= READY_LIMIT
    print(
        f"{number:5} stored tables: ready after {ready:.1f} s, one table and the list "
        f"{answered:.2f} s later; {server.memory():.0f} MiB in memory"
        f"{'' if passed else '   FAILED'}",
        flush=True,
    )
    return passed


def _copy(engine: Engine, original: str, number: int) -> None:
    """Store copies of a table under new ids."""
    ids = [f"{original[:8]}-{place}" for place in range(number)]
    with engine.begin() as connection:
        for kind, key in ((Table, "id"), (TableSeat, "table_id"), (Move, "table_id")):
            table: Any = kind.__table__
            query = select(table).where(table.c[key] == original)
            rows = connection.execute(query).mappings().all()
            for start in range(0, number if rows else 0, BATCH):
                copies = [{**row, key: copy} for copy in ids[start : start + BATCH] for row in rows]
                connection.execute(insert(table), copies)
