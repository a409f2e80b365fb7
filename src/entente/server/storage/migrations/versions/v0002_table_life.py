"""Paces, votes, press, notices, tokens: what a table needs beside its moves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def _of_table() -> sa.Column[str]:
    reference = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(16), reference, primary_key=True)


def _of_user() -> sa.Column[int]:
    reference = sa.ForeignKey("users.id", ondelete="CASCADE")
    return sa.Column("user_id", sa.Integer, reference, nullable=False, index=True)


def _about_table() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"))


def upgrade() -> None:
    text, integer, flag = sa.Text, sa.Integer, sa.Boolean
    op.add_column("users", sa.Column("preferences", sa.JSON, nullable=False, server_default="{}"))
    created = sa.Column("created", integer, nullable=False, server_default="0")
    op.add_column("logins", created)
    agent = sa.Column("agent", sa.String(200), nullable=False, server_default="")
    op.add_column("logins", agent)
    for column in (
        sa.Column("language", sa.String(2), nullable=False, server_default="en"),
        sa.Column("pace", sa.JSON, nullable=False, server_default="{}"),
        sa.Column("absence", sa.String(10), nullable=False, server_default="wait"),
        sa.Column("press", sa.String(10), nullable=False, server_default="full"),
        sa.Column("anonymous", flag, nullable=False, server_default=sa.false()),
        sa.Column("paused", integer),
        sa.Column("analysis", flag, nullable=False, server_default=sa.false()),
        sa.Column("origin", sa.String(16)),
        sa.Column("start", text),
        sa.Column("overrides", sa.JSON, nullable=False, server_default="{}"),
        sa.Column("agreed", sa.JSON),
        sa.Column("title", sa.String(60), nullable=False, server_default=""),
        sa.Column("rematch", sa.String(16)),
        sa.Column("begun", integer),
        sa.Column("moves", integer, nullable=False, server_default="0"),
        sa.Column("moved", integer),
        sa.Column("waiting", sa.JSON, nullable=False, server_default="[]"),
        sa.Column("outcome", sa.JSON),
    ):
        op.add_column("tables", column)
    for column in (
        sa.Column("stand_in", sa.String(40)),
        sa.Column("left", sa.Float),
        sa.Column("due", sa.Float),
        sa.Column("remind", sa.Float),
        sa.Column("missed", integer),
        sa.Column("offer", sa.String(64)),
        sa.Column("draft", text, nullable=False, server_default=""),
        sa.Column("notes", text, nullable=False, server_default=""),
    ):
        op.add_column("chairs", column)
    op.create_index("ix_chairs_due", "chairs", ["due"])
    op.create_index("ix_chairs_remind", "chairs", ["remind"])
    op.add_column("moves", sa.Column("version", integer, nullable=False, server_default="0"))
    op.create_table(
        "votes",
        _of_table(),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("yes", flag, nullable=False),
        sa.Column("number", integer, nullable=False),
        sa.Column("time", integer, nullable=False),
    )
    op.create_table(
        "letters",
        _of_table(),
        sa.Column("number", integer, primary_key=True),
        sa.Column("sender", sa.String(40), nullable=False),
        sa.Column("conversation", sa.String(400), nullable=False),
        sa.Column("text", text, nullable=False),
        sa.Column("move", integer, nullable=False),
        sa.Column("time", integer, nullable=False),
    )
    op.create_table(
        "read_marks",
        _of_table(),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("conversation", sa.String(400), primary_key=True),
        sa.Column("number", integer, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("id", integer, primary_key=True),
        _of_user(),
        _about_table(),
        sa.Column("key", sa.String(60), nullable=False),
        sa.Column("args", sa.JSON, nullable=False),
        sa.Column("created", integer, nullable=False),
        sa.Column("read", flag, nullable=False),
        sa.Column("page", flag, nullable=False),
    )
    op.create_table(
        "deliveries",
        sa.Column("id", integer, primary_key=True),
        sa.Column(
            "notice_id",
            integer,
            sa.ForeignKey("notices.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("channel", sa.String(10), nullable=False),
        sa.Column("tries", integer, nullable=False),
        sa.Column("after", integer, nullable=False, index=True),
    )
    op.create_table(
        "subscriptions",
        sa.Column("id", integer, primary_key=True),
        _of_user(),
        sa.Column("endpoint", sa.String(1000), nullable=False, unique=True),
        sa.Column("keys", sa.JSON, nullable=False),
        sa.Column("created", integer, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False, unique=True),
        _of_user(),
        sa.Column("label", sa.String(60), nullable=False),
        _about_table(),
        sa.Column("seat", sa.String(40)),
        sa.Column("created", integer, nullable=False),
        sa.Column("used", integer),
    )
    op.create_table(
        "resets",
        sa.Column("digest", sa.String(64), primary_key=True),
        _of_user(),
        sa.Column("expires", integer, nullable=False),
        sa.Column("email", sa.String(200)),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", text, nullable=False),
    )


def downgrade() -> None:
    new = "secrets resets tokens subscriptions deliveries notices read_marks letters votes"
    for name in new.split():
        op.drop_table(name)
    op.drop_index("ix_chairs_due", "chairs")
    op.drop_index("ix_chairs_remind", "chairs")
    columns = {
        "chairs": "stand_in left due remind missed offer draft notes",
        "moves": "version",
        "tables": "language pace absence press anonymous paused analysis origin start agreed "
        "title rematch begun moves moved waiting outcome",
        "users": "preferences",
        "logins": "created agent",
    }
    for table, names in columns.items():
        with op.batch_alter_table(table) as batch:
            for name in names.split():
                batch.drop_column(name)
