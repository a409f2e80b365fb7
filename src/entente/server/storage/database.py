"""The database: SQLite or PostgreSQL, brought up to date when the server starts."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import lru_cache
from importlib.resources import files
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.pool import ConnectionPoolEntry

from entente.server.storage.prepared import run_text
from entente.server.storage.writer_queue import QueuedConnection, begin_as_writer, queue_writers

KEPT = 5  # connections that stay open when nobody needs them
PATIENCE = 10  # seconds to wait for a connection, or for a host that does not answer
BUSY = 10_000  # milliseconds that SQLite waits for another writer

Sessions = sessionmaker[Session]


def connect(url: str, name: str = "entente", connections: int = 15) -> Engine:
    """An engine; SQLite with a write-ahead log, and every commit on disk before it is told.

    PostgreSQL knows its connections by `name`; there are at most so many at once. How long a host
    is waited for that does not answer may stand in its address. Errors do not tell what was to be
    stored.
    """
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
        engine = create_engine(
            address,
            hide_parameters=True,
            pool_pre_ping=True,
            connect_args={"application_name": name},
            **pool,
        )
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        queue_writers(engine)
    return engine


def make_private(path: str | None) -> None:
    """A database is its owner's alone: it holds addresses, password digests and letters. SQLite
    gives the files beside it the rights of the file itself.

    A file that is there is never opened here: closing it again would give up every lock that this
    process holds on it, and the next one to close the database would take away what lies beside it
    under those who still write.
    """
    if not path or path == ":memory:":
        return
    with suppress(OSError):  # what cannot be made or belongs to another is told by whoever opens it
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
    """The same database for writers. With SQLite a transaction begins as a writer's, so that two
    never find out at their end that only one of them may write."""
    writing = connect(engine.url.render_as_string(hide_password=False))
    if writing.dialect.name == "sqlite":
        event.listen(writing, "connect", _begin_ourselves)
        event.listen(writing, "begin", begin_as_writer)
    return writing


def _begin_ourselves(connection: Any, record: object) -> None:
    connection.isolation_level = None


def close(engine: Engine) -> None:
    """Nobody works with the database any more. A thread that has not noticed may still hold a
    connection: it is closed when it comes back."""
    event.listen(engine.pool, "checkin", _close_returned)
    engine.dispose()


def _close_returned(connection: Any, record: ConnectionPoolEntry) -> None:
    record.close()


def driver_address(engine: Engine) -> str:
    """What PostgreSQL's driver needs to connect by itself."""
    url = engine.url.set(drivername="postgresql")
    return url.render_as_string(hide_password=False)


def migrate(engine: Engine) -> None:
    """Bring the tables of the database to what this version needs; UserError for those of a newer
    one. Several servers that start at once wait for the first."""
    with engine.connect() as connection:
        if is_ours(connection) and is_up_to_date(connection):
            return
    # Alembic takes long to load, and most starts find everything as it must be.
    from entente.server.storage.schema_upgrade import upgrade_schema

    writing = writing_engine(engine)
    try:
        upgrade_schema(writing)
    finally:
        writing.dispose()


def is_ours(connection: Connection) -> bool:
    """Whether a server of ours has ever worked with a database."""
    return inspect(connection).has_table("alembic_version")


def is_up_to_date(connection: Connection) -> bool:
    found = connection.scalars(text("SELECT version_num FROM alembic_version")).all()
    return found == [newest_migration()]


@lru_cache(maxsize=1)
def newest_migration() -> str:
    """The last step, after which a database is what this version needs; files have their names."""
    steps = (files("entente.server.storage") / "migrations" / "versions").iterdir()
    return max(step.name for step in steps if step.name.startswith("v0"))[1:5]


def one_after_the_other(session: Session, name: str) -> None:
    """From here to the end of the transaction nobody else does what has this name. With SQLite only
    one transaction writes at any time."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(hashtext(:name))"), {"name": name})


def read_at_one_moment(session: Session) -> None:
    """From here to the end of its transaction a session reads everything as it is now, whatever
    others store meanwhile. Nothing has been read in it, and nothing may be written."""
    if session.get_bind().dialect.name == "postgresql":
        session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
    else:  # SQLite's driver begins a transaction for changes only
        run_text(session.connection(), "BEGIN")


def sessions(engine: Engine) -> Sessions:
    return sessionmaker(engine, expire_on_commit=False)
