"""A read replica answers what may be old, and never a visitor who has just written."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError

from entente.kernel import UserError
from entente.server.http.app import create_app
from entente.server.http.dependencies import WROTE
from entente.server.settings import Settings, read_settings
from entente.server.storage import replica
from entente.server.storage.replica import Replica
from tests.server.people import House, Person

pytestmark = pytest.mark.parametrize("database", ["postgres"], indirect=True)
BOARD = "/api/leaderboards/turmoil"
TRUTH = replica._LOOK


@pytest.fixture
def replicated(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A server whose replica is as recent as can be: it is the same database, which says of itself
    that it follows another. The real thing is in tests/deploy."""
    following = str(replica._LOOK).replace("pg_is_in_recovery()", "true")
    monkeypatch.setattr(replica, "_LOOK", text(following))
    monkeypatch.setattr(replica, "CHECK", 60.0)  # a busy machine may not look for some seconds
    with House(create_app(Settings(database, replica=database))) as house:
        beat(house, 0)
        yield house


def beat(house: House, seconds_ago: float) -> None:
    """Store when a process was last heard of, as the replica knows it."""
    stored = text(
        "INSERT INTO processes (name, role, address, version, started, heartbeat, draining) "
        "VALUES ('x', 'web', '', '1', 0, extract(epoch FROM clock_timestamp()) - :ago, false) "
        "ON CONFLICT (name) DO UPDATE SET heartbeat = excluded.heartbeat"
    )
    with house.app.state.services.engine.begin() as connection:
        connection.execute(stored, {"ago": seconds_ago})
    replica_of(house).look()


def replica_of(house: House) -> Replica:
    found: Replica = house.app.state.services.replica
    return found


def reads(house: House) -> float:
    text = house.app.state.services.metrics.exposition()
    line = next(
        line for line in text.splitlines() if line.startswith("entente_replica_reads_total")
    )
    return float(line.split()[-1])


def is_read_there(house: House, person: Person, path: str = BOARD) -> bool:
    before = reads(house)
    assert person.client.get(path).status_code == 200
    return reads(house) > before


def test_lists_come_from_the_replica_unless_the_visitor_has_written(replicated: House) -> None:
    stranger, anna = replicated.person(None), replicated.person("Anna")
    assert is_read_there(replicated, stranger)
    assert is_read_there(replicated, stranger, "/api/lobby")
    assert not is_read_there(replicated, stranger, "/api/home")
    assert anna.client.cookies[WROTE]  # she has just made an account
    assert not is_read_there(replicated, anna)
    anna.client.cookies.delete(WROTE)
    assert is_read_there(replicated, anna)
    anna.table("turmoil")
    assert not is_read_there(replicated, anna, "/api/lobby")
    token = anna.post("/api/me/tokens", status=201, label="x")["secret"]
    program = replicated.person(None)
    program.client.headers["authorization"] = f"Bearer {token}"
    assert not is_read_there(replicated, program)


def test_a_late_replica_is_not_asked(replicated: House) -> None:
    stranger = replicated.person(None)
    beat(replicated, 3600)
    assert not is_read_there(replicated, stranger)
    beat(replicated, 0)
    assert is_read_there(replicated, stranger)


def test_a_replica_that_fails_in_the_middle_is_replaced_by_the_primary(replicated: House) -> None:
    anna, watched = replicated.person("Anna"), replica_of(replicated)
    anna.client.cookies.delete(WROTE)
    with replicated.app.state.services.engine.begin() as connection:
        name = {"name": f"{replicated.app.state.services.name}-replica"}
        ended = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :name"
        )
        connection.execute(text(ended), name)
    watched.engine.dispose()

    def gone(*_: object) -> Any:
        raise DBAPIError("SELECT", {}, Exception("gone"))

    event.listen(watched.engine, "before_cursor_execute", gone)
    assert anna.client.get(BOARD).status_code == 200
    assert watched.lag is None
    assert not is_read_there(replicated, anna)


def test_a_replica_that_stops_or_is_promoted_is_logged_once(
    replicated: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched, stranger = replica_of(replicated), replicated.person(None)
    is_gone = True

    def gone(*_: object) -> Any:
        if is_gone:
            raise DBAPIError("SELECT", {}, Exception("gone"))

    with caplog.at_level(logging.INFO, "entente.replica"):
        event.listen(watched.engine, "before_cursor_execute", gone)
        assert stranger.client.get(BOARD).status_code == 200  # a request is the first to notice
        for _ in range(2):
            watched.look()
        is_gone = False
        for _ in range(2):
            watched.look()
        assert watched.is_usable
        monkeypatch.setattr(replica, "_LOOK", TRUTH)  # it follows no server
        for _ in range(2):
            watched.look()
        assert not is_read_there(replicated, stranger)
    lines = [(each.levelname, each.getMessage()) for each in caplog.records]
    assert lines == [
        ("WARNING", "the replica is not reachable"),
        ("INFO", "the replica is used"),
        ("WARNING", "the replica is no longer a replica: it was promoted"),
    ]


def test_the_replica_is_read_only(replicated: House) -> None:
    with pytest.raises(DBAPIError, match="read-only"), replica_of(replicated).session() as session:
        session.execute(text("DELETE FROM processes"))


@pytest.mark.parametrize("address", ["sqlite:///x", "postgresql://x/y"])
def test_only_postgresql_has_a_replica(database: str, address: str) -> None:
    environment = {"ENTENTE_DATABASE_URL": "sqlite:///x", "ENTENTE_REPLICA_URL": address}
    with pytest.raises(UserError) as refused:
        read_settings(environment)
    assert "PostgreSQL" in refused.value.text("en")
    assert "PostgreSQL" in refused.value.text("fr")
