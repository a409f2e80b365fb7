"""Clubs, events with entries, rounds, boards, and the log of their directors."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def _of_event() -> sa.Column[str]:
    return sa.Column(
        "event_id",
        sa.String(16),
        sa.ForeignKey("events.id", ondelete="CASCADE"),
        primary_key=True,
    )


def _user(name: str, then: str = "SET NULL") -> sa.Column[int]:
    return sa.Column(name, sa.Integer, sa.ForeignKey("users.id", ondelete=then))


def upgrade() -> None:
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("privacy", sa.String(10), nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("colour", sa.String(7), nullable=False),
        sa.Column("least_games", sa.Integer, nullable=False),
        sa.Column("invitation", sa.String(64)),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "club_members",
        sa.Column(
            "club_id",
            sa.String(16),
            sa.ForeignKey("clubs.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column(
            "user_id",
            sa.Integer,
            sa.ForeignKey("users.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_club_members_user_id", "club_members", ["user_id"])
    op.create_table(
        "events",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("club_id", sa.String(16), sa.ForeignKey("clubs.id", ondelete="CASCADE")),
        _user("owner_id"),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("format", sa.String(16), nullable=False),
        sa.Column("privacy", sa.String(10), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("starts", sa.BigInteger),
        sa.Column("ends", sa.BigInteger),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("previous_id", sa.String(16)),
    )
    op.create_index("events_by_previous", "events", ["previous_id"], unique=True)
    op.create_index("ix_events_club_id", "events", ["club_id"])
    op.create_index("ix_events_owner_id", "events", ["owner_id"])
    op.create_index("events_by_status", "events", ["status", "privacy", "starts"])
    op.create_table(
        "event_entries",
        _of_event(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        _user("user_id"),
        sa.Column("computer", sa.String(40)),
        sa.Column("team", sa.String(40), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("from_round", sa.Integer, nullable=False),
        sa.Column("byes", sa.JSON, nullable=False),
        sa.Column("adjustment", sa.Float, nullable=False),
        sa.Column("ready", sa.BigInteger),
        sa.Column("entered", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("event_id", "user_id"),
    )
    op.create_index("ix_event_entries_user_id", "event_entries", ["user_id"])
    op.create_table(
        "event_rounds",
        _of_event(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("finished", sa.BigInteger),
        sa.Column("balance", sa.JSON, nullable=False),
    )
    op.create_table(
        "event_boards",
        _of_event(),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="SET NULL")),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("facts", sa.JSON),
        sa.Column("year", sa.Integer, nullable=False),
        sa.Column("corrected", sa.JSON),
        sa.Column("finished", sa.BigInteger),
    )
    op.create_index("ix_event_boards_status", "event_boards", ["status"])
    op.create_index("ix_event_boards_table_id", "event_boards", ["table_id"])
    op.create_table(
        "event_acts",
        _of_event(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        _user("user_id"),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("act", sa.String(20), nullable=False),
        sa.Column("args", sa.JSON, nullable=False),
    )
    op.create_index("ix_event_acts_user_id", "event_acts", ["user_id"])


def downgrade() -> None:
    for name in (
        "event_acts",
        "event_boards",
        "event_rounds",
        "event_entries",
        "events",
        "club_members",
        "clubs",
    ):
        op.drop_table(name)
