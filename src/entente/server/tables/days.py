"""Days that count for a deadline, in UTC."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

DAY = 86_400
FARTHEST = 400  # maximum days a deadline may be put off


class Calendar:
    """Which days count, by weekday and by date."""

    def __init__(self, weekdays: Collection[int] = (), dates: Collection[str] = ()) -> None:
        self.weekdays = frozenset(weekdays)
        self.dates = frozenset(dates)

    def off(self, moment: float) -> bool:
        """Return whether the day of a moment does not count."""
        day = datetime.fromtimestamp(moment, UTC).date()
        return day.weekday() in self.weekdays or day.isoformat() in self.dates

    def reach(self, moment: float, seconds: float) -> float:
        """Return the moment when this many counting seconds have passed."""
        for _ in range(FARTHEST):
            tomorrow = next_day(moment)
            if not self.off(moment):
                if seconds <= tomorrow - moment:
                    break
                seconds -= tomorrow - moment
            moment = tomorrow
        return moment + seconds

    def count(self, start: float, end: float) -> float:
        """Return how many of the seconds between two moments count."""
        counted = 0.0
        while start < end:
            tomorrow = min(next_day(start), end)
            if not self.off(start):
                counted += tomorrow - start
            start = tomorrow
        return counted


def next_day(moment: float) -> float:
    """Return when the day of a moment ends."""
    day = datetime.fromtimestamp(moment, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return (day + timedelta(days=1)).timestamp()
