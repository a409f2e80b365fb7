"""What a host decides: when the game starts, who may not sit down, how long a computer stands in;
and what notices say of a table: how far its game has come."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

_COLUMNS = {
    "tables": ("starts_when_full", "barred", "stand_in_years", "stage"),
    "chairs": ("stand_in_since", "stand_in_moves"),
}


def upgrade() -> None:
    # Tables that wait for players were made under the rule that the last seat starts the game.
    starts = sa.Column("starts_when_full", sa.Boolean, nullable=False, server_default=sa.true())
    op.add_column("tables", starts)
    barred = sa.Column("barred", sa.JSON, nullable=False, server_default="[]")
    op.add_column("tables", barred)
    op.add_column("tables", sa.Column("stand_in_years", sa.Integer))
    op.add_column("tables", sa.Column("stage", sa.JSON(none_as_null=True)))
    op.add_column("chairs", sa.Column("stand_in_since", sa.Integer))
    moves = sa.Column("stand_in_moves", sa.Integer, nullable=False, server_default="0")
    op.add_column("chairs", moves)


def downgrade() -> None:
    for table, names in _COLUMNS.items():
        for name in names:
            op.drop_column(table, name)
