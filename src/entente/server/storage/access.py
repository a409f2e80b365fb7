"""Open a database for the server or the operator; errors are reported in a sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError, ProgrammingError

from entente.kernel import UserError, say
from entente.server.storage.database import connect, is_ours, is_up_to_date, migrate
from entente.server.storage.integrity import is_damage

SERVER = "entente.server"
DRIVERS = ("sqlite", "sqlite+pysqlite", "postgresql+psycopg")
NOT_ALLOWED = "42501"  # PostgreSQL's "insufficient privilege"


def open_database(
    address: str,
    name: str = "entente",
    connections: int = 15,
    on_commit: Callable[[list[str]], None] | None = None,
) -> Engine:
    """Open a database and upgrade its schema; create it if missing. `on_commit`: see `connect`."""
    with readable_errors(address):
        engine = connect(address, name, connections, on_commit)
        try:
            migrate(engine)
        except BaseException:
            engine.dispose()
            raise
    return engine


def find_database(address: str, name: str, *, exactly: bool = False) -> Engine:
    """Open a database as it is. Raise UserError if it is missing or too new.

    With `exactly`, every newer one is too new.
    """
    with readable_errors(address) as url:
        if url.get_backend_name() == "sqlite" and not _has_content(Path(url.database or "")):
            raise _absent(url)  # before opening, which would create the file
        engine = connect(address, name)
        try:
            with engine.connect() as connection:
                if not is_ours(connection):
                    raise _absent(url)
                if not is_up_to_date(connection):
                    # slow: loads Alembic
                    from entente.server.storage.schema_upgrade import is_newer

                    is_newer(connection, exactly=exactly)
        except BaseException:
            engine.dispose()
            raise
    return engine


@contextmanager
def readable_errors(address: str) -> Iterator[URL]:
    """Turn database errors into a UserError with a sentence."""
    url = _read(address)
    try:
        yield url
    except (DatabaseError, sqlite3.DatabaseError) as error:
        if mistake := _mistake(url, error):
            raise mistake from None
        raise  # a bug of ours, not the operator's mistake


def _read(address: str) -> URL:
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise _no_address(address) from None
    is_file = url.get_backend_name() == "sqlite"
    if url.drivername not in DRIVERS or (is_file and (url.host or not url.database)):
        raise _no_address(address)
    return url


def _no_address(address: str) -> UserError:
    """Return the error for an invalid address.

    Only its scheme is shown: the rest may contain a password.
    """
    kind, separator, _ = address.partition("://")
    return UserError(say("upkeep.no_address", given=f"{kind}://…" if separator else "…"), SERVER)


def _has_content(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0


def _absent(url: URL) -> UserError:
    return UserError(say("upkeep.absent", address=_shown(url)), SERVER)


def _shown(url: URL) -> str:
    """Return the file, or the address without a password."""
    if url.get_backend_name() == "sqlite":
        return url.database or ""
    return url.set(drivername="postgresql", query={}).render_as_string()


def _mistake(url: URL, error: DatabaseError | sqlite3.DatabaseError) -> UserError | None:
    """Return the error as a sentence; None if it is not about the database."""
    cause = error.orig if isinstance(error, DatabaseError) else error
    lines = str(cause).splitlines()
    reason = " ".join(line for line in lines if not line.startswith("\t"))  # without libpq's hints
    if isinstance(cause, sqlite3.DatabaseError):
        if is_damage(cause):
            return UserError(say("upkeep.damaged", file=_shown(url), error=reason), SERVER)
        if not isinstance(cause, sqlite3.OperationalError):
            return None
    elif isinstance(error, ProgrammingError):  # without an SQLSTATE, it did not reach the server
        if getattr(cause, "sqlstate", None) not in (None, NOT_ALLOWED):
            return None
    elif not isinstance(error, OperationalError):
        return None
    kind = "file" if url.get_backend_name() == "sqlite" else "server"
    return UserError(say(f"upkeep.unusable_{kind}", address=_shown(url), error=reason), SERVER)
