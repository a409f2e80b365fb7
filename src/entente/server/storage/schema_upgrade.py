"""Upgrade the database schema step by step."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from entente.kernel import UserError, say
from entente.server.storage.compatibility import (
    oldest_compatible,
    store_oldest,
    stored_oldest,
)

MIGRATING = 19_140_628  # PostgreSQL's advisory lock for upgrades


def upgrade_schema(writing: Engine, *, exactly: bool = False) -> None:
    """Run the missing migrations; leave a newer schema that this version works with as it is.

    Raise UserError for any other newer schema, and with `exactly` for every newer one. Concurrent
    servers wait for the first.
    """
    config = _steps()
    with writing.begin() as connection:
        if writing.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
        if is_newer(connection, exactly=exactly):
            return
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        steps = ScriptDirectory.from_config(config).walk_revisions()
        store_oldest(connection, oldest_compatible(steps))


def is_newer(connection: Connection, *, exactly: bool = False) -> bool:
    """Return whether the schema is newer than this version, which works with it.

    Raise UserError if it does not, and with `exactly` for every newer schema: a copy made by this
    version would not be complete.
    """
    revision = MigrationContext.configure(connection).get_current_revision()
    steps = list(ScriptDirectory.from_config(_steps()).walk_revisions())
    if revision is None or revision in {each.revision for each in steps}:
        return False
    oldest = stored_oldest(connection)
    if exactly or oldest is None or oldest > steps[0].revision:
        raise UserError(say("upkeep.newer", revision=revision), "entente.server")
    return True


def can_roll(connection: Connection) -> bool:
    """Return whether servers that work with this schema still do after the upgrade to this one."""
    revision = MigrationContext.configure(connection).get_current_revision()
    steps = ScriptDirectory.from_config(_steps()).walk_revisions()
    return revision is not None and oldest_compatible(steps) <= revision


def newest() -> str | None:
    """Return the last migration, as Alembic finds it."""
    return ScriptDirectory.from_config(_steps()).get_current_head()


def _steps() -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("entente.server.storage") / "migrations"))
    return config
