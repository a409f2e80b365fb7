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
    _queue_finished_games()


def _table() -> sa.Column[str]:
    tables = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(16), tables, primary_key=True)


def _queue_finished_games() -> None:
    """Let the background task read the games that have ended before."""
    yes = ("private", "spectators", "analysis", "refereed")
    texts = ("id", "status", "exercise", "start", "class_id", "club_id")
    tables = sa.table(
        "tables",
        *(sa.column(name, sa.Boolean) for name in yes),
        *(sa.column(name, sa.String) for name in texts),
    )
    waiting = sa.table("opening_queue", sa.column("table_id", sa.String))
    finished = sa.select(tables.c.id).where(
        tables.c.status == "over",
        tables.c.private.is_(False),
        tables.c.spectators.is_(True),
        tables.c.analysis.is_(False),
        tables.c.refereed.is_(False),
        *(tables.c[name].is_(None) for name in ("exercise", "start", "class_id", "club_id")),
    )
    op.execute(waiting.insert().from_select(["table_id"], finished))


def downgrade() -> None:
    for table in ("opening_moves", "opening_games", "opening_queue"):
        op.drop_table(table)
