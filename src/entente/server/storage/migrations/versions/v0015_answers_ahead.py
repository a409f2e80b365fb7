"""Answers that players have written ahead, for the next occasions at which a question is asked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    user = sa.ForeignKey("users.id", ondelete="CASCADE")
    op.create_table(
        "answers_ahead",
        sa.Column("table_id", sa.String(16), table, primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("occasion", sa.String(40), primary_key=True),
        sa.Column("user_id", sa.Integer, user, nullable=False, index=True),
        sa.Column("orders", sa.JSON, nullable=False),
        sa.Column("hand_in", sa.Boolean, nullable=False),
        sa.Column("came", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("answers_ahead")
