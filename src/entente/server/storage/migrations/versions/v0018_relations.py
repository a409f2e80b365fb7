"""Who follows, blocks and avoids whom, players muted at a table, and when users were last here."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def _user(name: str, *, key: bool = True, index: bool = True) -> sa.Column[int]:
    user = sa.ForeignKey("users.id", ondelete="CASCADE")
    return sa.Column(name, sa.Integer, user, primary_key=key, nullable=False, index=index)


def upgrade() -> None:
    op.create_table(
        "relations",
        _user("user_id", index=False),
        _user("other_id"),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "muted_players",
        sa.Column(
            "table_id",
            sa.String(16),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        _user("user_id"),
        sa.Column("seat", sa.String(40), primary_key=True),
        _user("muted_id", key=False),
    )
    op.add_column("users", sa.Column("seen", sa.BigInteger))
    op.create_index("ix_users_seen", "users", ["seen"])


def downgrade() -> None:
    op.drop_index("ix_users_seen", "users")
    op.drop_column("users", "seen")
    op.drop_table("muted_players")
    op.drop_table("relations")
