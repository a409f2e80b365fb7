"""Invitations and challenges from one person to another."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def _user(name: str) -> sa.Column[int]:
    user = sa.ForeignKey("users.id", ondelete="CASCADE")
    return sa.Column(name, sa.Integer, user, nullable=False, index=True)


def upgrade() -> None:
    table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(16), table, nullable=False),
        _user("user_id"),
        _user("by_id"),
        sa.Column("challenge", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False, index=True),
        sa.UniqueConstraint("table_id", "user_id"),
    )


def downgrade() -> None:
    op.drop_table("invitations")
