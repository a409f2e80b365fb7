"""Answers that players have prepared for questions that may come."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    user = sa.ForeignKey("users.id", ondelete="CASCADE")
    op.create_table(
        "answers_for_later",
        sa.Column("table_id", sa.String(16), table, primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("step", sa.String(40), primary_key=True),
        sa.Column("user_id", sa.Integer, user, nullable=False, index=True),
        sa.Column("occasion", sa.String(40), nullable=False),
        sa.Column("wishes", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("answers_for_later")
