"""Questions by their number: which one a move answered, a deadline belongs to, a draft is for."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def _new() -> dict[str, tuple[sa.Column[Any], ...]]:
    return {
        "moves": (
            sa.Column("window", sa.Integer),
            sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()),
        ),
        "chairs": (
            sa.Column("window", sa.Integer),
            sa.Column("set_aside", sa.JSON, nullable=False, server_default="{}"),
            sa.Column("draft_window", sa.Integer),
            sa.Column("private_changes", sa.Integer, nullable=False, server_default="0"),
        ),
    }


def upgrade() -> None:
    for table, columns in _new().items():
        for column in columns:
            op.add_column(table, column)


def downgrade() -> None:
    for table, columns in _new().items():
        for column in columns:
            op.drop_column(table, column.name)
