"""The game clock: the time by which tables go.

It counts on by itself, and is set by a clock that tells the time of day: the database's where
servers share one, so that they all go by the same, otherwise this machine's. Should that one jump,
this one goes on until the timekeeper looks: then the clock is set and all deadlines are put off in
one step, and nobody has played by the wrong time in between.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Engine, text

_NOW = text("SELECT extract(epoch FROM clock_timestamp())")

TimeOfDay = Callable[[], float]


class GameClock:
    """Seconds since 1970, as they count on from the last time the clock was set."""

    def __init__(
        self, time_of_day: TimeOfDay = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._time_of_day = time_of_day
        self._steady = steady
        self.apart = self.look()  # how far it was from the steady clock when it was last set

    def __call__(self) -> float:
        return self._steady() + self.apart

    def look(self) -> float:
        """How far apart the time of day and the steady clock are now, to the millisecond."""
        before = self._steady()
        told = self._time_of_day()
        return round(told - (before + self._steady()) / 2, 3)


def time_of_day(engine: Engine) -> TimeOfDay:
    """The clock that a server goes by: that of the database it shares with others, or its own."""
    if engine.dialect.name != "postgresql":
        return lambda: time.time()

    def of_the_database() -> float:
        with engine.connect() as connection:
            return float(connection.scalar(_NOW) or 0.0)

    return of_the_database
