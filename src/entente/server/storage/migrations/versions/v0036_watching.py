"""Delayed spectators, spectator chat, refereed tables, and classes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0034"


def upgrade() -> None:
    op.add_column("tables", sa.Column("spectator_delay", sa.JSON))
    op.add_column(
        "tables",
        sa.Column("spectator_chat", sa.Boolean, nullable=False, server_default=sa.true()),
    )
    op.add_column(
        "tables", sa.Column("refereed", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("tables", sa.Column("timer", sa.JSON))
    op.add_column("tables", sa.Column("class_id", sa.String(16)))
    op.create_index("ix_tables_class_id", "tables", ["class_id"])
    op.add_column("users", sa.Column("class_id", sa.String(16)))
    op.create_index("ix_users_class_id", "users", ["class_id"])
    op.create_table(
        "spectator_messages",
        sa.Column("table_id", sa.String(16), _of("tables"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.Integer, _of("users"), nullable=False, index=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("removed", sa.BigInteger),
    )
    op.create_table(
        "classes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("teacher_id", sa.Integer, _of("users"), nullable=False, index=True),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("code", sa.String(16), nullable=False, unique=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("layout", sa.String(10), nullable=False),
        sa.Column("seat", sa.String(40)),
        sa.Column("template_id", sa.String(16), nullable=False),
        sa.Column("move", sa.Integer, nullable=False),
        sa.Column("frozen", sa.Boolean, nullable=False),
        sa.Column("spotlight", sa.String(16)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False, index=True),
        sa.Column("ended", sa.BigInteger),
    )
    op.create_table(
        "class_students",
        sa.Column("class_id", sa.String(16), _of("classes"), primary_key=True),
        sa.Column("user_id", sa.Integer, _of("users"), primary_key=True, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("table_id", sa.String(16)),
        sa.Column("seat", sa.String(40)),
        sa.Column("joined", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "class_comments",
        sa.Column("class_id", sa.String(16), _of("classes"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.Integer, _of("users"), index=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
    )


def _of(table: str) -> sa.ForeignKey:
    return sa.ForeignKey(f"{table}.id", ondelete="CASCADE")


def downgrade() -> None:
    for table in ("class_comments", "class_students", "classes", "spectator_messages"):
        op.drop_table(table)
    for table in ("users", "tables"):
        op.drop_index(f"ix_{table}_class_id", table)
        op.drop_column(table, "class_id")
    for name in ("timer", "refereed", "spectator_chat", "spectator_delay"):
        op.drop_column("tables", name)
