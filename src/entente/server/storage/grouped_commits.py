"""Grouped commits: store changes durably, several at once where that is faster.

A commit waits for the disk. Meanwhile the changes of other tables queue up and share the next
commit; each change is announced only after its commit. PostgreSQL groups commits itself; for
SQLite, which has one writer at a time, it is done here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from sqlite3 import Error as SqliteError
from threading import Lock
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from entente.server.storage.database import Sessions, writing_engine
from entente.server.storage.prepared import Prepared, sqlalchemy_error
from entente.server.storage.writer_queue import QueuedConnection, driver_of


class Transaction:
    """A job's transaction: prepared statements, and a connection and a session on demand.

    Most jobs need neither, and SQLAlchemy takes longer to begin and end a transaction than SQLite
    to store an action. There, it joins the driver's transaction when a job needs it.
    """

    def __init__(
        self, connection: Connection, sessions: Sessions, driver: QueuedConnection | None = None
    ) -> None:
        self._connection = connection
        self._sessions = sessions
        self._driver = driver
        self._session: Session | None = None

    @property
    def connection(self) -> Connection:
        """SQLAlchemy's connection, in this transaction."""
        if not self._connection.in_transaction():
            self._connection.begin()
        return self._connection

    def run(self, statement: Prepared, arguments: Mapping[str, Any]) -> int:
        """Run a prepared statement; return the number of changed rows."""
        if self._driver is None:
            return statement.run(self._connection, arguments)
        dialect = self._connection.dialect
        sql, parameters = statement.text_for(dialect, arguments)
        try:
            return self._driver.execute(sql, parameters).rowcount
        except SqliteError as error:
            raise sqlalchemy_error(sql, error, dialect) from error

    @property
    def session(self) -> Session:
        if self._session is None:
            self._session = self._sessions(
                bind=self.connection, join_transaction_mode="rollback_only"
            )
        return self._session

    def flush(self) -> None:
        """Flush the job's session."""
        if self._session is not None and self._session.in_transaction():
            self._session.flush()

    def end(self, *, committed: bool) -> None:
        """Notify the session, if there is one, after the commit."""
        session = self._session
        if session is None:
            return
        if committed and session.in_transaction():
            session.commit()
        session.close()


Job = Callable[[Transaction], object]


class _Entry:
    """A queued job and its result."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.done = False
        self.error: BaseException | None = None


class OutcomeUnknown(Exception):
    """The connection failed during the commit: the change may or may not be stored.

    The caller must read the database to find out.
    """

    @classmethod
    def of(cls, cause: BaseException) -> OutcomeUnknown:
        error = cls("the database broke off during a commit")
        error.__cause__ = cause
        return error


class GroupedCommits:
    """Stores changes durably, one by one or together.

    A job receives its transaction. It may run in a thread other than the caller's, so it takes no
    lock that the caller may hold; and it may run again if another job of the transaction fails, so
    it changes nothing but the database.
    """

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._engine: Engine = sessions.kw["bind"]
        self._writing: Connection | None = None
        self._waiting: list[_Entry] = []
        self._guard, self._turn = Lock(), Lock()

    def store(self, job: Job) -> None:
        """Run a job in a transaction.

        On return it is on disk. If the job fails, nothing is stored and its error is raised; after
        OutcomeUnknown it may be stored.
        """
        entry = _Entry(job)
        if self._engine.dialect.name != "sqlite":
            with self._engine.connect() as connection:
                self._commit([entry], connection)
        else:
            self._together(entry)
        if entry.error is not None:
            raise entry.error

    @property
    def queue(self) -> int:
        """The number of jobs waiting for the next commit."""
        return len(self._waiting)

    def close(self) -> None:
        with self._turn:
            if self._writing is not None:
                self._writing.close()
                self._writing.engine.dispose()
                self._writing = None

    def _together(self, entry: _Entry) -> None:
        """Commit for all jobs that have queued up."""
        with self._guard:
            self._waiting.append(entry)
        with self._turn:
            if entry.done:
                return
            with self._guard:
                batch, self._waiting = self._waiting, []
            try:
                if self._writing is None:
                    self._writing = writing_engine(self._engine).connect()
                self._commit(batch, self._writing)
            except BaseException as error:  # noqa: BLE001  raised again by all it concerns
                _fail(batch, error)

    def _commit(self, batch: list[_Entry], connection: Connection) -> None:
        """Run all jobs in one transaction; if one fails, each in its own.

        What may be stored already is not retried.
        """
        error = self._try(batch, connection)
        if error is not None and len(batch) > 1 and not isinstance(error, OutcomeUnknown):
            for entry in batch:
                entry.error = self._try([entry], connection)
                entry.done = True
            return
        for entry in batch:
            entry.error, entry.done = error, True

    def _try(self, batch: list[_Entry], connection: Connection) -> BaseException | None:
        """Run a transaction; return None, the error that rolled it back, or OutcomeUnknown."""
        opened: list[Transaction] = []
        is_complete = False
        try:
            with _begun(connection) as driver:
                for entry in batch:
                    transaction = Transaction(connection, self._sessions, driver)
                    opened.append(transaction)
                    entry.job(transaction)
                    transaction.flush()
                is_complete = True
        except BaseException as error:  # noqa: BLE001  raised again in the waiting threads
            for transaction in opened:
                transaction.end(committed=False)
            return OutcomeUnknown.of(error) if is_complete and _broke_off(error) else error
        for transaction in opened:
            transaction.end(committed=True)
        return None


@contextmanager
def _begun(connection: Connection) -> Iterator[QueuedConnection | None]:
    """Begin and commit a transaction; yield the driver's connection if it is SQLite's."""
    dialect = connection.dialect
    if dialect.name != "sqlite":
        with connection.begin():
            yield None
        return
    driver, sql = driver_of(connection), "BEGIN IMMEDIATE"
    try:
        driver.begin()
        yield driver
        sql = "COMMIT"
        if connection.in_transaction():
            connection.commit()
        else:
            driver.commit()
    except BaseException as error:
        if connection.get_transaction() is not None:  # also one whose commit has failed
            connection.rollback()
        driver.rollback()
        if isinstance(error, SqliteError):
            raise sqlalchemy_error(sql, error, dialect) from error
        raise


def _broke_off(error: BaseException) -> bool:
    return isinstance(error, DBAPIError) and error.connection_invalidated


def _fail(batch: list[_Entry], error: BaseException) -> None:
    """Fail the jobs that were not run, so that none counts as stored."""
    for entry in batch:
        if not entry.done:
            entry.error, entry.done = error, True
