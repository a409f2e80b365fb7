"""`entente admin`: what an operator does with users, tables and the database."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from entente.cli.mistake import mistake
from entente.cli.parser import Parser
from entente.cli.screen import table
from entente.cli.setting import Context

# Only whoever looks after a server waits for what a server needs to be loaded.
if TYPE_CHECKING:
    from sqlalchemy import Engine

Work = Callable[["Engine", str, Context], int]


def configure(parser: Parser) -> None:
    words = parser.words
    parser.add_argument("what", metavar=words("argument.what"), help=words("help.admin_what"))
    which = words("argument.which")
    parser.add_argument("which", metavar=which, nargs="?", help=words("help.admin_name"))


def run(arguments: Namespace, context: Context) -> int:
    from entente.server.settings import read_settings
    from entente.server.upkeep import open_database

    what, which = arguments.what, arguments.which
    if what not in (*WITHOUT_NAME, *WITH_NAME):
        raise mistake("mistake.admin", name=what, known=[*WITHOUT_NAME, *WITH_NAME])
    if what in WITH_NAME and which is None:
        names = context.words("argument.which")
        raise mistake("mistake.missing", names=names, command=f"entente admin {what}")
    engine = open_database(read_settings().database)
    try:
        return (WITHOUT_NAME.get(what) or WITH_NAME[what])(engine, which or "", context)
    finally:
        engine.dispose()


def _day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


# -- users


def _users(engine: Engine, which: str, context: Context) -> int:
    from sqlalchemy import select

    from entente.server.storage.database import sessions
    from entente.server.storage.models import User

    words = context.words
    heads = [words(f"admin.{head}") for head in ("number", "name", "kind", "email", "since")]
    grid = table(*heads)
    with sessions(engine)() as session:
        for user in session.scalars(select(User).order_by(User.id)):
            kind = words("admin.guest" if user.guest else "admin.registered")
            grid.add_row(str(user.id), user.name, kind, user.email or "", _day(user.created))
    context.screen.show(grid)
    return 0


def _delete_user(engine: Engine, which: str, context: Context) -> int:
    from entente.server.upkeep import delete_user

    name = delete_user(engine, which)
    context.screen.line(context.words("admin.deleted_user", name=name))
    return 0


def _reset_password(engine: Engine, which: str, context: Context) -> int:
    from entente.server.settings import read_settings
    from entente.server.upkeep import reset_link

    link = reset_link(engine, which, read_settings().public_url)
    context.screen.line(context.words("admin.link", link=link))
    return 0


def _remove_codes(engine: Engine, which: str, context: Context) -> int:
    from entente.server.upkeep import remove_codes

    name = remove_codes(engine, which)
    context.screen.line(context.words("admin.removed_codes", name=name))
    return 0


# -- tables


def _tables(engine: Engine, which: str, context: Context) -> int:
    from sqlalchemy import select

    from entente.server.storage.database import sessions
    from entente.server.storage.models import Table

    words = context.words
    heads = [words(f"admin.{head}") for head in ("table", "game", "status", "moves", "touched")]
    grid = table(*heads)
    status = {name: words(f"admin.{name}") for name in ("open", "playing", "over")}
    with sessions(engine)() as session:
        for one in session.scalars(select(Table).order_by(Table.touched.desc())):
            row = (one.id, one.game, status[one.status], str(one.moves), _day(one.touched))
            grid.add_row(*row)
    context.screen.show(grid)
    return 0


def _show_table(engine: Engine, which: str, context: Context) -> int:
    from entente.server.storage.database import sessions
    from entente.server.upkeep import find_table, seats_told

    words = context.words
    grid = table(words("admin.seat"), words("admin.player"))
    with sessions(engine)() as session:
        one = find_table(session, which)
        for seat, player in seats_told(session, one).items():
            grid.add_row(seat, player)
        context.screen.line(f"{one.id}  {one.game}  {one.title}".rstrip(), "bold")
    context.screen.show(grid)
    return 0


def _close_table(engine: Engine, which: str, context: Context) -> int:
    from entente.server.upkeep import close_table

    close_table(engine, which)
    context.screen.line(context.words("admin.closed_table", table=which))
    return 0


def _delete_table(engine: Engine, which: str, context: Context) -> int:
    from entente.server.upkeep import delete_table

    delete_table(engine, which)
    context.screen.line(context.words("admin.deleted_table", table=which))
    return 0


# -- the database


def _backup(engine: Engine, which: str, context: Context) -> int:
    from entente.server.upkeep import backup

    count = backup(engine, Path(which))
    told = {"users": count.users, "tables": count.tables}
    context.screen.line(context.words("admin.saved", file=which, **told))
    return 0


def _restore(engine: Engine, which: str, context: Context) -> int:
    from entente.server.upkeep import restore

    if not Path(which).is_file():
        raise mistake("mistake.no_file", file=which)
    count = restore(Path(which), engine)
    context.screen.line(context.words("admin.restored", users=count.users, tables=count.tables))
    return 0


def _check(engine: Engine, which: str, context: Context) -> int:
    from entente.server.upkeep import broken_tables, counted

    broken = broken_tables(engine)
    for table_id, error in broken:
        context.screen.line(context.words("admin.broken", table=table_id, error=error))
    if not broken:
        context.screen.line(context.words("admin.sound", tables=counted(engine).tables))
    return 1 if broken else 0


WITHOUT_NAME: dict[str, Work] = {"users": _users, "tables": _tables, "check": _check}
WITH_NAME: dict[str, Work] = {
    "delete-user": _delete_user,
    "reset-password": _reset_password,
    "remove-codes": _remove_codes,
    "show-table": _show_table,
    "close-table": _close_table,
    "delete-table": _delete_table,
    "backup": _backup,
    "restore": _restore,
}
