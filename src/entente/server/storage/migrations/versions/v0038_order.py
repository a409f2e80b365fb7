"""Marks of accounts, help in games without chat, leagues and ladders."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0036"


def upgrade() -> None:
    op.create_table(
        "account_marks",
        sa.Column("user_id", sa.Integer, _of("users"), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("mark", sa.String(64), primary_key=True, index=True),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "table_help",
        sa.Column("table_id", sa.String(16), _of("tables"), primary_key=True),
        sa.Column("counts", sa.JSON, nullable=False),
        sa.Column("counted", sa.BigInteger, nullable=False),
    )
    op.add_column("clubs", sa.Column("least_games", sa.Integer, nullable=False, server_default="0"))
    op.add_column("events", sa.Column("season", sa.Integer, nullable=False, server_default="1"))
    op.add_column("events", sa.Column("previous_id", sa.String(16)))
    op.create_index("events_by_previous", "events", ["previous_id"], unique=True)
    op.create_table(
        "event_challenges",
        sa.Column("event_id", sa.String(16), _of("events"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("challenger", sa.Integer, nullable=False),
        sa.Column("challenged", sa.Integer, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("answered", sa.BigInteger),
        sa.Column("board", sa.Integer),
        sa.Column("forfeit", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("event_challenges_due", "event_challenges", ["status", "expires"])


def _of(table: str) -> sa.ForeignKey:
    return sa.ForeignKey(f"{table}.id", ondelete="CASCADE")


def downgrade() -> None:
    op.drop_table("event_challenges")
    op.drop_index("events_by_previous", "events")
    op.drop_column("events", "previous_id")
    op.drop_column("events", "season")
    op.drop_column("clubs", "least_games")
    op.drop_table("table_help")
    op.drop_table("account_marks")
