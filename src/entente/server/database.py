"""The database: SQLite or PostgreSQL, brought up to date when the server starts."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.orm import Session, sessionmaker

BUSY = 10_000  # milliseconds that SQLite waits for another writer

Sessions = sessionmaker[Session]


def connect(url: str) -> Engine:
    """An engine; SQLite with a write-ahead log, and every commit on disk before it is told."""
    engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        f"busy_timeout = {BUSY}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(engine: Engine) -> None:
    """Bring the tables of the database to what this version needs."""
    config = Config()
    config.set_main_option("script_location", str(files("entente.server") / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def sessions(engine: Engine) -> Sessions:
    return sessionmaker(engine, expire_on_commit=False)
