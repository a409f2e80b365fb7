"""`entente admin`: manage users, tables and the database."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from entente.cli.common_args import Context
from entente.cli.parser import Parser
from entente.cli.screen import table
from entente.cli.user_error import user_error
from entente.kernel.message import Argument
from entente.kernel.text import catalog_of

# The server's dependencies are loaded only when needed.
if TYPE_CHECKING:
    from sqlalchemy import Engine

PROGRESS_STEP = 100  # tables between two progress lines of a check
YES = ("y", "yes", "o", "oui")

Work = Callable[[Namespace, Context], int]
WorkOnDatabase = Callable[["Engine", Namespace, Context], int]


class Action(NamedTuple):
    """An admin command and its arguments: a user, a table, a report, a file, a process, or the
    tables of a game. One that ends in a question mark is optional."""

    work: Work
    arguments: str = ""


def configure(parser: Parser) -> None:
    words = parser.words
    summaries = {name: words(f"admin.help.{name}") for name in ACTIONS}
    below = parser.add_commands("action", words("argument.command"), summaries)
    parser.renamed = {"remove-codes": "disable-2fa"}
    for (name, action), each in zip(ACTIONS.items(), below, strict=True):
        for wanted in action.arguments.split():
            argument = wanted.rstrip("?")
            about = f"{name}_file" if argument == "file" else argument
            metavar = words(f"argument.{argument}")
            number = "?" if wanted.endswith("?") else None
            explained = words(f"admin.help.{about}")
            each.add_argument(argument, metavar=metavar, nargs=number, help=explained)
        if name in ASKS:
            each.add_argument("--yes", action="store_true", help=words("admin.help.yes"))
        if name == CHECK:
            each.add_argument("--json", action="store_true", help=words("admin.help.json"))


def run(arguments: Namespace, context: Context) -> int:
    if arguments.action is None:
        missing = context.words("argument.command")
        raise user_error("mistake.missing", names=missing, command="entente admin")
    return ACTIONS[arguments.action].work(arguments, context)


def _on_database(work: WorkOnDatabase, *, up_to_date: bool = True, exactly: bool = True) -> Work:
    """Wrap work on the server's database, which must exist; migrate it first if `up_to_date`.

    With `exactly`, a newer database is refused even if a server of this version could use it: the
    work may not know all that is stored.
    """

    def found(arguments: Namespace, context: Context) -> int:
        from entente.server.admin_tasks import find_database
        from entente.server.settings import read_settings
        from entente.server.storage.access import readable_errors
        from entente.server.storage.database import migrate

        address = read_settings(make_folder=False).database
        with readable_errors(address):
            engine = find_database(address, exactly=exactly)
            try:
                if up_to_date:
                    migrate(engine, exactly=exactly)
                return work(engine, arguments, context)
            finally:
                engine.dispose()

    return found


def _is_sure(going: str, arguments: Namespace, context: Context) -> bool:
    """List what will be deleted and ask for confirmation; without a terminal, require --yes."""
    words, screen = context.words, context.screen
    if arguments.yes:
        return True
    if not screen.interactive:
        raise user_error("mistake.nobody_to_ask", gone=going)
    answer = screen.ask(words("admin.sure", gone=going)) or ""
    if answer.casefold() in YES:
        return True
    screen.line(words("admin.nothing_deleted"))
    return False


def _day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


# -- users


def _users(engine: Engine, arguments: Namespace, context: Context) -> int:
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


def _delete_user(engine: Engine, arguments: Namespace, context: Context) -> int:
    from entente.server.admin_tasks import delete_user, deletion_preview

    facts = deletion_preview(engine, arguments.user)._asdict()
    if not _is_sure(context.words("admin.going_user", **facts), arguments, context):
        return 1
    name = delete_user(engine, arguments.user)
    context.screen.line(context.words("admin.deleted_user", name=name))
    return 0


def _reset_password(engine: Engine, arguments: Namespace, context: Context) -> int:
    from entente.server.admin_tasks import reset_link
    from entente.server.settings import read_settings

    link = reset_link(engine, arguments.user, read_settings(make_folder=False).public_url)
    context.screen.line(context.words("admin.link", link=link))
    return 0


def _disable_2fa(engine: Engine, arguments: Namespace, context: Context) -> int:
    from entente.server.admin_tasks import remove_second_factor

    name = remove_second_factor(engine, arguments.user)
    context.screen.line(context.words("admin.removed_codes", name=name))
    return 0


# -- tables


def _tables(engine: Engine, arguments: Namespace, context: Context) -> int:
    from sqlalchemy import select

    from entente.server.storage.database import sessions
    from entente.server.storage.models import Table

    words = context.words
    heads = [words(f"admin.{head}") for head in ("table", "game", "status", "moves", "touched")]
    grid = table(*heads)
    status = {name: words(f"admin.{name}") for name in ("open", "playing", "over")}
    with sessions(engine)() as session:
        for one in session.scalars(select(Table).order_by(Table.touched.desc())):
            shown = status[one.status] if one.aside is None else words("admin.aside")
            row = (one.id, one.game, shown, str(one.moves), _day(one.touched))
            grid.add_row(*row)
    context.screen.show(grid)
    return 0


def _show_table(engine: Engine, arguments: Namespace, context: Context) -> int:
    from entente.server.admin_tasks import find_table, seat_descriptions
    from entente.server.storage.database import sessions

    words = context.words
    grid = table(words("admin.seat"), words("admin.player"))
    with sessions(engine)() as session:
        one = find_table(session, arguments.table)
        for seat, player in seat_descriptions(session, one).items():
            grid.add_row(seat, player)
        context.screen.line(f"{one.id}  {one.game}  {one.title}".rstrip(), "bold")
    context.screen.show(grid)
    return 0


def _close_table(engine: Engine, arguments: Namespace, context: Context) -> int:
    from entente.server.admin_tasks import close_table

    close_table(engine, arguments.table)
    context.screen.line(context.words("admin.closed_table", table=arguments.table))
    return 0


def _delete_table(engine: Engine, arguments: Namespace, context: Context) -> int:
    from entente.server.admin_tasks import delete_table

    if not _is_sure(_going_table(engine, arguments.table, context), arguments, context):
        return 1
    delete_table(engine, arguments.table)
    context.screen.line(context.words("admin.deleted_table", table=arguments.table))
    return 0


def _going_table(engine: Engine, table_id: str, context: Context) -> str:
    """Return the table to delete, with its players."""
    from entente.server.admin_tasks import find_table, seat_descriptions
    from entente.server.storage.database import sessions

    words = context.words
    with sessions(engine)() as session:
        one = find_table(session, table_id)
        players = list(dict.fromkeys(seat_descriptions(session, one).values()))
        title = words("admin.titled", title=one.title) if one.title else ""
        facts: dict[str, Argument] = {"table": one.id, "game": one.game, "moves": one.moves}
    return words("admin.going_table", title=title, players=players, **facts)


# -- letters


def _reports(engine: Engine, arguments: Namespace, context: Context) -> int:
    from entente.server.admin_tasks import open_reports, open_study_reports

    words, screen = context.words, context.screen
    reports, studies = open_reports(engine), open_study_reports(engine)
    deleted = words("admin.deleted_account")
    for each in reports:
        facts: dict[str, Argument] = {"report": each.id, "table": each.table, "reason": each.reason}
        by, of = each.reporter or deleted, each.writer or deleted
        screen.line(words("admin.reported", day=_day(each.time), reporter=by, **facts), "bold")
        seat = each.seat or words("admin.spectator")
        screen.line(words("admin.letter", seat=seat, writer=of))
        for line in each.text.splitlines():
            screen.line(f"  {line}")
        if each.proposal:
            screen.line(words("admin.proposed", orders=", ".join(each.proposal)))
    for one in studies:
        by = one.reporter or deleted
        facts = {"report": f"S{one.id}", "study": one.study, "title": one.title}
        facts |= {"day": _day(one.time), "reporter": by, "reason": one.reason}
        screen.line(words("admin.reported_study", **facts), "bold")
    if not reports and not studies:
        screen.line(words("admin.no_reports"))
    return 0


def _close_report(engine: Engine, arguments: Namespace, context: Context) -> int:
    from entente.server.admin_tasks import close_report

    close_report(engine, arguments.report)
    context.screen.line(context.words("admin.closed_report", report=arguments.report))
    return 0


# -- moderators


def _moderators(engine: Engine, arguments: Namespace, context: Context) -> int:
    from entente.server.admin_tasks import moderator_names

    names = moderator_names(engine)
    for name in names or [context.words("admin.no_moderators")]:
        context.screen.line(name)
    return 0


def _add_moderator(engine: Engine, arguments: Namespace, context: Context) -> int:
    from entente.server.admin_tasks import add_moderator

    name, new = add_moderator(engine, arguments.user)
    key = "admin.moderator_added" if new else "admin.moderator_already"
    context.screen.line(context.words(key, name=name))
    return 0


def _remove_moderator(engine: Engine, arguments: Namespace, context: Context) -> int:
    from entente.server.admin_tasks import remove_moderator

    name, was = remove_moderator(engine, arguments.user)
    key = "admin.moderator_removed" if was else "admin.moderator_none"
    context.screen.line(context.words(key, name=name))
    return 0


def _moderation_log(engine: Engine, arguments: Namespace, context: Context) -> int:
    """Show what moderators did and read."""
    from entente.server.admin_tasks import moderation_log

    words = context.words
    lines = moderation_log(engine)
    for each in lines:
        by = each.moderator or words("admin.no_moderator_named")
        about = words("admin.log_about", user=each.user) if each.user else ""
        report = words("admin.log_report", report=each.report) if each.report else ""
        report += words("admin.log_study", study=each.study) if each.study else ""
        facts: dict[str, Argument] = {"day": _day(each.time), "moderator": by, "act": each.act}
        context.screen.line(words("admin.log_line", **facts) + about + report)
    if not lines:
        context.screen.line(words("admin.no_log"))
    return 0


# -- the database


def _backup(engine: Engine, arguments: Namespace, context: Context) -> int:
    from entente.server.admin_tasks import backup

    count = backup(engine, Path(arguments.file))
    counts = {"users": count.users, "tables": count.tables}
    context.screen.line(context.words("admin.saved", file=arguments.file, **counts))
    return 0


def _restore(arguments: Namespace, context: Context) -> int:
    """Restore a backup; create no folder and no database before the file is known to be one."""
    from entente.server.admin_tasks import open_database, read_backup, restore
    from entente.server.settings import read_settings
    from entente.server.storage.access import readable_errors

    path = Path(arguments.file)
    if not path.is_file():
        raise user_error("mistake.no_file", file=arguments.file)
    with read_backup(path) as backup:
        address = read_settings().database
        with readable_errors(address):
            engine = open_database(address)
            try:
                count = restore(backup, engine)
            finally:
                engine.dispose()
    context.screen.line(context.words("admin.restored", users=count.users, tables=count.tables))
    return 0


def _check(engine: Engine, arguments: Namespace, context: Context) -> int:
    """Print what each table will do with this version; return 1 if a table does not simply
    continue."""
    import msgspec

    from entente.server.upgrades import FATES, can_roll, count_tables, upgrade_preview

    words, total = context.words, count_tables(engine)
    catalog = catalog_of("entente.server", context.language)
    counts, doubtful = dict.fromkeys(FATES, 0), 0
    for number, verdict in enumerate(upgrade_preview(engine), start=1):
        counts[verdict.fate] += 1
        doubtful += not verdict.harmless
        reason = "" if verdict.reason is None else catalog.say(verdict.reason)
        if arguments.json:
            output = {**msgspec.to_builtins(verdict), "reason": reason}
            context.screen.console.file.write(msgspec.json.encode(output).decode() + "\n")
        elif not verdict.harmless:
            key = f"admin.will_{verdict.fate}" if verdict.replays else "admin.will_differ"
            facts: dict[str, Argument] = {"table": verdict.table, "game": verdict.game}
            facts |= {"move": verdict.move or 0, "lost": verdict.lost, "reason": reason}
            context.screen.line(words(key, **facts))
        if number % PROGRESS_STEP == 0:
            print(words("admin.progress", number=number, tables=total), file=sys.stderr)
    if not arguments.json:
        for fate, count in counts.items():
            if count:
                context.screen.line(words(f"admin.count_{fate}", count=count))
        if not doubtful:
            context.screen.line(words("admin.sound", tables=total))
        key = "possible" if can_roll(engine) and not doubtful else "impossible"
        context.screen.line(words(f"admin.rolling_{key}"))
    return 1 if doubtful else 0


def _snapshot(engine: Engine, arguments: Namespace, context: Context) -> int:
    from entente.server.admin_tasks import keep_snapshots

    context.screen.line(context.words("admin.kept", tables=keep_snapshots(engine)))
    return 0


def _retry(engine: Engine, arguments: Namespace, context: Context) -> int:
    from entente.server.admin_tasks import retry_table

    reason = retry_table(engine, arguments.table, context.language)
    text = context.words("admin.opened", table=arguments.table) if reason is None else reason
    context.screen.line(text)
    return 0 if reason is None else 1


def _note_rules(engine: Engine, arguments: Namespace, context: Context) -> int:
    from entente.server.admin_tasks import note_rules

    game, rules = arguments.game, arguments.version
    count = note_rules(engine, game, rules)
    context.screen.line(context.words("admin.noted", tables=count, game=game, rules=rules))
    return 0


# -- processes


def _processes(engine: Engine, arguments: Namespace, context: Context) -> int:
    from entente.server.process_tasks import running_processes

    words = context.words
    heads = ("process", "role", "pid", "port", "address", "version", "tables", "state")
    grid = table(*(words(f"admin.{head}") for head in heads))
    for each in running_processes(engine):
        state = words("admin.draining" if each.draining else "admin.running")
        role = words(f"admin.role_{each.role}")
        own = ("" if number is None else str(number) for number in (each.pid, each.port))
        served = (each.address, each.version, str(each.tables), state)
        grid.add_row(each.name, role, *own, *served)
    context.screen.show(grid)
    return 0


def _drain(engine: Engine, arguments: Namespace, context: Context) -> int:
    """Drain a process and wait for it; return 1 if it takes too long."""
    from entente.server.process_tasks import ask_to_drain, find_process, wait_until_drained

    name = find_process(engine, arguments.process).name
    ask_to_drain(engine, name)
    done = wait_until_drained(engine, name)
    key = "admin.drained" if done else "admin.still_draining"
    context.screen.line(context.words(key, process=name))
    return 0 if done else 1


CHECK = "check"
ASKS = ("delete-user", "delete-table")  # whether the operator is sure
ACTIONS: dict[str, Action] = {
    "users": Action(_on_database(_users)),
    "delete-user": Action(_on_database(_delete_user), "user"),
    "reset-password": Action(_on_database(_reset_password), "user"),
    "disable-2fa": Action(_on_database(_disable_2fa), "user"),
    "tables": Action(_on_database(_tables)),
    "show-table": Action(_on_database(_show_table), "table"),
    "close-table": Action(_on_database(_close_table), "table"),
    "delete-table": Action(_on_database(_delete_table), "table"),
    "reports": Action(_on_database(_reports)),
    "close-report": Action(_on_database(_close_report), "report"),
    "moderators": Action(_on_database(_moderators)),
    "add-moderator": Action(_on_database(_add_moderator), "user"),
    "remove-moderator": Action(_on_database(_remove_moderator), "user"),
    "moderation-log": Action(_on_database(_moderation_log)),
    "processes": Action(_on_database(_processes, up_to_date=False, exactly=False)),
    "drain": Action(_on_database(_drain, up_to_date=False, exactly=False), "process?"),
    "backup": Action(_on_database(_backup), "file"),
    "restore": Action(_restore, "file"),
    "snapshot": Action(_on_database(_snapshot)),
    "retry": Action(_on_database(_retry), "table"),
    "note-rules": Action(_on_database(_note_rules), "game version"),
    CHECK: Action(_on_database(_check, up_to_date=False)),  # runs before an upgrade
}
