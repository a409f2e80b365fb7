"""What a table was begun with, snapshots of its state, and the data of earlier releases."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def _new() -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("rules", sa.String(40)),
        sa.Column("data", sa.String(64)),
        sa.Column("pinned", sa.Integer),
        sa.Column("aside", sa.JSON),
    )


def upgrade() -> None:
    for column in _new():
        op.add_column("tables", column)
    op.create_table(
        "snapshots",
        sa.Column(
            "table_id",
            sa.String(16),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("data", sa.String(64), nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
    )
    op.create_table(
        "game_data",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("tables", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("game_data")
    op.drop_table("snapshots")
    for column in _new():
        op.drop_column("tables", column.name)
