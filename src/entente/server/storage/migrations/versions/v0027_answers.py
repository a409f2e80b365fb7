"""Answers to proposals in letters, and how computers kept their promises."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    with op.batch_alter_table("letters") as letters:
        letters.add_column(sa.Column("answers", sa.JSON, nullable=False, server_default="{}"))
        letters.add_column(sa.Column("reasons", sa.JSON, nullable=False, server_default="[]"))
    with op.batch_alter_table("chairs") as seats:
        for name in ("promises_kept", "promises_broken"):
            seats.add_column(sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    if op.get_context().dialect.name == "postgresql":
        op.execute(
            "CREATE TRIGGER entente_answers AFTER UPDATE OF answers ON letters "
            "FOR EACH ROW EXECUTE FUNCTION entente_news_of_letters()"
        )


def downgrade() -> None:
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP TRIGGER entente_answers ON letters")
    with op.batch_alter_table("chairs") as seats:
        for name in ("promises_kept", "promises_broken"):
            seats.drop_column(name)
    with op.batch_alter_table("letters") as letters:
        letters.drop_column("answers")
        letters.drop_column("reasons")
