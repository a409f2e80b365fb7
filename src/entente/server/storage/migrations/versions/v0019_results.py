"""Results of finished games, ratings, and the deadlines of each player."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    rated = sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("tables", rated)
    for table in ("chairs", "seen_seats"):
        for name in ("phases", "phases_missed"):
            count = sa.Column(name, sa.Integer, nullable=False, server_default="0")
            op.add_column(table, count)
    op.add_column("chairs", sa.Column("phase_window", sa.Integer))
    # Tables that run now did not note who took a seat over.
    first = sa.Column("first", sa.Boolean, nullable=False, server_default=sa.true())
    op.add_column("seen_seats", first)
    op.create_table(
        "results",
        sa.Column(
            "table_id",
            sa.String(16),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("holder", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id", ondelete="SET NULL")),
        sa.Column("computer", sa.String(40)),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("pace", sa.String(16), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("opponents", sa.String(10), nullable=False),
        sa.Column("result", sa.String(10), nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("score", sa.Float),
        sa.Column("departure", sa.String(10), nullable=False),
        sa.Column("took_over", sa.Boolean, nullable=False),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("phases", sa.Integer, nullable=False),
        sa.Column("phases_missed", sa.Integer, nullable=False),
        sa.Column("unrated", sa.String(20)),
        sa.Column("mean_before", sa.Float),
        sa.Column("deviation_before", sa.Float),
        sa.Column("mean", sa.Float),
        sa.Column("deviation", sa.Float),
    )
    op.create_index("results_of_user", "results", ["user_id", "finished"])
    op.create_index("results_of_user_in_game", "results", ["user_id", "game", "finished"])
    op.create_table(
        "ratings",
        sa.Column(
            "user_id",
            sa.Integer,
            sa.ForeignKey("users.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("pace", sa.String(16), primary_key=True),
        sa.Column("season", sa.String(6), primary_key=True),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("settled", sa.Boolean, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    columns = ["game", "pace", "season", "settled", "mean", "user_id"]
    op.create_index("ratings_by_strength", "ratings", columns)


def downgrade() -> None:
    op.drop_table("ratings")
    op.drop_table("results")
    op.drop_column("seen_seats", "first")
    op.drop_column("chairs", "phase_window")
    for table in ("seen_seats", "chairs"):
        for name in ("phases_missed", "phases"):
            op.drop_column(table, name)
    op.drop_column("tables", "rated")
