"""Upgrade the database schema step by step."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from entente.kernel import UserError, say

MIGRATING = 19_140_628  # PostgreSQL's advisory lock for upgrades


def upgrade_schema(writing: Engine) -> None:
    """Run the missing migrations.

    Raise UserError for a newer schema. Concurrent servers wait for the first.
    """
    config = _steps()
    with writing.begin() as connection:
        if writing.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
        refuse_newer(connection)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def refuse_newer(connection: Connection) -> None:
    """Raise UserError if the schema is newer than this version."""
    revision = MigrationContext.configure(connection).get_current_revision()
    steps = ScriptDirectory.from_config(_steps()).walk_revisions()
    if revision is not None and revision not in {each.revision for each in steps}:
        raise UserError(say("upkeep.newer", revision=revision), "entente.server")


def newest() -> str | None:
    """Return the last migration, as Alembic finds it."""
    return ScriptDirectory.from_config(_steps()).get_current_head()


def _steps() -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("entente.server.storage") / "migrations"))
    return config
