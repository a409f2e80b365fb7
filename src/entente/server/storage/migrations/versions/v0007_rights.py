"""Who has seen which seat, second factors, passkeys, shared limits; seconds that outlast 2038."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_SECONDS = {
    "users": ("created",),
    "logins": ("expires", "created"),
    "tables": ("created", "touched", "paused", "begun", "moved"),
    "chairs": ("missed",),
    "moves": ("time",),
    "votes": ("time",),
    "letters": ("time",),
    "notices": ("created",),
    "deliveries": ("after",),
    "subscriptions": ("created",),
    "tokens": ("created", "used"),
    "resets": ("expires",),
}
_DOORS = ("logins", "tokens")
_ORIGIN = "replace(current_setting('application_name'), ' ', '-')"


def upgrade() -> None:
    _new_tables()
    op.add_column("tables", sa.Column("made_from", sa.String(64)))
    called = sa.Column("called", sa.String(120), nullable=False, server_default="")
    op.add_column("users", called)
    op.create_index("ix_users_called", "users", ["called"])
    connection = op.get_bind()
    users = sa.table("users", sa.column("id"), sa.column("name"), sa.column("called"))
    for number, name in connection.execute(sa.select(users.c.id, users.c.name)).all():
        folded = name.casefold()[:120]
        connection.execute(users.update().where(users.c.id == number).values(called=folded))
    # A player of a game that has begun has seen their seat.
    op.execute(
        "INSERT INTO seen_seats (table_id, user_id, seat) SELECT chairs.table_id, chairs.user_id, "
        "chairs.seat FROM chairs JOIN tables ON tables.id = chairs.table_id "
        "WHERE chairs.user_id IS NOT NULL AND tables.status = 'playing'"
    )
    if op.get_context().dialect.name == "postgresql":
        _widen(sa.Integer(), sa.BigInteger())  # SQLite's numbers are wide enough
        _tell_of_ended_sessions()


def _new_tables() -> None:
    string, user = sa.String, "users.id"
    op.create_table(
        "seen_seats",
        sa.Column(
            "table_id",
            string(16),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column(
            "user_id",
            sa.Integer,
            sa.ForeignKey(user, ondelete="CASCADE"),
            primary_key=True,
            index=True,
        ),
        sa.Column("seat", string(40), primary_key=True),
    )
    op.create_table(
        "authenticators",
        sa.Column("user_id", sa.Integer, sa.ForeignKey(user, ondelete="CASCADE"), primary_key=True),
        sa.Column("secret", string(64), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("last_step", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("digest", string(64), primary_key=True),
        _of_user(),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", string(16), primary_key=True),
        _of_user(),
        sa.Column("credential", string(1400), nullable=False, unique=True),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("label", string(60), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.create_table(
        "challenges",
        sa.Column("digest", string(64), primary_key=True),
        sa.Column("user_id", sa.Integer, sa.ForeignKey(user, ondelete="CASCADE")),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "limit_uses",
        sa.Column("name", string(64), primary_key=True),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False, index=True),
    )


def _of_user() -> sa.Column[int]:
    reference = sa.ForeignKey("users.id", ondelete="CASCADE")
    return sa.Column("user_id", sa.Integer, reference, nullable=False, index=True)


def _widen(before: sa.Integer, after: sa.Integer) -> None:
    for table, columns in _SECONDS.items():
        for column in columns:
            op.alter_column(table, column, type_=after, existing_type=before)


def _tell_of_ended_sessions() -> None:
    """Every process closes what was opened with a session or token that is deleted."""
    op.execute(
        "CREATE FUNCTION entente_news_of_doors() RETURNS trigger LANGUAGE plpgsql AS $$ "
        f"BEGIN PERFORM pg_notify('entente', {_ORIGIN} || ' ended ' || OLD.user_id || ' -'); "
        "RETURN NULL; END $$"
    )
    for table in _DOORS:
        op.execute(
            f"CREATE TRIGGER entente_ended AFTER DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION entente_news_of_doors()"
        )


def downgrade() -> None:
    if op.get_context().dialect.name == "postgresql":
        for table in _DOORS:
            op.execute(f"DROP TRIGGER entente_ended ON {table}")
        op.execute("DROP FUNCTION entente_news_of_doors()")
        _widen(sa.BigInteger(), sa.Integer())
    op.drop_index("ix_users_called", "users")
    op.drop_column("users", "called")
    op.drop_column("tables", "made_from")
    for table in (
        "limit_uses",
        "challenges",
        "passkeys",
        "recovery_codes",
        "authenticators",
        "seen_seats",
    ):
        op.drop_table(table)
