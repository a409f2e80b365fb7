"""What happens when players stay away: missed phases, leave, takeovers, and votes that expire."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def _columns() -> dict[str, list[sa.Column[object]]]:
    """Return the new columns. Tables of earlier releases keep their pace and absence."""
    return {
        "tables": [
            sa.Column("pause_ends", sa.BigInteger),
            sa.Column("missed_phases", sa.Integer, nullable=False, server_default="1"),
            sa.Column("replacements", sa.Boolean, nullable=False, server_default=sa.false()),
            sa.Column("leave_days", sa.Integer),
            sa.Column("min_reliability", sa.Integer),
            sa.Column("extended", sa.Integer, nullable=False, server_default="0"),
            sa.Column("chat_phases", sa.JSON, nullable=False, server_default="[]"),
            sa.Column("events", sa.JSON, nullable=False, server_default="[]"),
        ],
        "chairs": [
            sa.Column("missed_run", sa.Integer, nullable=False, server_default="0"),
            sa.Column("missed_window", sa.Integer),
            sa.Column("grace_used", sa.Boolean, nullable=False, server_default=sa.false()),
            sa.Column("leave_used", sa.Integer, nullable=False, server_default="0"),
            sa.Column("seated", sa.BigInteger),
            sa.Column("takeover_since", sa.BigInteger),
        ],
        "votes": [sa.Column("expires", sa.BigInteger), sa.Column("hours", sa.Integer)],
    }


_INDEXED = {"tables": "pause_ends", "chairs": "takeover_since", "votes": "expires"}


def upgrade() -> None:
    for table, columns in _columns().items():
        for column in columns:
            op.add_column(table, column)
        op.create_index(f"ix_{table}_{_INDEXED[table]}", table, [_INDEXED[table]])


def downgrade() -> None:
    for table, columns in _columns().items():
        op.drop_index(f"ix_{table}_{_INDEXED[table]}", table)
        for column in columns:
            op.drop_column(table, column.name)
