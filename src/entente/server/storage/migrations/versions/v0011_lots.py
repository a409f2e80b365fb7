"""Lots: whether seats are drawn when a game begins, and what was drawn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("tables", sa.Column("lots", sa.JSON(none_as_null=True)))


def downgrade() -> None:
    op.drop_column("tables", "lots")
