"""The queue of work for worker processes.

Its rows are worthless after a crash of the database: the processes that wait for results ask
again. So PostgreSQL keeps them out of its write-ahead log.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    unlogged = ["UNLOGGED"] if op.get_context().dialect.name == "postgresql" else []
    op.create_table(
        "jobs",
        sa.Column(
            "id",  # every offer takes a number
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            primary_key=True,
        ),
        sa.Column("key", sa.String(120), nullable=False, unique=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("work", sa.String(60), nullable=False),
        sa.Column("needs", sa.String(120), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("priority", sa.Integer, nullable=False),
        sa.Column("queued", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer),
        sa.Column("wanted_until", sa.Float, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("taken_by", sa.String(40)),
        sa.Column("taken_until", sa.Float),
        sa.Column("done", sa.Float),
        sa.Column("failure", sa.String(20)),
        sa.Column("payload", sa.LargeBinary),
        sa.Column("result", sa.LargeBinary),
        prefixes=unlogged,
    )
    op.create_index("ix_jobs_kind_person", "jobs", ["kind", "person"])


def downgrade() -> None:
    op.drop_table("jobs")
