"""Being called: the state of each channel, calendar feeds, and news of notices to every process."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

_ORIGIN = "replace(current_setting('application_name'), ' ', '-')"


def _user() -> sa.Column[int]:
    user = sa.ForeignKey("users.id", ondelete="CASCADE")
    return sa.Column("user_id", sa.Integer, user, primary_key=True, autoincrement=False)


def upgrade() -> None:
    op.create_table(
        "channel_states",
        _user(),
        sa.Column("channel", sa.String(10), primary_key=True),
        sa.Column("sent", sa.BigInteger),
        sa.Column("failed", sa.BigInteger),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("detail", sa.String(200), nullable=False),
        sa.Column("off", sa.Boolean, nullable=False),
    )
    op.create_table(
        "calendar_feeds",
        _user(),
        sa.Column("nonce", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "calendar_events",
        _user(),
        sa.Column("table_id", sa.String(16), table, primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("window", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("stage", sa.JSON),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("cancelled", sa.Boolean, nullable=False),
    )
    if op.get_context().dialect.name == "postgresql":
        called = f"{_ORIGIN} || ' called ' || NEW.user_id || ' -'"
        op.execute(
            "CREATE FUNCTION entente_news_of_notices() RETURNS trigger LANGUAGE plpgsql AS $$ "
            f"BEGIN PERFORM pg_notify('entente', {called}); RETURN NULL; END $$"
        )
        op.execute(
            "CREATE TRIGGER entente_news AFTER INSERT OR UPDATE OF read ON notices "
            "FOR EACH ROW EXECUTE FUNCTION entente_news_of_notices()"
        )


def downgrade() -> None:
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP TRIGGER entente_news ON notices")
        op.execute("DROP FUNCTION entente_news_of_notices()")
    for name in ("calendar_events", "calendar_feeds", "channel_states"):
        op.drop_table(name)
