"""The files of a SQLite database, while several processes have it open."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from sqlalchemy import text

from entente.server.http.app import create_app
from entente.server.settings import Settings
from entente.server.storage.database import connect, writing_engine
from tests.server.people import House
from tests.server.running import WAIT

LOOK_IN = """\
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
print(*database.execute(sys.argv[2]))
database.close()
"""


def look_in(path: Path, query: str) -> str:
    """Return what another process reads, which then closes the database."""
    command = [sys.executable, "-c", LOOK_IN, str(path), query]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=WAIT
    ).stdout.strip()


def test_a_short_reader_takes_nothing_from_the_writers(tmp_path: Path) -> None:
    """The last one to close a database clears up beside it: those still there must be seen."""
    path = tmp_path / "entente.sqlite3"
    engine = connect(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE moves (number INTEGER)"))
    writing = writing_engine(engine)  # a second way in, while the first has connections
    for number in range(3):
        with writing.begin() as connection:
            connection.execute(text("INSERT INTO moves VALUES (:number)"), {"number": number})
        assert look_in(path, "SELECT count(*) FROM moves") == f"({number + 1},)"
    for each in (writing, engine):
        each.dispose()


def test_an_operator_looks_in_while_people_come(sqlite_database: str, tmp_path: Path) -> None:
    """The second is stored after an operator has looked in and left."""
    with House(create_app(Settings(sqlite_database))) as house:
        house.person("Annabella")
        answer = subprocess.run(
            [sys.executable, "-m", "entente", "admin", "users"],
            env={**os.environ, "ENTENTE_DATABASE_URL": sqlite_database},
            check=True,
            capture_output=True,
            text=True,
            timeout=WAIT,
        )
        assert "Annabella" in answer.stdout
        house.person("Bertrand")
        stored = look_in(tmp_path / "entente.sqlite3", "SELECT name FROM users ORDER BY id")
        assert stored == "('Annabella',) ('Bertrand',)"
