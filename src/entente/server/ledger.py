"""The ledger: changes of tables, stored for good, several at a time where that is quicker.

A commit waits for the disk. While one waits, what other tables want to store gathers, and goes to
the disk together with the next commit; each change is told only after the commit it was part of.
PostgreSQL does this by itself; for SQLite, which has one writer at a time, it is done here.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session

from entente.server.database import Sessions, writing_engine

Job = Callable[[Session, Connection], object]


class _Entry:
    """What somebody wants stored, and how it went."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.done = False
        self.error: BaseException | None = None
        self.session: Session | None = None


class Ledger:
    """Stores changes durably, one after the other or together.

    A job gets a session, and the connection below it for statements that need no session; both are
    of one transaction. It may run in another thread than the one that waits for it, so it takes no
    lock that whoever waits may hold.
    """

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._engine: Engine = sessions.kw["bind"]
        self._writing: Connection | None = None
        self._waiting: list[_Entry] = []
        self._guard, self._turn = Lock(), Lock()

    def store(self, job: Job) -> None:
        """Run a job in a transaction. When this returns, it is on the disk; when the job fails,
        nothing of it is stored and its error is raised here."""
        entry = _Entry(job)
        if self._engine.dialect.name != "sqlite":
            with self._engine.connect() as connection:
                self._commit([entry], connection)
        else:
            self._together(entry)
        if entry.error is not None:
            raise entry.error

    def close(self) -> None:
        with self._turn:
            if self._writing is not None:
                self._writing.close()
                self._writing.engine.dispose()
                self._writing = None

    def _together(self, entry: _Entry) -> None:
        """Whoever comes first commits for all who have come since."""
        with self._guard:
            self._waiting.append(entry)
        with self._turn:
            if entry.done:
                return
            with self._guard:
                batch, self._waiting = self._waiting, []
            if self._writing is None:
                self._writing = writing_engine(self._engine).connect()
            self._commit(batch, self._writing)

    def _commit(self, batch: list[_Entry], connection: Connection) -> None:
        """A transaction of several jobs; one that fails takes only itself back."""
        try:
            with connection.begin():
                if len(batch) == 1:
                    self._run(batch[0], connection)
                else:
                    for entry in batch:
                        self._run_apart(entry, connection)
        except BaseException as error:  # noqa: BLE001  raised again by each whom it concerns
            for entry in batch:
                entry.error = entry.error or error
        for entry in batch:
            self._finish(entry)
            entry.done = True

    def _run(self, entry: _Entry, connection: Connection) -> None:
        session = self._sessions(bind=connection, join_transaction_mode="rollback_only")
        entry.session = session
        entry.job(session, connection)
        if session.in_transaction():
            session.flush()

    def _run_apart(self, entry: _Entry, connection: Connection) -> None:
        try:
            with connection.begin_nested():
                self._run(entry, connection)
        except BaseException as error:  # noqa: BLE001  raised again where the job came from
            entry.error = error

    def _finish(self, entry: _Entry) -> None:
        """The session hears of the commit after it has happened, and so do its listeners."""
        session = entry.session
        if session is not None:
            if entry.error is None and session.in_transaction():
                session.commit()
            session.close()
