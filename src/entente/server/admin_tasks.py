"""Operator tasks on the database, whether the server runs or not.

A backup of either database is an SQLite file, so it can be restored to either.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Engine, delete, func, insert, select, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from entente.kernel import Message, Outcome, UserError, registry, say
from entente.kernel.text import catalog_of
from entente.server.events.succession import hand_on
from entente.server.moderation import moderators
from entente.server.moderation.moderators import LogLine
from entente.server.people import accounts, two_factor, user_data
from entente.server.problem import Problem
from entente.server.storage import access
from entente.server.storage.database import connect, make_private, migrate, sessions, writing_engine
from entente.server.storage.models import Base, Table, TableSeat, User
from entente.server.studies import reports as study_reports
from entente.server.studies.reports import ReportedStudy
from entente.server.tables import reports
from entente.server.tables.reports import ReportedMessage
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms
from entente.wire.tables import OVER, PLAYING

ROWS = 1000  # rows copied at a time
PART = 2**20  # bytes read at a time
CHECKSUM = b"\nentente backup, sha256 "  # precedes the checksum at the end of a backup
SERVER = "entente.server"
NAME = "entente-admin"  # PostgreSQL application name
MOST_REPORTS = 2**31 - 1  # limited by the column type
NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)


class Count(NamedTuple):
    """Numbers of users, tables and moves."""

    users: int
    tables: int


def open_database(address: str) -> Engine:
    """Open the server's database and upgrade it; create it if missing."""
    return access.open_database(address, NAME)


def find_database(address: str, *, exactly: bool = False) -> Engine:
    """Open the server's database as it is. Raise UserError if there is none.

    With `exactly`, also if it is newer.
    """
    return access.find_database(address, NAME, exactly=exactly)


def counted(engine: Engine) -> Count:
    with engine.connect() as connection:
        return Count(
            connection.scalar(select(func.count()).select_from(User)) or 0,
            connection.scalar(select(func.count()).select_from(Table)) or 0,
        )


# -- backup and restore


def backup(engine: Engine, path: Path) -> Count:
    """Write a consistent copy while the server runs; complete, or not at all."""
    folder = path.resolve().parent
    if not folder.is_dir():
        raise UserError(say("upkeep.no_folder", folder=str(folder)), SERVER)
    try:
        if path.exists():
            raise UserError(say("upkeep.exists", file=str(path)), SERVER)
        return _copy_whole(engine, path, folder)
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from None
    except (sqlite3.Error, DBAPIError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        if getattr(cause, "sqlite_errorcode", None) in NO_ROOM:
            raise _unwritable(path, str(cause)) from None
        raise


def _unwritable(path: Path, reason: str) -> UserError:
    return UserError(say("upkeep.unwritable", file=str(path), error=reason), SERVER)


def _copy_whole(engine: Engine, path: Path, beside: Path) -> Count:
    with tempfile.TemporaryDirectory(prefix=".entente-", dir=beside) as folder:
        copy = Path(folder) / "backup"
        make_private(str(copy))
        if engine.dialect.name == "sqlite":
            _copy_file(Path(engine.url.database or ""), copy)
        else:
            _copy_out(engine, copy)
        other = connect(f"sqlite:///{copy}")
        count = counted(other)
        other.dispose()
        _one_file(copy)
        _sign(copy)
        copy.rename(path)
    return count


def _copy_file(source: Path, copy: Path) -> None:
    with closing(sqlite3.connect(source)) as origin, closing(sqlite3.connect(copy)) as target:
        origin.backup(target)


def _copy_out(engine: Engine, copy: Path) -> None:
    other = connect(f"sqlite:///{copy}")
    migrate(other)
    moment = engine.execution_options(isolation_level="REPEATABLE READ")
    with moment.connect() as source, other.begin() as target:
        _copy_rows(source, target)
    other.dispose()


def _one_file(copy: Path) -> None:
    """Merge the side files into the database file."""
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def _sign(copy: Path) -> None:
    """Append a checksum to a backup; SQLite ignores it."""
    checksum = _checksum(copy, copy.stat().st_size)
    with copy.open("ab") as file:
        file.write(CHECKSUM + checksum)


def _checksum(file: Path, length: int) -> bytes:
    made = hashlib.sha256()
    with file.open("rb") as read:
        while part := read.read(min(length, PART)):
            made.update(part)
            length -= len(part)
    return made.hexdigest().encode()


def _check_sum(path: Path, copy: Path) -> None:
    """Verify a backup's checksum and strip it from the copy.

    Raise UserError if it is wrong.

    Older backups have none, and end at an SQLite page boundary.
    """
    tail = len(CHECKSUM) + hashlib.sha256().digest_size * 2
    length = copy.stat().st_size - tail
    with copy.open("rb") as file:
        page = int.from_bytes(file.read(18)[16:], "big") or 1
        file.seek(max(0, length))
        end = file.read()
    if not end.startswith(CHECKSUM) and (length + tail) % page == 0:
        return
    if end != CHECKSUM + _checksum(copy, max(0, length)):
        raise UserError(Message("upkeep.no_backup", {"file": str(path)}), SERVER)
    os.truncate(copy, length)


@contextmanager
def read_backup(path: Path) -> Iterator[Engine]:
    """Return an upgraded copy of a backup. Raise UserError if it is not one."""
    with tempfile.TemporaryDirectory(prefix="entente-") as folder:
        copy = Path(folder) / "backup"
        try:
            shutil.copyfile(path, copy)
        except OSError as error:
            reason = error.strerror or str(error)
            raise UserError(
                say("upkeep.unreadable", file=str(path), error=reason), SERVER
            ) from None
        _check_sum(path, copy)
        _check_file(path, copy)
        source = connect(f"sqlite:///{copy}")
        try:
            migrate(source, exactly=True)  # a part of a newer one would be lost
            yield source
        finally:
            source.dispose()


def restore(backup: Engine, engine: Engine) -> Count:
    """Load a backup (see `read_backup`) into an empty database."""
    if any(counted(engine)):
        raise UserError(Message("upkeep.not_empty", {}), SERVER)
    writing = writing_engine(engine)
    try:
        with backup.connect() as origin, writing.begin() as target:
            _copy_rows(origin, target)
            _count_on(target)
    finally:
        writing.dispose()
    return counted(engine)


def _check_file(path: Path, copy: Path) -> None:
    """Check that a file is an intact backup of ours."""
    try:
        with closing(sqlite3.connect(copy)) as connection:
            (harm,) = connection.execute("PRAGMA integrity_check").fetchone()
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError:
        harm = ""
    if harm != "ok":
        raise UserError(Message("upkeep.no_backup", {"file": str(path)}), SERVER)


def _copy_rows(source: Connection, target: Connection) -> None:
    """Copy all rows, replacing those of a server that was started but not used."""
    tables = [each for each in Base.metadata.sorted_tables if "transient" not in each.info]
    for table in reversed(tables):
        target.execute(delete(table))
    for table in tables:
        rows = source.execution_options(yield_per=ROWS).execute(select(table))
        for part in rows.mappings().partitions(ROWS):
            target.execute(insert(table), [dict(row) for row in part])


def _count_on(target: Connection) -> None:
    """Set PostgreSQL's sequences after the copied rows."""
    if target.dialect.name != "postgresql":
        return
    for table in Base.metadata.sorted_tables:
        column = table.autoincrement_column
        if column is not None:
            last = target.scalar(select(func.max(column)))
            sequence = f"pg_get_serial_sequence('{table.name}', '{column.name}')"
            if last is not None:
                target.execute(text(f"SELECT setval({sequence}, :last)"), {"last": last})


# -- users and tables


def find_user(session: Session, name: str) -> User:
    """Return a user by id or registered name."""
    user = session.get(User, int(name)) if name.isdecimal() and len(name) < 10 else None
    user = user or session.scalar(select(User).where(User.folded == name.casefold()))
    if user is None:
        raise UserError(Message("upkeep.no_user", {"name": name}), SERVER)
    return user


def find_table(session: Session, table_id: str) -> Table:
    table = session.get(Table, table_id)
    if table is None:
        raise UserError(Message("upkeep.no_table", {"table": table_id}), SERVER)
    return table


class DeletionPreview(NamedTuple):
    """A user to delete: the tables deleted with them, and those where others play on."""

    number: int
    name: str
    alone: int
    shared: int


def deletion_preview(engine: Engine, name: str) -> DeletionPreview:
    with sessions(engine)() as session:
        user = find_user(session, name)
        return DeletionPreview(user.id, user.name, *user_data.tables_of(session, user))


def delete_user(engine: Engine, name: str) -> str:
    """Delete an account as its owner could; return its name."""
    with sessions(engine).begin() as session:
        user = find_user(session, name)
        deleted = user.name
        hand_on(session, user)
        user_data.erase(session, user)
    return deleted


def reset_link(engine: Engine, name: str, public_url: str) -> str:
    """Return the address at which a user chooses a new password."""
    with sessions(engine).begin() as session:
        user = find_user(session, name)
        if user.guest:
            raise UserError(Message("upkeep.guest", {"name": user.name}), SERVER)
        return f"{public_url}/reset/{accounts.reset_secret(session, user)}"


def remove_second_factor(engine: Engine, name: str) -> str:
    """Remove the second factor of a user who has lost the device; return the user's name."""
    with sessions(engine).begin() as session:
        user = find_user(session, name)
        two_factor.remove(session, user)
        return user.name


def delete_table(engine: Engine, table_id: str) -> None:
    with sessions(engine).begin() as session:
        session.delete(find_table(session, table_id))


def open_reports(engine: Engine) -> list[ReportedMessage]:
    """Return the open reports."""
    with sessions(engine)() as session:
        return reports.open_reports(session)


def open_study_reports(engine: Engine) -> list[ReportedStudy]:
    """Return the open reports of studies."""
    with sessions(engine)() as session:
        return study_reports.open_study_reports(session)


def close_report(engine: Engine, number: str) -> None:
    """Close a report, of a study with an `S` before its number; the reporter is notified."""
    digits = number.removeprefix("S")
    close = reports.close if digits == number else study_reports.close_study_report
    with sessions(engine).begin() as session:
        known = digits.isdecimal() and int(digits) <= MOST_REPORTS
        if not known or not close(session, int(digits)):
            raise UserError(Message("upkeep.no_report", {"report": number}), SERVER)


def moderator_names(engine: Engine) -> list[str]:
    """Return the names of the moderators."""
    with sessions(engine)() as session:
        return moderators.names(session)


def add_moderator(engine: Engine, name: str) -> tuple[str, bool]:
    """Make a user a moderator; return the name, and whether they were none."""
    with sessions(engine).begin() as session:
        user = find_user(session, name)
        if user.guest:
            raise UserError(Message("upkeep.guest_moderator", {"name": user.name}), SERVER)
        return user.name, moderators.appoint(session, user)


def remove_moderator(engine: Engine, name: str) -> tuple[str, bool]:
    """End a user's work as a moderator; return the name, and whether they were one."""
    with sessions(engine).begin() as session:
        user = find_user(session, name)
        return user.name, moderators.dismiss(session, user)


def moderation_log(engine: Engine) -> list[LogLine]:
    """Return what moderators did and read, the last first."""
    with sessions(engine)() as session:
        return moderators.log(session)


def close_table(engine: Engine, table_id: str) -> None:
    """End a game without a result."""
    rooms = Rooms(sessions(engine))
    with sessions(engine)() as session:
        if find_table(session, table_id).status == OVER:
            raise UserError(Message("upkeep.over", {"table": table_id}), SERVER)
    try:
        room: Room = rooms.get(table_id)
        room.end(Outcome((), {}, say("kernel.closed")))
        rooms.store(room, rooms.clock())
    except Problem as problem:  # the table is unavailable
        raise UserError(problem.message, SERVER) from None
    finally:
        rooms.commits.close()


def retry_table(engine: Engine, table_id: str, language: str) -> str | None:
    """Try to open an unavailable table; return None, or why it cannot be opened."""
    with sessions(engine).begin() as session:
        find_table(session, table_id).aside = None
    rooms = Rooms(sessions(engine))
    try:
        rooms.get(table_id)
    except Problem as problem:
        return catalog_of(SERVER, language).say(problem.message)
    finally:
        rooms.commits.close()
    return None


def note_rules(engine: Engine, name: str, rules: str) -> int:
    """Set the rules version of a game's tables that lack one; return how many."""
    info = registry.load(name).info
    if not info.supports_rules(rules):
        known = list(info.played)
        raise UserError(say("upkeep.no_rules", game=name, rules=rules, known=known), SERVER)
    unnoted = update(Table).where(Table.game == name, Table.rules.is_(None))
    with sessions(engine).begin() as session:
        noted = session.connection().execute(unnoted.values(rules=rules, aside=None))
        return noted.rowcount


def keep_snapshots(engine: Engine) -> int:
    """Store snapshots of all running tables before an upgrade; return how many."""
    rooms, count = Rooms(sessions(engine)), 0
    playing = select(Table.id).where(Table.status == PLAYING, Table.aside.is_(None))
    with engine.connect() as connection:
        ids = connection.scalars(playing).all()
    for table_id in ids:
        with suppress(Problem):  # deleted, or just marked unavailable
            rooms.get(table_id)
        count += rooms.keep_snapshots()
        rooms.forget(table_id)
    rooms.commits.close()
    return count


def seat_descriptions(session: Session, table: Table) -> dict[str, str]:
    """Return the seats' players: a user's id and name, or the computer player's name."""
    chairs = session.scalars(select(TableSeat).where(TableSeat.table_id == table.id))
    descriptions = {}
    for chair in chairs:
        user = session.get(User, chair.user_id) if chair.user_id is not None else None
        descriptions[chair.seat] = f"{user.id} {user.name}" if user else chair.computer or "—"
    return descriptions
