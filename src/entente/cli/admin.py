"""`entente admin`: what an operator does with users, tables and the database."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from entente.cli.mistake import mistake
from entente.cli.parser import Parser
from entente.cli.screen import table
from entente.cli.setting import Context
from entente.kernel.message import Argument
from entente.kernel.text import catalog_of

# Only whoever looks after a server waits for what a server needs to be loaded.
if TYPE_CHECKING:
    from sqlalchemy import Engine

CHECK = "check"
SHOWN = 100  # tables after which it is told how far a check has come

Work = Callable[["Engine", str, Context], int]


def configure(parser: Parser) -> None:
    words = parser.words
    parser.add_argument("what", metavar=words("argument.what"), help=words("help.admin_what"))
    which = words("argument.which")
    parser.add_argument("which", metavar=which, nargs="?", help=words("help.admin_name"))
    parser.add_argument("--json", action="store_true", help=words("help.admin_json"))


def run(arguments: Namespace, context: Context) -> int:
    from entente.server.settings import read_settings
    from entente.server.storage.database import connect
    from entente.server.upkeep import open_database

    what, which = arguments.what, arguments.which
    if what not in (CHECK, *WITHOUT_NAME, *WITH_NAME):
        raise mistake("mistake.admin", name=what, known=[CHECK, *WITHOUT_NAME, *WITH_NAME])
    if arguments.json and what != CHECK:
        raise mistake("mistake.admin_json", command=f"entente admin {what}")
    if what in WITH_NAME and which is None:
        names = context.words("argument.which")
        raise mistake("mistake.missing", names=names, command=f"entente admin {what}")
    database = read_settings().database
    # What is asked before an upgrade must not bring anything up to date.
    engine = connect(database, "entente-admin") if what == CHECK else open_database(database)
    try:
        if what == CHECK:
            return _check(engine, context, as_json=arguments.json)
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
            told = status[one.status] if one.aside is None else words("admin.aside")
            row = (one.id, one.game, told, str(one.moves), _day(one.touched))
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


def _check(engine: Engine, context: Context, *, as_json: bool) -> int:
    """What each table will do with this version; 1 where a table does not simply go on."""
    import msgspec

    from entente.server.upgrades import FATES, count_tables, look_ahead

    words, total = context.words, count_tables(engine)
    said = catalog_of("entente.server", context.language)
    counts, doubtful = dict.fromkeys(FATES, 0), 0
    for number, verdict in enumerate(look_ahead(engine), start=1):
        counts[verdict.fate] += 1
        doubtful += not verdict.harmless
        reason = "" if verdict.reason is None else said.say(verdict.reason)
        if as_json:
            told = {**msgspec.to_builtins(verdict), "reason": reason}
            context.screen.console.file.write(msgspec.json.encode(told).decode() + "\n")
        elif not verdict.harmless:
            key = f"admin.will_{verdict.fate}" if verdict.replays else "admin.will_differ"
            facts: dict[str, Argument] = {"table": verdict.table, "game": verdict.game}
            facts |= {"move": verdict.move or 0, "lost": verdict.lost, "reason": reason}
            context.screen.line(words(key, **facts))
        if number % SHOWN == 0:
            print(words("admin.progress", number=number, tables=total), file=sys.stderr)
    if not as_json:
        for fate, count in counts.items():
            if count:
                context.screen.line(words(f"admin.count_{fate}", count=count))
        if not doubtful:
            context.screen.line(words("admin.sound", tables=total))
    return 1 if doubtful else 0


def _snapshot(engine: Engine, which: str, context: Context) -> int:
    from entente.server.upkeep import keep_snapshots

    context.screen.line(context.words("admin.kept", tables=keep_snapshots(engine)))
    return 0


def _retry(engine: Engine, which: str, context: Context) -> int:
    from entente.server.upkeep import retry_table

    reason = retry_table(engine, which, context.language)
    told = context.words("admin.opened", table=which) if reason is None else reason
    context.screen.line(told)
    return 0 if reason is None else 1


WITHOUT_NAME: dict[str, Work] = {"users": _users, "tables": _tables, "snapshot": _snapshot}
WITH_NAME: dict[str, Work] = {
    "delete-user": _delete_user,
    "reset-password": _reset_password,
    "remove-codes": _remove_codes,
    "show-table": _show_table,
    "close-table": _close_table,
    "delete-table": _delete_table,
    "retry": _retry,
    "backup": _backup,
    "restore": _restore,
}
