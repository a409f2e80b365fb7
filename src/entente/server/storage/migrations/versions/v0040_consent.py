"""Invitations to take part in an event or a study, and people barred from clubs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    op.create_table(
        "member_invitations",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("user_id", sa.Integer, _of("users"), nullable=False, index=True),
        sa.Column("by_id", sa.Integer, _of("users"), nullable=False, index=True),
        sa.Column("event_id", sa.String(16), _of("events"), index=True),
        sa.Column("study_id", sa.String(16), _of("studies"), index=True),
        sa.Column("entry", sa.Integer),
        sa.Column("other_id", sa.Integer, _of("users")),
        sa.Column("detail", sa.String(40), nullable=False),
        sa.Column("agreed", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "club_barred",
        sa.Column("club_id", sa.String(16), _of("clubs"), primary_key=True),
        sa.Column("user_id", sa.Integer, _of("users"), primary_key=True, index=True),
        sa.Column("since", sa.BigInteger, nullable=False),
    )


def _of(table: str) -> sa.ForeignKey:
    return sa.ForeignKey(f"{table}.id", ondelete="CASCADE")


def downgrade() -> None:
    op.drop_table("club_barred")
    op.drop_table("member_invitations")
