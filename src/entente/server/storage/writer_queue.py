"""A queue of writers for SQLite, which allows one at a time.

A blocked writer polls SQLite with pauses that grow to a tenth of a second; with many writers, the
database idles most of the time. Threads of one process wait here instead, and the next one
continues at once. Between processes SQLite's own locking applies, also if the queue times out.
"""

from __future__ import annotations

import os
import sqlite3
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import Connection, Engine, event

from entente.server.storage.prepared import sqlalchemy_error

LONGEST = 10.0  # seconds to wait in the queue
# Statements that start a transaction in Python's driver.
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE", "SAVEPOINT")


class WriterQueue:
    """The writer of a database in this process: at most one."""

    def __init__(self) -> None:
        self.lock = Lock()


class QueuedConnection(sqlite3.Connection):
    """A connection that holds the queue from its first change to commit or rollback."""

    turns: WriterQueue
    has_turn = False

    def acquire(self) -> None:
        if not self.has_turn:
            self.has_turn = self.turns.lock.acquire(timeout=LONGEST)

    def release(self) -> None:
        if self.has_turn:
            self.has_turn = False
            self.turns.lock.release()

    def begin(self) -> None:
        """Begin a transaction as a writer."""
        self.acquire()
        try:
            self.execute("BEGIN IMMEDIATE")
        except BaseException:
            self.release()
            raise

    def commit(self) -> None:
        super().commit()
        self.release()  # after an error, it is rolled back first

    def rollback(self) -> None:
        try:
            super().rollback()
        finally:
            self.release()

    def close(self) -> None:
        try:
            super().close()
        finally:
            self.release()


_databases: WeakValueDictionary[str, WriterQueue] = WeakValueDictionary()
_guard = Lock()


def queue_writers(engine: Engine) -> None:
    """Make all connections of an engine share the queue of their file."""
    turns = _turns_of(engine.url.database)

    def belong(connection: QueuedConnection, record: object) -> None:
        connection.turns = turns

    event.listen(engine, "connect", belong)
    event.listen(engine, "before_cursor_execute", _before_a_change)


def begin_as_writer(connection: Connection) -> None:
    """Begin a transaction as a writer, unless the driver has begun one."""
    driver = driver_of(connection)
    if driver.in_transaction:
        return
    try:
        driver.begin()
    except sqlite3.Error as error:
        raise sqlalchemy_error("BEGIN IMMEDIATE", error, connection.dialect) from error


def _turns_of(path: str | None) -> WriterQueue:
    if not path or path == ":memory:":
        return WriterQueue()
    with _guard:
        return _databases.setdefault(os.path.abspath(path), WriterQueue())


def _before_a_change(connection: Connection, cursor: object, statement: str, *rest: Any) -> None:
    if statement.startswith(WRITES):
        driver_of(connection).acquire()


def driver_of(connection: Connection) -> QueuedConnection:
    """Return the driver's connection."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, QueuedConnection)
    return driver
