"""Processes of a server and the homes of tables; announcements that need no notification.

A transaction with a notification takes a lock that all databases of a PostgreSQL server share, so
such commits run one after the other. A process that publishes its changes itself, over Redis, sets
`entente.announce` to `client` in its connections: it then receives each announcement as a notice of
its own connection, and publishes it after the commit.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"

_ORIGIN = "replace(current_setting('application_name'), ' ', '-')"
_ANNOUNCEMENTS = {
    "tables": "' table ' || NEW.id || ' ' || NEW.version",
    "letters": "' letter ' || NEW.table_id || ' ' || NEW.number",
    "doors": "' ended ' || OLD.user_id || ' -'",
    "notices": "' called ' || NEW.user_id || ' -'",
}


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("started", sa.Float, nullable=False),
        sa.Column("heartbeat", sa.Float, nullable=False),
        sa.Column("draining", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "table_homes",
        sa.Column(
            "table_id",
            sa.String(16),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column(
            "process",
            sa.String(40),
            sa.ForeignKey("processes.name", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
    )
    if op.get_context().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION entente_announce(payload text) RETURNS void LANGUAGE plpgsql AS $$ "
            "BEGIN IF current_setting('entente.announce', true) = 'client' "
            "THEN RAISE NOTICE USING MESSAGE = payload, ERRCODE = 'EN001'; "
            "ELSE PERFORM pg_notify('entente', payload); END IF; END $$"
        )
        _replace_functions("entente_announce(")


def _replace_functions(announce: str) -> None:
    for name, announcement in _ANNOUNCEMENTS.items():
        op.execute(
            f"CREATE OR REPLACE FUNCTION entente_news_of_{name}() RETURNS trigger "
            f"LANGUAGE plpgsql AS $$ BEGIN PERFORM {announce}{_ORIGIN} || {announcement}); "
            "RETURN NULL; END $$"
        )


def downgrade() -> None:
    if op.get_context().dialect.name == "postgresql":
        _replace_functions("pg_notify('entente', ")
        op.execute("DROP FUNCTION entente_announce(text)")
    op.drop_table("table_homes")
    op.drop_table("processes")
