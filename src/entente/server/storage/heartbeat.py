"""Check that the database still stores, by storing something.

Frequent callers get a recent result, so that checking is cheap.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

from sqlalchemy import text

from entente.server.storage.grouped_commits import GroupedCommits, Transaction

GOOD_FOR = 2.0  # seconds
_BEAT = text(
    "INSERT INTO secrets (name, value) VALUES ('heartbeat', :moment)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


class Heartbeat:
    """Stores a timestamp the way all changes are stored."""

    def __init__(
        self, commits: GroupedCommits, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.commits = commits
        self.clock = clock
        self._tried: float | None = None
        self._failure: Exception | None = None  # of the last attempt
        self._lock = Lock()

    def beat(self) -> None:
        """Store something. Raise the error that prevents it."""
        with self._lock:
            if self._tried is None or self.clock() - self._tried >= GOOD_FOR:
                self._failure = self._try()
                self._tried = self.clock()
            if self._failure is not None:
                raise self._failure.with_traceback(None)

    def _try(self) -> Exception | None:
        try:
            self.commits.store(_beat)
        except Exception as error:  # noqa: BLE001  concurrent callers get the same error
            return error
        return None


def _beat(transaction: Transaction) -> None:
    transaction.connection.execute(_BEAT, {"moment": str(int(time.time()))})
