"""Moderators, sanctions with appeals, the moderation log, removed letters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    for name in ("muted_until", "suspended_until", "banned_until"):
        op.add_column("users", sa.Column(name, sa.BigInteger))
    op.add_column("letters", sa.Column("removed", sa.BigInteger))
    op.add_column("reports", sa.Column("removed_text", sa.Text))
    op.create_table(
        "moderators",
        sa.Column("user_id", sa.Integer, _of("users", "CASCADE"), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sanctions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.Integer, _of("users", "CASCADE"), nullable=False, index=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("moderator_id", sa.Integer, _of("users", "SET NULL")),
        sa.Column("report_id", sa.Integer, _of("reports", "SET NULL")),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("lifted", sa.BigInteger),
        sa.Column("appeal", sa.Text, nullable=False),
        sa.Column("appealed", sa.BigInteger),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("answered", sa.BigInteger),
    )
    op.create_table(
        "moderation_log",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False, index=True),
        sa.Column("act", sa.String(20), nullable=False),
        sa.Column("moderator_id", sa.Integer, _of("users", "SET NULL")),
        sa.Column("user_id", sa.Integer, _of("users", "SET NULL")),
        sa.Column("report_id", sa.Integer, _of("reports", "SET NULL")),
    )


def _of(table: str, gone: str) -> sa.ForeignKey:
    return sa.ForeignKey(f"{table}.id", ondelete=gone)


def downgrade() -> None:
    for table in ("moderation_log", "sanctions", "moderators"):
        op.drop_table(table)
    op.drop_column("reports", "removed_text")
    op.drop_column("letters", "removed")
    for name in ("muted_until", "suspended_until", "banned_until"):
        op.drop_column("users", name)
