"""A pool of empty PostgreSQL databases for tests.

Creating and dropping a database takes longer than many tests, so a used database is emptied and
given to the next test. A database whose schema a test has changed is dropped.
"""

from __future__ import annotations

from uuid import uuid4

from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import DBAPIError

MASTER = "test_master"  # the template of all databases
KEPT = (
    "alembic_version",
    "compatibility",
    "game_data",
    "secrets",
)  # tables in which the master has rows

_CLOSE_OTHERS = text(
    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
    "AND datname = current_database() AND backend_type = 'client backend'"
)
_TABLES = text("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename")
_RESET_SEQUENCES = text("SELECT setval(seqrelid, seqstart, false) FROM pg_sequence")
# Tables, indices, sequences, columns, constraints and triggers; a copy has the master's numbers.
_SHAPE = text(
    "SELECT md5(string_agg(line, ',' ORDER BY line)) FROM ("
    "SELECT concat_ws(' ', c.oid, relname, attname, atttypid, attnotnull, attisdropped) AS line "
    "FROM pg_class c LEFT JOIN pg_attribute ON attrelid = c.oid AND attnum > 0 "
    "WHERE relnamespace = 'public'::regnamespace "
    "UNION ALL SELECT concat_ws(' ', oid, conname, pg_get_constraintdef(oid)) FROM pg_constraint "
    "WHERE connamespace = 'public'::regnamespace "
    "UNION ALL SELECT concat_ws(' ', oid, tgname, tgenabled) FROM pg_trigger "
    "WHERE NOT tgisinternal "
    "UNION ALL SELECT version_num FROM alembic_version "
    "UNION ALL SELECT concat_ws(' ', game, digest, md5(tables)) FROM game_data) AS all_of_it"
)


class EmptyDatabases:
    """Creates databases, and empties them for reuse."""

    def __init__(self, server: Engine) -> None:
        self._server = server  # autocommit
        self._free: list[str] = []
        self._at: dict[str, Engine] = {}  # used to empty each database
        master = create_engine(self.url(MASTER))
        with master.connect() as connection:
            names = [name for (name,) in connection.execute(_TABLES) if name not in KEPT]
            keys_of_master = connection.scalars(text("SELECT name FROM secrets")).all()
            self._shape = connection.scalar(_SHAPE)
        master.dispose()  # only an unused database can be copied
        emptied = [f"DELETE FROM {name}" for name in names]
        # A server creates its keys when it starts, and others on demand.
        keys = ", ".join(f"'{key}'" for key in keys_of_master)
        emptied.append(f"DELETE FROM secrets WHERE name NOT IN ({keys})")
        self._emptied = text("; ".join(emptied))

    def url(self, name: str) -> str:
        return self._server.url.set(database=name).render_as_string(hide_password=False)

    def take(self) -> str:
        """Return the name of an empty database."""
        if self._free:
            return self._free.pop()
        name = f"test_{uuid4().hex}"
        with self._server.connect() as connection:
            copied = f"CREATE DATABASE {name} TEMPLATE {MASTER} STRATEGY file_copy"
            connection.execute(text(copied))
        self._at[name] = create_engine(self.url(name), isolation_level="AUTOCOMMIT")
        return name

    def give_back(self, name: str) -> None:
        """Release a database; open connections are closed."""
        try:
            with self._at[name].connect() as connection:
                is_clean = self._empty(connection)
        except DBAPIError:  # a test has ended this connection too, or taken a table away
            is_clean = False
        if is_clean:
            self._free.append(name)
            return
        self._at.pop(name).dispose()
        with self._server.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))

    def _empty(self, connection: Connection) -> bool:
        """Empty a database; return whether it equals the master again."""
        connection.execute(_CLOSE_OTHERS)
        if connection.scalar(_SHAPE) != self._shape:
            return False
        # Everything is deleted: foreign keys and triggers do not matter.
        connection.execute(text("SET session_replication_role = replica"))
        connection.execute(self._emptied)
        connection.execute(_RESET_SEQUENCES)
        return True

    def close(self) -> None:
        for engine in self._at.values():
            engine.dispose()
