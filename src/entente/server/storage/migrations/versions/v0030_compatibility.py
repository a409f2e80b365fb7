"""The oldest migration whose servers still work with this schema.

A server that is older than the database reads it, and goes on if it is not too old (decision 33).
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    op.create_table(
        "compatibility",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("revision", sa.String(20), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("compatibility")
