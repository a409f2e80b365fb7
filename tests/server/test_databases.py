"""A database that does not answer, and one that is closed while it is in use."""

from __future__ import annotations

import socket
import sqlite3

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from entente.server.storage import database
from entente.server.storage.database import close, connect, driver_address, writing_engine


def test_a_database_that_never_answers_is_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        engine = connect(f"postgresql+psycopg://somebody:secret@127.0.0.1:{port}/entente")
        with pytest.raises(OperationalError, match="timeout"):
            engine.connect()


def test_the_given_timeout_is_used() -> None:
    engine = connect("postgresql+psycopg://somebody@127.0.0.1/entente?connect_timeout=77")
    for each in (engine, writing_engine(engine)):
        assert each.url.query["connect_timeout"] == "77"
    assert "connect_timeout=77" in driver_address(engine)


def test_closing_a_database_in_use_leaves_nothing_open(database: str) -> None:
    engine = connect(database)
    late = engine.connect()
    link = late.connection.driver_connection
    assert link is not None
    close(engine)
    assert late.scalar(text("SELECT 1")) == 1
    late.close()
    with pytest.raises((sqlite3.ProgrammingError, psycopg.OperationalError), match="closed"):
        link.execute("SELECT 1")
