"""Quick pairing, roll calls, and columns for the filters of the lobby."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

_COLUMNS = ("queue", "calls_roll", "roll_due", "free_seats", "pace_class", "standard")


def upgrade() -> None:
    op.create_table(
        "pairing_requests",
        sa.Column(
            "user_id",
            sa.Integer,
            sa.ForeignKey("users.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("queue", sa.String(80), nullable=False),
        sa.Column("side", sa.String(40)),
        sa.Column("rating_range", sa.Integer),
        sa.Column("min_reliability", sa.Integer, nullable=False),
        sa.Column("computers_after", sa.Integer),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column(
            "table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), index=True
        ),
    )
    op.create_index("pairing_requests_of_queue", "pairing_requests", ["queue", "since"])
    op.add_column("tables", sa.Column("queue", sa.String(80)))
    no, none = sa.false(), "0"
    op.add_column("tables", sa.Column("calls_roll", sa.Boolean, nullable=False, server_default=no))
    op.add_column("tables", sa.Column("roll_due", sa.Float))
    op.add_column(
        "tables", sa.Column("free_seats", sa.Integer, nullable=False, server_default=none)
    )
    op.add_column("tables", sa.Column("pace_class", sa.String(16)))
    op.add_column("tables", sa.Column("standard", sa.Boolean))
    op.create_index("ix_tables_roll_due", "tables", ["roll_due"])
    op.create_index("tables_in_lobby", "tables", ["status", "private", "touched", "id"])
    op.add_column("chairs", sa.Column("ready", sa.Boolean, nullable=False, server_default=no))
    _count_free_seats()


def _count_free_seats() -> None:
    tables, chairs = (
        sa.table("tables", *map(sa.column, ("id", "status", "free_seats"))),
        sa.table("chairs", *map(sa.column, ("table_id", "user_id", "computer"))),
    )
    free = sa.select(sa.func.count()).where(
        chairs.c.table_id == tables.c.id,
        chairs.c.user_id.is_(None),
        chairs.c.computer.is_(None),
    )
    op.execute(
        sa.update(tables).where(tables.c.status == "open").values(free_seats=free.scalar_subquery())
    )


def downgrade() -> None:
    op.drop_column("chairs", "ready")
    op.drop_index("tables_in_lobby", "tables")
    op.drop_index("ix_tables_roll_due", "tables")
    for name in _COLUMNS:
        op.drop_column("tables", name)
    op.drop_table("pairing_requests")
