"""PostgreSQL connections that report what their transactions announce, after the commit.

With the setting `entente.announce`, the triggers of the database send announcements as notices to
the connection that writes, instead of notifying all (migration 0028).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from psycopg import Connection
from psycopg.errors import Diagnostic

ANNOUNCEMENT = "EN001"  # the SQLSTATE of such a notice
# The operator may have turned notices off for the role.
OPTION = "-c entente.announce=client -c client_min_messages=notice"

OnCommit = Callable[[list[str]], None]


class AnnouncingConnection(Connection[tuple[Any, ...]]):
    """A connection whose owner hears of each commit with announcements.

    A notice of a savepoint that was rolled back is reported too: its reader finds no change.
    """

    on_commit: OnCommit
    _pending: list[str]

    @classmethod
    def open(cls, on_commit: OnCommit, *args: Any, **options: Any) -> AnnouncingConnection:
        options["options"] = f"{options.get('options', '')} {OPTION}".strip()
        connection = cls.connect(*args, **options)
        connection.on_commit = on_commit
        connection._pending = []
        connection.add_notice_handler(connection._note)
        return connection

    def commit(self) -> None:
        super().commit()
        announced, self._pending = self._pending, []
        if announced:
            self.on_commit(announced)

    def rollback(self) -> None:
        self._pending.clear()
        super().rollback()

    def _note(self, notice: Diagnostic) -> None:
        if notice.sqlstate == ANNOUNCEMENT and notice.message_primary is not None:
            self._pending.append(notice.message_primary)
