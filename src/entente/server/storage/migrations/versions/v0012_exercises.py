"""Exercises: which of a game's is solved at a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("tables", sa.Column("exercise", sa.String(40)))


def downgrade() -> None:
    op.drop_column("tables", "exercise")
