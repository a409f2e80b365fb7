"""Marks of accounts, help in games without chat, challenges in ladders, tables of clubs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"


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
    op.add_column("tables", sa.Column("club_id", sa.String(16)))
    op.create_index("ix_tables_club_id", "tables", ["club_id"])


def _of(table: str) -> sa.ForeignKey:
    return sa.ForeignKey(f"{table}.id", ondelete="CASCADE")


def downgrade() -> None:
    op.drop_index("ix_tables_club_id", "tables")
    op.drop_column("tables", "club_id")
    for table in ("event_challenges", "table_help", "account_marks"):
        op.drop_table(table)
