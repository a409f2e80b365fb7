"""One table of prepared answers, instead of one for answers for later and one for answers ahead."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

_ORDERS = "orders"  # the only step for which answers were written ahead: that of Diplomacy

_LATER = sa.table(
    "answers_for_later",
    *(sa.column(name) for name in ("table_id", "seat", "step", "occasion", "user_id", "wishes")),
)
_AHEAD = sa.table(
    "answers_ahead",
    *(sa.column(name) for name in ("table_id", "seat", "occasion", "user_id", "orders")),
    *(sa.column(name, sa.Boolean) for name in ("hand_in", "came")),
)
_PREPARED = sa.table(
    "prepared_answers",
    *(sa.column(name) for name in ("table_id", "seat", "step", "occasion", "user_id", "choices")),
    *(sa.column(name, sa.Boolean) for name in ("submit", "used")),
)


def _columns() -> list[sa.Column[object]]:
    table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return [
        sa.Column("table_id", sa.String(16), table, primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
    ]


def _user() -> sa.Column[int]:
    user = sa.ForeignKey("users.id", ondelete="CASCADE")
    return sa.Column("user_id", sa.Integer, user, nullable=False, index=True)


def upgrade() -> None:
    op.create_table(
        "prepared_answers",
        *_columns(),
        sa.Column("step", sa.String(40), primary_key=True),
        sa.Column("occasion", sa.String(40), primary_key=True),
        _user(),
        sa.Column("choices", sa.JSON, nullable=False),
        sa.Column("submit", sa.Boolean, nullable=False),
        sa.Column("used", sa.Boolean, nullable=False),
    )
    names = [column.name for column in _PREPARED.columns]
    a, b = _LATER.c, _AHEAD.c
    later = sa.select(a.table_id, a.seat, a.step, a.occasion, a.user_id, a.wishes)
    op.execute(sa.insert(_PREPARED).from_select(names, later.add_columns(sa.true(), sa.false())))
    ahead = sa.select(b.table_id, b.seat, sa.literal(_ORDERS), b.occasion, b.user_id, b.orders)
    op.execute(sa.insert(_PREPARED).from_select(names, ahead.add_columns(b.hand_in, b.came)))
    op.drop_table("answers_for_later")
    op.drop_table("answers_ahead")


def downgrade() -> None:
    op.create_table(
        "answers_for_later",
        *_columns(),
        sa.Column("step", sa.String(40), primary_key=True),
        _user(),
        sa.Column("occasion", sa.String(40), nullable=False),
        sa.Column("wishes", sa.JSON, nullable=False),
    )
    op.create_table(
        "answers_ahead",
        *_columns(),
        sa.Column("occasion", sa.String(40), primary_key=True),
        _user(),
        sa.Column("orders", sa.JSON, nullable=False),
        sa.Column("hand_in", sa.Boolean, nullable=False),
        sa.Column("came", sa.Boolean, nullable=False),
    )
    c = _PREPARED.c
    place = [c.table_id, c.seat]
    # One occasion for each decision: the last by name.
    other = _PREPARED.alias()
    same = [other.c[name] == c[name] for name in ("table_id", "seat", "step")]
    later_one = sa.exists().where(*same, other.c.occasion > c.occasion, ~other.c.used)
    later = sa.select(*place, c.step, c.occasion, c.user_id, c.choices)
    later = later.where(c.step != _ORDERS, ~c.used, ~later_one)
    names = [column.name for column in _LATER.columns]
    op.execute(sa.insert(_LATER).from_select(names, later))
    ahead = sa.select(*place, c.occasion, c.user_id, c.choices, c.submit, c.used)
    names = [column.name for column in _AHEAD.columns]
    op.execute(sa.insert(_AHEAD).from_select(names, ahead.where(c.step == _ORDERS)))
    op.drop_table("prepared_answers")
