"""A damaged database or a full disk: the operator hears of it, once, and in a sentence."""

from __future__ import annotations

import io
import logging
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from entente.kernel import UserError
from entente.server import logs
from entente.server.http.app import create_app
from entente.server.settings import Settings

PAGE = 4096


def damage(path: Path) -> None:
    """Overwrite the last third of a database; its schema stays readable."""
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("CREATE TABLE padding (text TEXT)")
        database.execute("CREATE INDEX padded ON padding (text)")
        rows = [(f"{number} {'x' * 500}",) for number in range(400)]
        database.executemany("INSERT INTO padding VALUES (?)", rows)
    database.close()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    pages = path.stat().st_size // PAGE
    with path.open("r+b") as file:
        for page in range(pages * 2 // 3, pages):
            file.seek(page * PAGE)
            file.write(b"\xff" * PAGE)


def test_a_server_does_not_start_on_a_damaged_database(sqlite_database: str) -> None:
    path = Path(sqlite_database.removeprefix("sqlite:///"))
    with TestClient(create_app(Settings(sqlite_database))):
        pass
    damage(path)
    with pytest.raises(UserError) as refused:
        create_app(Settings(sqlite_database))
    assert refused.value.message.key == "upkeep.damaged"


def test_damage_that_appears_later_is_told_by_health_and_logged_once(
    sqlite_database: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = Path(sqlite_database.removeprefix("sqlite:///"))
    app = create_app(Settings(sqlite_database))
    with TestClient(app, raise_server_exceptions=False) as client:
        services = app.state.services
        assert client.get("/health").status_code == 200
        services.engine.dispose()
        damage(path)
        services.integrity.check()
        services.integrity.check()
        assert client.get("/health").json()["key"] == "problem.damaged"
        assert client.get("/health").status_code == 503
        told = [each for each in caplog.records if each.levelno == logging.CRITICAL]
        assert len(told) == 1


def test_a_request_that_meets_damage_gets_a_sentence(sqlite_database: str) -> None:
    app = create_app(Settings(sqlite_database))

    def meet() -> None:
        with app.state.services.engine.connect() as connection:
            connection.execute(text("SELECT count(*) FROM padding NOT INDEXED WHERE text > ''"))

    app.add_api_route("/api/meets", meet)
    app.router.routes.insert(0, app.router.routes.pop())
    with TestClient(app, raise_server_exceptions=False) as client:
        app.state.services.engine.dispose()
        damage(Path(sqlite_database.removeprefix("sqlite:///")))
        answer = client.get("/api/meets")
        assert (answer.status_code, answer.json()["key"]) == (503, "problem.damaged")
        assert client.get("/health").status_code == 503


def test_the_traceback_of_a_repeated_error_is_shown_once() -> None:
    stream, now = io.StringIO(), 0.0
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.Lines())
    handler.addFilter(logs.Repeated(lambda: now))
    logger = logging.Logger("entente.requests")
    logger.addHandler(handler)

    def fail(reason: str) -> None:
        try:
            raise OSError(reason)
        except OSError:
            logger.exception("the database does not answer")

    for number in range(84):
        fail(f"disk is full\nafter {number} bytes")
    lines = stream.getvalue().splitlines()
    assert sum(line.startswith("    Traceback") for line in lines) == 1
    assert len(lines) < 84 + 10
    assert lines[-1].endswith("does not answer (OSError: disk is full; as before)")
    now = logs.AGAIN
    fail("disk is full")
    assert "Traceback" in stream.getvalue().rpartition("as before)")[2]
