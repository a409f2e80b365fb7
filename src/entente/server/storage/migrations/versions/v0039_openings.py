"""The explorer of openings: a queue of finished games, their results and their first moves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    op.create_table("opening_queue", _table())
    op.create_table(
        "opening_games",
        _table(),
        sa.Column("side", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
        sa.Column("players", sa.String(10), nullable=False),
        sa.Column("result", sa.String(10), nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("points", sa.Integer),
        sa.Column("measure", sa.Float),
    )
    op.create_index("opening_games_latest", "opening_games", ["game", "side", "finished"])
    op.create_table(
        "opening_moves",
        _table(),
        sa.Column("side", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("move", sa.String(300), nullable=False),
        sa.Column("before", sa.Integer, nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
    )
    keys = ["game", "side", "step", "move", "finished"]
    op.create_index("opening_moves_latest", "opening_moves", keys)
    op.create_table(
        "opening_scan",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
    )


def _table() -> sa.Column[str]:
    tables = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(16), tables, primary_key=True)


def downgrade() -> None:
    for table in ("opening_scan", "opening_moves", "opening_games", "opening_queue"):
        op.drop_table(table)
