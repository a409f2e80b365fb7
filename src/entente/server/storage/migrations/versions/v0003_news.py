"""News: with PostgreSQL the database itself tells every process of a change, when it is committed.

A payload is the name of the connection it comes from, the kind of news, the table, and the table's
version or the letter's number.
"""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"

_TRIGGERS = {
    "tables": "AFTER INSERT OR UPDATE OF version ON tables",
    "letters": "AFTER INSERT ON letters",
}
_ORIGIN = "replace(current_setting('application_name'), ' ', '-')"
_NEWS = {
    "tables": "' table ' || NEW.id || ' ' || NEW.version",
    "letters": "' letter ' || NEW.table_id || ' ' || NEW.number",
}


def upgrade() -> None:
    if op.get_context().dialect.name != "postgresql":
        return
    for table, news in _NEWS.items():
        op.execute(
            f"CREATE FUNCTION entente_news_of_{table}() RETURNS trigger LANGUAGE plpgsql AS $$ "
            f"BEGIN PERFORM pg_notify('entente', {_ORIGIN} || {news}); RETURN NULL; END $$"
        )
        op.execute(
            f"CREATE TRIGGER entente_news {_TRIGGERS[table]} "
            f"FOR EACH ROW EXECUTE FUNCTION entente_news_of_{table}()"
        )


def downgrade() -> None:
    if op.get_context().dialect.name != "postgresql":
        return
    for table in _NEWS:
        op.execute(f"DROP TRIGGER entente_news ON {table}")
        op.execute(f"DROP FUNCTION entente_news_of_{table}()")
