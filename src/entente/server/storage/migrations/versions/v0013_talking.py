"""Proposals of orders in letters, muted conversations, reports of letters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    proposal = sa.Column("proposal", sa.JSON, nullable=False, server_default="[]")
    op.add_column("letters", proposal)
    op.create_table(
        "muted_conversations",
        sa.Column("table_id", sa.String(16), _of("tables", "CASCADE"), primary_key=True),
        sa.Column("user_id", sa.Integer, _of("users", "CASCADE"), primary_key=True, index=True),
        sa.Column("conversation", sa.String(400), primary_key=True),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(16), _of("tables", "CASCADE"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("reporter_id", sa.Integer, _of("users", "SET NULL")),
        sa.Column("writer_id", sa.Integer, _of("users", "SET NULL")),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.BigInteger),
        sa.UniqueConstraint("table_id", "number", "reporter_id"),
    )


def _of(table: str, gone: str) -> sa.ForeignKey:
    return sa.ForeignKey(f"{table}.id", ondelete=gone)


def downgrade() -> None:
    op.drop_table("reports")
    op.drop_table("muted_conversations")
    op.drop_column("letters", "proposal")
