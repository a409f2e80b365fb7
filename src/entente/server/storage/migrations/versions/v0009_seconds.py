"""Seconds that outlast 2038 also where snapshots and the data of releases are kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_TABLES = ("snapshots", "game_data")


def upgrade() -> None:
    _change(sa.Integer(), sa.BigInteger())


def downgrade() -> None:
    _change(sa.BigInteger(), sa.Integer())


def _change(before: sa.Integer, after: sa.Integer) -> None:
    if op.get_context().dialect.name == "postgresql":  # SQLite's numbers are wide enough
        for table in _TABLES:
            op.alter_column(table, "created", type_=after, existing_type=before)
