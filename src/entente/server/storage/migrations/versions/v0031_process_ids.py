"""The id and the public port of a process, so that its operator finds it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    op.add_column("processes", sa.Column("pid", sa.Integer))
    op.add_column("processes", sa.Column("port", sa.Integer))


def downgrade() -> None:
    op.drop_column("processes", "port")
    op.drop_column("processes", "pid")
