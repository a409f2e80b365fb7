"""Identities at an OpenID Connect provider."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    user = sa.ForeignKey("users.id", ondelete="CASCADE")
    op.create_table(
        "identities",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("issuer", sa.String(255), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("user_id", sa.Integer, user, nullable=False, index=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("issuer", "subject"),
    )
    attempt_of = sa.ForeignKey("users.id", ondelete="CASCADE")
    op.create_table(
        "sign_in_attempts",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("verifier", sa.String(128), nullable=False),
        sa.Column("user_id", sa.Integer, attempt_of),
        sa.Column("expires", sa.BigInteger, nullable=False, index=True),
    )


def downgrade() -> None:
    op.drop_table("sign_in_attempts")
    op.drop_table("identities")
