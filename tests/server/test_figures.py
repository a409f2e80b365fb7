"""Health that stores, and figures of what waits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import event, select
from sqlalchemy.exc import OperationalError

from entente.server.http.app import create_app
from entente.server.settings import Settings
from entente.server.storage.heartbeat import GOOD_FOR
from entente.server.storage.models import Secret
from tests.server.people import House

LOOPBACK = ("127.0.0.1", 50_000)


@pytest.fixture
def here(sqlite_database: str) -> Iterator[TestClient]:
    app = create_app(Settings(sqlite_database))
    with TestClient(app, client=LOOPBACK, base_url="http://localhost") as client:
        yield client


def figures(client: TestClient) -> dict[str, float]:
    families = text_string_to_metric_families(client.get("/metrics").text)
    return {sample.name: sample.value for family in families for sample in family.samples}


def test_health_stores_something(house: House) -> None:
    services = house.app.state.services
    with services.sessions() as session:
        assert session.get(Secret, "heartbeat") is None
    house.person(None).get("/health")
    with services.sessions() as session:
        assert session.scalar(select(Secret.value).where(Secret.name == "heartbeat"))


def test_a_database_that_can_be_read_and_not_written_is_not_well(here: TestClient) -> None:
    """As on a full disk: every write fails, every read is fine."""
    services: Any = here.app.state.services  # type: ignore[attr-defined]
    now = [0.0]
    services.heartbeat.clock = lambda: now[0]
    assert here.get("/health").status_code == 200

    def full(connection: Any, cursor: Any, statement: str, *_: object) -> None:
        if statement.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE")):
            raise OperationalError(statement, {}, Exception("database or disk is full"))

    writing = services.rooms.commits._writing.engine
    event.listen(writing, "before_cursor_execute", full)
    assert here.get("/health").status_code == 200  # it was well a moment ago
    now[0] += GOOD_FOR
    answer = here.get("/health")
    assert answer.status_code == 503
    assert answer.json()["key"] == "problem.database"
    assert int(answer.headers["retry-after"]) > 0
    assert here.get("/api/me").status_code == 200
    event.remove(writing, "before_cursor_execute", full)
    assert here.get("/health").status_code == 503  # there was no attempt since
    now[0] += GOOD_FOR
    assert here.get("/health").status_code == 200


def test_the_figures_show_what_is_in_use_and_what_waits(here: TestClient) -> None:
    services: Any = here.app.state.services  # type: ignore[attr-defined]
    with services.engine.connect(), services.engine.connect():
        answer = figures(here)
    assert answer["entente_database_connections"] >= 2  # others may be looking something up
    assert answer["entente_database_connections_most"] == 15
    assert answer["entente_requests_under_way"] == 1
    for name in (
        "threads_busy",
        "threads_queue",
        "changes_queue",
        "commits_queue",
        "deliveries_queue",
        "bodies_arriving",
        "computers_waiting",
        "rooms",
    ):
        assert answer[f"entente_{name}"] == 0
    assert "entente_loop_lag_seconds_count" in answer
    assert answer["entente_start_time_seconds"] > 0


def test_how_late_the_loop_comes_is_measured(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from entente.server.http import process_metrics

    monkeypatch.setattr(process_metrics, "EVERY", 0.01)
    app = create_app(Settings(sqlite_database))
    with TestClient(app, client=LOOPBACK, base_url="http://localhost") as client:
        while (answer := figures(client))["entente_loop_lag_seconds_count"] < 3:
            pass
    assert answer["entente_loop_lag_seconds_sum"] >= 0
