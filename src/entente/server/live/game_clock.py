"""The clock that tables use.

It counts monotonically and is set from a clock with the time of day: the database's if servers
share one, otherwise this machine's. If that one jumps, this one continues until the timekeeper's
next check, which sets the clock and moves all deadlines in one step, so that no one plays by the
wrong time.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Engine, text

_NOW = text("SELECT extract(epoch FROM clock_timestamp())")

TimeOfDay = Callable[[], float]


class GameClock:
    """Seconds since 1970, counted from the last time the clock was set."""

    def __init__(
        self, time_of_day: TimeOfDay = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._time_of_day = time_of_day
        self._steady = steady
        self.apart = self.offset()  # offset from the monotonic clock when last set

    def __call__(self) -> float:
        return self._steady() + self.apart

    def offset(self) -> float:
        """Return the offset between the time of day and the monotonic clock, to the millisecond."""
        before = self._steady()
        now = self._time_of_day()
        return round(now - (before + self._steady()) / 2, 3)


def time_of_day(engine: Engine) -> TimeOfDay:
    """Return the server's clock: the shared database's, or its own."""
    if engine.dialect.name != "postgresql":
        return lambda: time.time()

    def of_the_database() -> float:
        with engine.connect() as connection:
            return float(connection.scalar(_NOW) or 0.0)

    return of_the_database
