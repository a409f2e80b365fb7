"""Two versions side by side: schemas that only grow, tables that wait for the newer version."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.script import Script, ScriptDirectory
from sqlalchemy import text
from starlette.websockets import WebSocketDisconnect

from entente import __version__
from entente.kernel import UserError
from entente.server import admin_tasks
from entente.server.http import socket_opening
from entente.server.http.routes import live as live_route
from entente.server.live.homes import Homes
from entente.server.live.members import WEB, WORK, Member, Members, is_newer
from entente.server.storage import schema_upgrade
from entente.server.storage.compatibility import FIRST, MARK, oldest_compatible, store_oldest
from entente.server.storage.database import connect, migrate
from entente.server.upgrades import can_roll
from tests.server.people import House
from tests.server.test_processes import controls

POLICY_SINCE = "0028"
EXPANDING = ("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION", "CREATE TRIGGER", "CREATE INDEX")


class Recorder:
    """Stands for Alembic's operations, and notes what older servers could notice."""

    def __init__(self, dialect: str) -> None:
        self.dialect = dialect
        self.offences: list[str] = []
        self.created: set[str] = set()

    def get_context(self) -> Any:
        return SimpleNamespace(dialect=SimpleNamespace(name=self.dialect))

    def create_table(self, name: str, *columns: Any, **more: Any) -> None:
        """Older servers do not use a new table."""
        self.created.add(name)

    def create_index(
        self, name: str, table: str, columns: list[Any], unique: bool = False, **more: Any
    ) -> None:
        if unique and table not in self.created:
            self.offences.append(f"unique index {name}")

    def add_column(self, table: str, column: sa.Column[Any], **more: Any) -> None:
        if not column.nullable and column.server_default is None:
            self.offences.append(f"column {table}.{column.name} without a default")
        if column.unique or column.foreign_keys:
            self.offences.append(f"column {table}.{column.name} with a constraint")

    @contextmanager
    def batch_alter_table(self, table: str, **more: Any) -> Iterator[Any]:
        yield SimpleNamespace(
            add_column=lambda column: self.add_column(table, column),
            create_index=self.create_index,
        )

    def execute(self, statement: object) -> None:
        if not str(statement).strip().upper().startswith(EXPANDING):
            self.offences.append(f"statement {statement}")

    def __getattr__(self, name: str) -> Any:
        def offend(*given: Any, **more: Any) -> None:
            self.offences.append(f"{name} {given[:2]}")

        return offend


def offences(upgrade: Any, module: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found = list[str]()
    for dialect in ("sqlite", "postgresql"):
        recorder = Recorder(dialect)
        monkeypatch.setattr(module, "op", recorder)
        upgrade()
        found += recorder.offences
    return found


def steps() -> list[Script]:
    directory = ScriptDirectory.from_config(schema_upgrade._steps())
    return [each for each in directory.walk_revisions() if each.revision >= POLICY_SINCE]


def test_migrations_expand_or_say_since_when_no_one_uses_what_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Decision 33."""
    for step in steps():
        found = offences(step.module.upgrade, step.module, monkeypatch)
        mark = getattr(step.module, MARK, None)
        if mark is None:
            assert not found, f"{step.revision}: mark it with `{MARK}`, see decision 33: {found}"
        else:
            assert FIRST <= mark < step.revision, step.revision


def test_the_policy_finds_what_older_servers_would_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    operations = SimpleNamespace(op=None)

    def bad() -> None:
        op: Any = operations.op
        op.drop_column("tables", "stage")
        op.alter_column("tables", "stage", new_column_name="phase")
        op.add_column("tables", sa.Column("needed", sa.Integer, nullable=False))
        op.execute("DELETE FROM tables")
        with op.batch_alter_table("chairs") as chairs:
            chairs.add_column(sa.Column("also", sa.Integer, nullable=False))
        op.create_index("once", "tables", ["title"], unique=True)
        op.create_table("new", sa.Column("id", sa.Integer))
        op.create_index("new_once", "new", ["id"], unique=True)

    assert len(offences(bad, operations, monkeypatch)) == 2 * 6


def test_the_oldest_server_is_the_last_mark() -> None:
    expanding = SimpleNamespace(revision="0031", module=SimpleNamespace())
    contracting = SimpleNamespace(revision="0033", module=SimpleNamespace(contracts="0032"))
    assert oldest_compatible([expanding]) == FIRST
    assert oldest_compatible([contracting, expanding]) == "0032"


def _set(engine: sa.Engine, revision: str, oldest: str | None) -> None:
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :r"), {"r": revision})
        connection.execute(text("DELETE FROM compatibility"))
        if oldest is not None:
            store_oldest(connection, oldest)


def test_an_older_server_accepts_a_database_that_has_only_grown(
    database: str, tmp_path: Path
) -> None:
    newest = schema_upgrade.newest()
    assert newest is not None
    engine = connect(database)
    migrate(engine)
    try:
        assert can_roll(engine) == (engine.dialect.name == "postgresql")
        _set(engine, "9998", newest)
        migrate(engine)
        admin_tasks.find_database(database).dispose()
        with engine.connect() as connection:
            assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "9998"
        with pytest.raises(UserError, match="newer version"):
            migrate(engine, exactly=True)  # a backup of it would lack what is new
        for oldest in ("9997", None):
            _set(engine, "9998", oldest)
            with pytest.raises(UserError, match="newer version"):
                migrate(engine)
            with pytest.raises(UserError, match="newer version"):
                admin_tasks.find_database(database)
    finally:
        _set(engine, newest, FIRST)
        engine.dispose()


def test_versions_are_compared_by_their_numbers() -> None:
    assert is_newer("1.10.0", "1.9.3")
    assert is_newer("99")
    assert not is_newer(__version__)
    assert not is_newer("1.9.3", "1.10.0")


@pytest.mark.one_database
def test_a_table_of_later_rules_is_refused_and_not_pinned_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = house.app.state.services
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("turmoil", seats={"authoritarian": "me"})
    bert.sit(table, "liberal")
    address = f"/api/tables/{table['id']}/record"

    def change(column: str, value: object) -> None:
        services.rooms.forget(table["id"])
        with services.engine.begin() as connection:
            connection.execute(
                text(f"UPDATE tables SET {column} = :value, version = version + 1"),
                {"value": value},
            )

    change("rules", "99")
    refused = anna.client.get(address)
    assert refused.status_code == 503
    assert refused.json()["key"] == "problem.table.newer"
    assert refused.headers["retry-after"]
    # What this version cannot open at all is left to the newer one, as long as that runs.
    newer = Member("new", WEB, "10.0.0.2:1", "999.0", draining=False)
    change("rules", "2")
    change("data", "0" * 64)
    monkeypatch.setitem(services.members.alive, "new", newer)
    assert anna.client.get(address).json()["key"] == "problem.table.newer"
    for gone in (newer._replace(role=WORK), newer._replace(draining=True)):
        services.members.alive["new"] = gone
        assert not services.members.newer()
    assert services.rooms.get(table["id"]).table.data != "0" * 64  # it begins with data of ours


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_free_and_quiet_tables_go_to_the_newer_version(database: str, house: House) -> None:
    table = house.person("Anna").table("turmoil", seats={"authoritarian": "me"})["id"]

    async def run() -> None:
        async with controls(database) as (first, second):
            old, new = Members(first, "old"), Members(second, "new")
            old.join("127.0.0.1:1")
            new.join("127.0.0.1:2")
            sent_away = list[str]()
            homes = Homes(first, old, lambda: {table}, lambda: {table}, sent_away.append)
            await old.beat()
            assert await homes.find(table) is None  # here
            await new.beat()
            await second.ask("UPDATE processes SET version = '999.0' WHERE name = 'new'")
            await old.beat()
            await homes.tidy()
            assert list(homes.tables) == [table]  # it is in use
            homes.is_quiet = lambda table_id: True
            await homes.tidy()
            assert sent_away == [table]
            home = await homes.find(table)
            assert home is not None
            assert home.process == "new"
            assert not homes.tables

    asyncio.run(run())


@pytest.mark.one_database
def test_pages_of_two_versions(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that speaks version 3 and still understands 2."""
    anna = house.person("Anna")
    table = anna.table("turmoil", seats={"authoritarian": "me"})
    for module in (socket_opening, live_route):
        monkeypatch.setattr(module, "API_VERSION", 3)

    def closed(api: int) -> int:
        with pytest.raises(WebSocketDisconnect) as refused, anna.live(table, api=api):
            pass
        return refused.value.code

    with anna.live(table, api=3):
        pass
    with anna.client.websocket_connect(f"/ws/tables/{table['id']}?api=2") as socket:
        assert socket.receive_json() == {"type": "version", "api": 3}
        assert socket.receive_json()["type"] == "state"
    assert closed(1) == 4426
    assert closed(4) == 4426
    newer = Member("new", WEB, "10.0.0.2:1", "999.0", draining=False)
    monkeypatch.setitem(house.app.state.services.members.alive, "new", newer)
    assert closed(4) == 1013
