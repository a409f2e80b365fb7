"""The log: the origin of requests, no secrets in paths, no forged lines."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest
from fastapi import Request
from fastapi.testclient import TestClient
from sqlalchemy.exc import IntegrityError

from entente.server import logs
from entente.server.http.app import create_app
from entente.server.http.error_responses import conflict
from entente.server.settings import Settings

SECRET = "kQ3-xYz_0123456789abcdefghijklmnopqrstuv"
SHORT = "hush"
STRANGER = ("203.0.113.5", 1)


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What is written into the log, as its operator reads it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.Lines())
    logger = logging.getLogger("entente")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield stream
    logger.removeHandler(handler)
    logger.setLevel(before)


@pytest.fixture(scope="module")
def client(shared_database: str) -> Iterator[TestClient]:
    app = create_app(Settings(shared_database))
    with TestClient(app, client=STRANGER) as found:
        yield found


@pytest.mark.parametrize("secret", [SECRET, SHORT])
@pytest.mark.parametrize(
    "path",
    ["/reset/{}", "/api/confirm/{}", "/take/table/{}", "/take/{}/x", "/reset/{}/", "/x/reset/{}"],
)
def test_links_that_open_something_are_not_written_down(
    client: TestClient, lines: io.StringIO, path: str, secret: str
) -> None:
    if path == "/take/{}/x" and secret == SHORT:
        secret = SECRET  # the name of a table is no secret
    client.get(path.format(secret), follow_redirects=False)
    assert secret not in lines.getvalue()
    assert logs.HIDDEN in lines.getvalue()


def test_other_paths_are_written_down_with_where_they_come_from(
    client: TestClient, lines: io.StringIO
) -> None:
    client.get("/api/tables/aB3_xYz09Qwe")
    client.post("/api/reset/confirm", json={})
    answer = lines.getvalue()
    assert "path=/api/tables/aB3_xYz09Qwe" in answer
    assert "path=/api/reset/confirm" in answer
    assert answer.count("address=203.0.113.5") == 2


@pytest.mark.parametrize("end", ["%0A", "%0D%0A", "%E2%80%A8", "%C2%85", "%1B[2K"])
def test_a_path_cannot_forge_a_line(client: TestClient, lines: io.StringIO, end: str) -> None:
    client.get(f"/x{end}2026-01-01 00:00:00,000 ERROR   entente: the disk is full")
    assert len(lines.getvalue().splitlines()) == 1
    assert "\x1b" not in lines.getvalue()


def test_an_error_cannot_forge_a_line() -> None:
    try:
        raise ValueError("well\n2026-01-01 00:00:00,000 ERROR   entente: the disk is full")
    except ValueError:
        record = logging.getLogger("entente").makeRecord(
            "entente", logging.ERROR, "", 1, "broken", (), __import__("sys").exc_info()
        )
    first, *rest = logs.Lines().format(record).splitlines()
    assert first.endswith("entente: broken")
    assert all(line.startswith("    ") for line in rest)
    assert json.loads(logs.JsonLines().format(record))["message"] == "broken"


def test_the_message_of_a_database_conflict_is_not_logged(lines: io.StringIO) -> None:
    """PostgreSQL repeats what was to be stored: names, addresses, whole rows."""
    said = Exception("DETAIL: Key (email)=(anna@example.org) already exists.")
    request = Request({"type": "http", "headers": []})
    conflict(request, IntegrityError("UPDATE users SET email = :email", {}, said))
    assert "UPDATE users" in lines.getvalue()
    assert "anna" not in lines.getvalue()
