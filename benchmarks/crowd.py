"""The pages where people meet, on a large server: home, lobby, leaderboard and profile with many
accounts and tables, in milliseconds of wall time and of the server's processor time.

    python -m benchmarks.crowd
    python -m benchmarks.crowd --accounts 1000 --tables 500
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from sqlalchemy import Connection, create_engine, insert, select
from sqlalchemy import Table as StoredTable

from benchmarks.server import machine_line
from benchmarks.server_driver import Guest, RunningServer
from entente.server.storage.models import Rating, Table, TableSeat, User

MOST = 150.0  # milliseconds for home and lobby
BATCH = 5000
GAMES = ("attrition", "diplomacy", "pax", "turmoil")


def seed(url: str, accounts: int, tables: int) -> None:
    """Copy an account and some tables many times, with other names, people and times."""
    rng = Random(1)
    now = int(time.time())
    engine = create_engine(url)
    with engine.begin() as connection:
        [user] = rows(connection, User.__table__, User.name == "Model")
        first = user["id"] + 1
        ids = range(first, first + accounts)
        write(connection, User.__table__, (account(user, n, now, rng) for n in ids))
        write(connection, Rating.__table__, (rating(n, now, rng) for n in ids if n % 3 == 0))
        models = rows(connection, Table.__table__, Table.title == "Model")
        seats = {
            each["id"]: rows(connection, TableSeat.__table__, TableSeat.table_id == each["id"])
            for each in models
        }
        copies = [(f"copy{n:08}", models[n % len(models)]) for n in range(tables)]
        write(
            connection,
            Table.__table__,
            (
                {
                    **model,
                    "id": name,
                    "title": f"Table {name}",
                    "touched": now - rng.randrange(10**6),
                }
                for name, model in copies
            ),
        )
        write(
            connection,
            TableSeat.__table__,
            (
                {**seat, "table_id": name, "user_id": seat["user_id"] and rng.choice(ids)}
                for name, model in copies
                for seat in seats[model["id"]]
            ),
        )
    engine.dispose()


def rows(connection: Connection, table: Any, condition: Any) -> list[dict[str, Any]]:
    stored: StoredTable = table
    return [dict(each._mapping) for each in connection.execute(select(stored).where(condition))]


def write(connection: Connection, table: Any, values: Iterator[dict[str, Any]]) -> None:
    batch: list[dict[str, Any]] = []
    for value in values:
        batch.append(value)
        if len(batch) == BATCH:
            connection.execute(insert(table), batch)
            batch = []
    if batch:
        connection.execute(insert(table), batch)


def account(model: dict[str, Any], number: int, now: int, rng: Random) -> dict[str, Any]:
    name = f"Player {number}"
    named = {"name": name, "folded": name.casefold(), "called": name.casefold(), "skeleton": name}
    seen = now - rng.randrange(30 * 86_400)
    return {**model, **named, "id": number, "email": None, "password": "x", "seen": seen}


def rating(number: int, now: int, rng: Random) -> dict[str, Any]:
    return {
        "user_id": number,
        "game": GAMES[number % len(GAMES)],
        "pace": "live",
        "season": "",
        "mean": rng.gauss(25, 6),
        "deviation": 4.0,
        "listed": True,
        "games": 20,
        "wins": 10,
        "changed": now,
    }


def make_models(server: RunningServer) -> Guest:
    """Create the account and the tables that are copied: open ones and running ones."""
    host = Guest(server, "Model")
    account = {"name": "Model", "password": "correct horse battery"}
    host.csrf = host.post("/api/register", account)["csrf"]
    for game, seat, other in (
        ("turmoil", "liberal", "authoritarian"),
        ("attrition", "central", "entente"),
        ("diplomacy", "france", None),
    ):
        host.post("/api/tables", {"game": game, "title": "Model", "seats": {seat: "me"}})
        if other is not None:
            seats = {seat: "me", other: "random"}
            host.post("/api/tables", {"game": game, "title": "Model", "seats": seats})
    return host


def main() -> int:
    """Exit status 1 if home or lobby take too long."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--accounts", type=int, default=100_000)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=20)
    arguments = parser.parse_args()
    print(machine_line(), flush=True)
    slow = False
    with (
        tempfile.TemporaryDirectory(prefix="entente-crowd-") as home,
        RunningServer(Path(home)) as server,
    ):
        host = make_models(server)
        server.stop()
        seed(server.database(), arguments.accounts, arguments.tables)
        server.start()
        for what, path, is_bounded in (
            ("home", "/api/home", True),
            ("lobby, open tables", "/api/lobby", True),
            ("lobby, Diplomacy with three seats free", "/api/lobby?game=diplomacy&free=3", True),
            ("lobby, by rating", "/api/lobby?least_rating=1400&most_rating=1700", True),
            ("lobby, games to watch", "/api/lobby?scope=watch", True),
            ("leaderboard", "/api/leaderboards/turmoil?pace=live", False),
        ):
            times, processor = [], server.processor_time()
            for _ in range(arguments.rounds):
                start = perf_counter()
                status, text = host.ask("GET", path)
                times.append((perf_counter() - start) * 1000)
                if status != 200:
                    raise SystemExit(f"{path}: {status} {text.decode()}")
            spent = (server.processor_time() - processor) * 1000 / arguments.rounds
            slow |= is_bounded and median(times) > MOST
            print(
                f"{what:40} median {median(times):6.0f} ms, most {max(times):6.0f} ms, "
                f"processor {spent:5.0f} ms",
                flush=True,
            )
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
