"""The database: SQLite or PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from importlib.resources import files
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.pool import ConnectionPoolEntry

from entente.server.storage.prepared import run_text
from entente.server.storage.writer_queue import QueuedConnection, begin_as_writer, queue_writers

KEPT = 5  # idle connections to keep
PATIENCE = 10  # seconds to wait for a connection or an unreachable host
BUSY = 10_000  # milliseconds SQLite waits for another writer

Sessions = sessionmaker[Session]


def connect(
    url: str,
    name: str = "entente",
    connections: int = 15,
    on_commit: Callable[[list[str]], None] | None = None,
) -> Engine:
    """Create an engine.

    SQLite uses a write-ahead log, and every commit is on disk before it is announced. PostgreSQL
    sees `name` as the application name; `connections` is the maximum. The address may set the
    connect timeout. Errors do not contain the parameters. With `on_commit`, PostgreSQL notifies no
    one of changes; their announcements are passed to it, in the thread that has committed.
    """
    engine: Engine
    kept = min(KEPT, connections)
    pool = {"pool_size": kept, "max_overflow": connections - kept, "pool_timeout": PATIENCE}
    if url.startswith("sqlite"):
        make_private(make_url(url).database)
        engine = create_engine(
            url, hide_parameters=True, connect_args={"factory": QueuedConnection}, **pool
        )
    else:
        address = make_url(url)
        if "connect_timeout" not in address.query:
            address = address.update_query_dict({"connect_timeout": str(PATIENCE)})
        options: dict[str, Any] = {"application_name": name}
        usual = {"hide_parameters": True, "pool_pre_ping": True, **pool}
        if on_commit is None:
            return create_engine(address, connect_args=options, **usual)

        # loads the driver, which SQLite does not need
        from entente.server.storage.announcing_connection import AnnouncingConnection

        def open_connection() -> AnnouncingConnection:
            arguments, known = engine.dialect.create_connect_args(address)
            return AnnouncingConnection.open(on_commit, *arguments, **{**known, **options})

        engine = create_engine(address, creator=open_connection, **usual)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        queue_writers(engine)
    return engine


def make_private(path: str | None) -> None:
    """Make a database readable by its owner only: it holds addresses, password digests and letters.

    SQLite gives its side files the permissions of the main file. An existing file is never opened
    here: closing it would release every lock this process holds on it, and the next process to
    close the database would delete the side files under active writers.
    """
    if not path or path == ":memory:":
        return
    with suppress(OSError):  # opening the database reports this error
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        for each in (path, f"{path}-wal", f"{path}-shm"):
            if os.path.exists(each):
                os.chmod(each, os.stat(each).st_mode & 0o700)


def _set_up_sqlite(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout = {BUSY}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def writing_engine(engine: Engine) -> Engine:
    """Return an engine for writers.

    SQLite transactions start as writers, so that two cannot conflict at commit.
    """
    writing = connect(engine.url.render_as_string(hide_password=False))
    if writing.dialect.name == "sqlite":
        event.listen(writing, "connect", _begin_ourselves)
        event.listen(writing, "begin", begin_as_writer)
    return writing


def _begin_ourselves(connection: Any, record: object) -> None:
    connection.isolation_level = None


def close(engine: Engine) -> None:
    """Close the database.

    A thread may still hold a connection: it is closed when it is returned.
    """
    event.listen(engine.pool, "checkin", _close_returned)
    engine.dispose()


def _close_returned(connection: Any, record: ConnectionPoolEntry) -> None:
    record.close()


def driver_address(engine: Engine) -> str:
    """Return the connection address for PostgreSQL's driver."""
    url = engine.url.set(drivername="postgresql")
    return url.render_as_string(hide_password=False)


def migrate(engine: Engine, *, exactly: bool = False) -> None:
    """Upgrade the schema.

    Raise UserError for a newer one that this version does not work with; with `exactly`, for every
    newer one. Concurrent servers wait for the first.
    """
    with engine.connect() as connection:
        if is_ours(connection) and is_up_to_date(connection):
            return
    # Alembic is slow to load, and most starts find an up-to-date schema.
    from entente.server.storage.schema_upgrade import upgrade_schema

    writing = writing_engine(engine)
    try:
        upgrade_schema(writing, exactly=exactly)
    finally:
        writing.dispose()


def is_ours(connection: Connection) -> bool:
    """Return whether the database belongs to this program."""
    return inspect(connection).has_table("alembic_version")


def is_up_to_date(connection: Connection) -> bool:
    revisions = connection.scalars(text("SELECT version_num FROM alembic_version")).all()
    return revisions == [newest_migration()]


@lru_cache(maxsize=1)
def newest_migration() -> str:
    """Return the last migration, by file name."""
    steps = (files("entente.server.storage") / "migrations" / "versions").iterdir()
    return max(step.name for step in steps if step.name.startswith("v0"))[1:5]


def one_after_the_other(session: Session, name: str) -> None:
    """Serialize transactions that use this name.

    SQLite has one writer: the session becomes it now, before it reads what it will change.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(hashtext(:name))"), {"name": name})
    else:
        begin_as_writer(session.connection())


def read_at_one_moment(session: Session) -> None:
    """Make a session read one snapshot to the end of its transaction.

    Call it before the first read; nothing may be written.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
    else:  # SQLite's driver begins transactions only for changes
        run_text(session.connection(), "BEGIN")


def sessions(engine: Engine) -> Sessions:
    return sessionmaker(engine, expire_on_commit=False)
