"""Writers of one SQLite database wait for each other in a row, and not by asking again."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import IntegrityError, OperationalError

from entente.server.storage import database as databases
from entente.server.storage.grouped_commits import GroupedCommits, Transaction
from entente.server.storage.writer_queue import LONGEST

MANY, TIMES = 8, 20
NOTE = text("INSERT INTO noted VALUES (:n)")

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture
def engine(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    """SQLite lets no one wait: a request during another's write is refused."""
    monkeypatch.setattr(databases, "BUSY", 0)
    opened = databases.connect(database)
    with opened.begin() as connection:
        connection.execute(text("CREATE TABLE noted (n INTEGER PRIMARY KEY)"))
    yield opened
    opened.dispose()


def noted(engine: Engine) -> list[int]:
    with engine.connect() as connection:
        return list(connection.scalars(text("SELECT n FROM noted ORDER BY n")))


def test_parallel_writers_wait_for_each_other(engine: Engine) -> None:
    """Requests, in sessions of their own, and changes of tables, which are stored together."""
    sessions = databases.sessions(engine)
    commits, together = GroupedCommits(sessions), Barrier(MANY)

    def write(writer: int) -> None:
        together.wait(60)
        for number in range(writer * TIMES, (writer + 1) * TIMES):

            def job(transaction: Transaction, number: int = number) -> None:
                transaction.connection.execute(NOTE, {"n": number})

            if writer % 2:
                commits.store(job)
            elif writer % 4:
                with sessions.begin() as session, session.begin_nested():
                    session.execute(text("SELECT count(*) FROM noted"))
                    session.execute(NOTE, {"n": number})
            else:
                with engine.begin() as connection:
                    connection.execute(NOTE, {"n": number})

    with ThreadPoolExecutor(MANY) as threads:
        for done in [threads.submit(write, writer) for writer in range(MANY)]:
            done.result(60)
    commits.close()
    assert noted(engine) == list(range(MANY * TIMES))


def test_a_reader_waits_for_no_one(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(NOTE, {"n": 1})
        assert noted(engine) == []
    assert noted(engine) == [1]


def test_a_turn_that_ends_badly_is_over(engine: Engine, tmp_path: Path) -> None:
    """A failed, refused or cancelled turn lets the next one begin."""
    began = time.monotonic()
    commits = GroupedCommits(databases.sessions(engine))
    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(NOTE, [{"n": 1}, {"n": 1}])
    with engine.connect() as connection:
        connection.execute(NOTE, {"n": 2})
        connection.invalidate()
    with engine.connect() as connection:
        connection.execute(NOTE, {"n": 3})
    other = sqlite3.connect(tmp_path / "entente.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")  # another process
    with pytest.raises(OperationalError, match="locked"), engine.begin() as connection:
        connection.execute(NOTE, {"n": 4})
    with pytest.raises(OperationalError, match="locked"):
        commits.store(lambda transaction: transaction.connection.execute(NOTE, {"n": 5}))
    other.close()
    with engine.begin() as connection:
        connection.execute(NOTE, {"n": 6})
    commits.store(lambda transaction: transaction.connection.execute(NOTE, {"n": 7}))
    commits.close()
    assert noted(engine) == [6, 7]
    assert time.monotonic() - began < LONGEST
