"""Uses of rate limits, in memory, or in the database if processes share one.

Used capacity is restored gradually. Uses in the database have their own connections: a request may
hold one of the others while it checks a limit.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from random import random
from threading import Lock
from typing import Protocol

from sqlalchemy import Engine, create_engine, text

from entente.server.storage.database import close
from entente.server.storage.digests import digest

KNOWN = 100_000  # names kept in memory
CONNECTIONS = 2
TIDIED = 0.005  # share of uses that also delete restored entries


class Uses(Protocol):
    """The uses of limits."""

    clock: Callable[[], float]
    shared: bool  # between processes, through the database

    def take(self, name: str, most: int, seconds: float, now: float) -> float:
        """Use a limit once if allowed; otherwise return the seconds to wait."""
        ...

    def tidy(self) -> None:
        """Delete entries that are fully restored."""
        ...

    def clear(self) -> None: ...

    def close(self) -> None: ...


def uses_of(engine: Engine, clock: Callable[[], float]) -> Uses:
    """Return the uses of a server.

    SQLite serves one process, which counts in memory. `clock` is shared by all processes.
    """
    return SharedUses(engine, clock) if engine.dialect.name == "postgresql" else UsesInMemory()


class UsesInMemory:
    """Uses counted by one process."""

    shared = False

    def __init__(self) -> None:
        self.clock: Callable[[], float] = time.monotonic
        # By name: the amount used, since when it is restored, and when it is fully restored.
        self._used: OrderedDict[str, tuple[float, float, float]] = OrderedDict()
        self._lock = Lock()

    def take(self, name: str, most: int, seconds: float, now: float) -> float:
        with self._lock:
            used, since, _ = self._used.pop(name, (0.0, now, now))
            used = max(0.0, used - (now - since) * most / seconds)
            over = used + 1 > most
            now_used = used if over else used + 1
            self._used[name] = (now_used, now, now + now_used * seconds / most)
            while len(self._used) > KNOWN:
                self._used.popitem(last=False)
        return (used + 1 - most) * seconds / most if over else 0.0

    def tidy(self) -> None:
        now = self.clock()
        with self._lock:
            for name in [each for each, (_, _, until) in self._used.items() if until <= now]:
                del self._used[name]

    def clear(self) -> None:
        with self._lock:
            self._used.clear()

    def close(self) -> None:
        """Do nothing."""


_LEFT = "greatest(0, limit_uses.used - greatest(0, :now - limit_uses.since) * :rate)"
# Returns no row if the limit is reached: then nothing is changed.
_TAKE = text(
    "INSERT INTO limit_uses (name, used, since, until) VALUES (:name, 1, :now, :now + 1 / :rate) "
    f"ON CONFLICT (name) DO UPDATE SET used = {_LEFT} + 1, since = :now, "
    f"until = :now + ({_LEFT} + 1) / :rate WHERE {_LEFT} + 1 <= :most RETURNING used"
)
_LOOK = text(f"SELECT {_LEFT} FROM limit_uses WHERE name = :name")
_TIDY = text("DELETE FROM limit_uses WHERE until < :now")
_CLEAR = text("DELETE FROM limit_uses")


class SharedUses:
    """Uses counted by all processes of a server, in PostgreSQL."""

    shared = True

    def __init__(self, engine: Engine, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._engine = create_engine(
            engine.url,
            hide_parameters=True,
            pool_pre_ping=True,
            pool_size=CONNECTIONS,
            max_overflow=0,
            isolation_level="AUTOCOMMIT",
            connect_args={"application_name": "entente-limits"},
        )

    def take(self, name: str, most: int, seconds: float, now: float) -> float:
        rate = most / seconds
        parameters = {"name": digest(name), "now": now, "rate": rate, "most": most}
        with self._engine.connect() as connection:
            if random() < TIDIED:
                connection.execute(_TIDY, {"now": now})
            if connection.execute(_TAKE, parameters).first() is not None:
                return 0.0
            used = connection.scalar(_LOOK, parameters) or 0.0
        return max(1e-3, (used + 1 - most) / rate)

    def tidy(self) -> None:
        with self._engine.connect() as connection:
            connection.execute(_TIDY, {"now": self.clock()})

    def clear(self) -> None:
        with self._engine.connect() as connection:
            connection.execute(_CLEAR)

    def close(self) -> None:
        close(self._engine)
