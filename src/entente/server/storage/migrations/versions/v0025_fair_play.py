"""Letters that a successor does not read, strengths of deleted players, missed roll calls."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def _columns() -> list[sa.Column[object]]:
    """Return the new columns of seats. Who has taken a seat over before keeps its letters."""
    return [
        sa.Column("letters_from", sa.Integer, nullable=False, server_default="0"),
        sa.Column("deleted_mean", sa.Float),
        sa.Column("deleted_deviation", sa.Float),
    ]


def upgrade() -> None:
    for column in _columns():
        op.add_column("chairs", column)
    op.create_table(
        "missed_roll_calls",
        sa.Column(
            "user_id",
            sa.Integer,
            sa.ForeignKey("users.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("last", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    results = sa.table(
        "results",
        sa.column("departure", sa.String),
        sa.column("holder", sa.Integer),
        sa.column("score", sa.Float),
    )
    renamed = sa.update(results).where(results.c.departure == "replaced")
    op.execute(renamed.values(departure="left"))
    # The score is that of the seat, and not of a player who left it.
    op.execute(sa.update(results).where(results.c.holder > 0).values(score=None))


def downgrade() -> None:
    op.drop_table("missed_roll_calls")
    for column in _columns():
        op.drop_column("chairs", column.name)
