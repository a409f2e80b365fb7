"""Whether a server works with a database that a newer version has migrated (decision 33).

Migrations expand: they add what older servers do not use. One that removes or changes something is
marked with `contracts`, the first revision whose servers no longer use it. The database stores the
last of these marks, so that older servers, which do not know the migration, know about it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from sqlalchemy import Connection, inspect, select
from sqlalchemy.dialects import postgresql, sqlite

from entente.server.storage.models import Compatibility

FIRST = "0030"  # servers before it refuse every newer database
SCHEMA = "schema"
MARK = "contracts"  # the attribute of a migration


class Step(Protocol):
    """A migration, as Alembic finds it."""

    revision: str

    @property
    def module(self) -> object: ...


def oldest_compatible(steps: Iterable[Step]) -> str:
    """Return the oldest revision whose servers work with all these migrations."""
    marks = (getattr(each.module, MARK, None) for each in steps)
    return max((mark for mark in marks if mark is not None), default=FIRST)


def stored_oldest(connection: Connection) -> str | None:
    """Return what the database says; None if it says nothing."""
    if not inspect(connection).has_table(Compatibility.__tablename__):
        return None
    stored = select(Compatibility.revision).where(Compatibility.name == SCHEMA)
    oldest: str | None = connection.scalar(stored)
    return oldest


def store_oldest(connection: Connection, oldest: str) -> None:
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = insert(Compatibility).values(name=SCHEMA, revision=oldest)
    connection.execute(
        row.on_conflict_do_update(index_elements=["name"], set_={"revision": oldest})
    )
