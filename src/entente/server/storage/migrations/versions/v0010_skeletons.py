"""Skeletons: what the name of each user looks like, so that look-alikes are found at once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from entente.server.storage.skeletons import skeleton

revision = "0010"
down_revision = "0009"
TOGETHER = 1000  # users


def upgrade() -> None:
    op.add_column("users", sa.Column("skeleton", sa.String(120), nullable=False, server_default=""))
    users = sa.table(
        "users",
        sa.column("id", sa.Integer),
        sa.column("name", sa.String),
        sa.column("skeleton", sa.String),
    )
    connection = op.get_bind()
    names = connection.execute(sa.select(users.c.id, users.c.name)).all()
    fill = users.update().where(users.c.id == sa.bindparam("of"))
    rows = [{"of": number, "looks": skeleton(name)} for number, name in names]
    for start in range(0, len(rows), TOGETHER):
        some = rows[start : start + TOGETHER]
        connection.execute(fill.values(skeleton=sa.bindparam("looks")), some)
    op.create_index("ix_users_skeleton", "users", ["skeleton"])


def downgrade() -> None:
    op.drop_index("ix_users_skeleton", "users")
    op.drop_column("users", "skeleton")
