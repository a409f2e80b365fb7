"""Who wrote a letter: the seat may have another player since."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    with op.batch_alter_table("letters") as letters:
        writer = sa.ForeignKey("users.id", name="fk_letters_writer", ondelete="SET NULL")
        letters.add_column(sa.Column("writer_id", sa.Integer, writer))
        letters.create_index("ix_letters_writer_id", ["writer_id"])


def downgrade() -> None:
    with op.batch_alter_table("letters") as letters:
        letters.drop_index("ix_letters_writer_id")
        letters.drop_column("writer_id")
