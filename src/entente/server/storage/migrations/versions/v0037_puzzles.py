"""Puzzles: first answers, and the ratings of users and puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    op.create_table(
        "puzzle_attempts",
        _user(),
        sa.Column("puzzle_id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("correct", sa.Boolean, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("change", sa.Integer, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
    )
    op.create_index("puzzle_attempts_of_user", "puzzle_attempts", ["user_id", "time"])
    op.create_table(
        "puzzle_ratings",
        _user(),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "puzzle_strengths",
        sa.Column("puzzle_id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False, index=True),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
    )


def _user() -> sa.Column[int]:
    users = sa.ForeignKey("users.id", ondelete="CASCADE")
    return sa.Column("user_id", sa.Integer, users, primary_key=True, autoincrement=False)


def downgrade() -> None:
    for table in ("puzzle_strengths", "puzzle_ratings", "puzzle_attempts"):
        op.drop_table(table)
