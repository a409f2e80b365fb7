"""Drafts of letters, until they are sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    user = sa.ForeignKey("users.id", ondelete="CASCADE")
    op.create_table(
        "letter_drafts",
        sa.Column("table_id", sa.String(16), table, primary_key=True),
        sa.Column("user_id", sa.Integer, user, primary_key=True, index=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("conversation", sa.String(400), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("letter_drafts")
