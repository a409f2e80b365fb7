"""Clocks and chance: when a server last looked at the clocks; the series of a table's chance."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tables", sa.Column("series", sa.Integer, nullable=False, server_default="0"))
    op.add_column("moves", sa.Column("series", sa.Integer))
    op.create_table(
        "watches",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("watches")
    op.drop_column("moves", "series")
    op.drop_column("tables", "series")
