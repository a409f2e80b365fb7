"""Whether the file of a SQLite database is whole.

A damaged page is noticed only when something reads it, perhaps after days of backups that are
damaged too. So the file is checked at the start, and every day while the server runs; a large one
in the background.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.exc import DatabaseError

from entente.server.background import BackgroundTask

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
AT_START = 256 * 2**20  # bytes that are checked before the server starts: about a second
EVERY = 24 * 3600.0  # seconds between two checks
log = logging.getLogger("entente.storage")


def is_damage(error: BaseException | None) -> bool:
    """Return whether an error says that the file of the database is damaged."""
    cause = error.orig if isinstance(error, DatabaseError) else error
    if not isinstance(cause, sqlite3.DatabaseError):
        return False
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF in DAMAGED


def check_pages(engine: Engine) -> None:
    """Read all pages of a SQLite database. Raise its error if one is damaged."""
    if engine.dialect.name != "sqlite":
        return
    with engine.connect() as connection:
        found = connection.scalar(text("PRAGMA quick_check(1)"))
    if found != "ok":
        damage = sqlite3.DatabaseError(str(found).replace("\n", " "))
        damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damage


def is_small(engine: Engine) -> bool:
    """Return whether a database is checked before the server starts."""
    path = engine.url.database
    if engine.dialect.name != "sqlite" or not path or path == ":memory:":
        return False
    file = Path(path)
    return file.exists() and file.stat().st_size <= AT_START


class Integrity(BackgroundTask):
    """Checks the database of a running server, and remembers damage that any request met."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.damage: BaseException | None = None

    def note(self, damage: BaseException) -> None:
        """Remember damage; log it once."""
        if self.damage is None:
            self.damage = damage
            reason = " ".join(str(damage).splitlines()[:1])
            log.critical("the database is damaged (%s): restore a backup", reason)

    def check(self) -> None:
        """Read all pages."""
        try:
            check_pages(self._engine)
        except (DatabaseError, sqlite3.DatabaseError) as error:
            if is_damage(error):
                self.note(error)

    async def _run(self) -> None:
        if self._engine.dialect.name != "sqlite":
            return
        if is_small(self._engine):  # it was checked at the start
            await asyncio.sleep(EVERY)
        while True:
            await asyncio.to_thread(self.check)
            await asyncio.sleep(EVERY)
