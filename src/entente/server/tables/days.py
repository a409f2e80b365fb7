"""Days that count for a deadline, in UTC or in the time zone of a table."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

DAY = 86_400
FARTHEST = 400  # maximum days a deadline may be put off


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    """Return the names of the time zones this machine knows."""
    return frozenset(available_timezones() | {"UTC"})


@lru_cache(maxsize=64)
def zone_named(name: str) -> tzinfo:
    """Return a time zone; UTC if this machine does not know it."""
    return ZoneInfo(name) if name != "UTC" and name in zones() else UTC


class Calendar:
    """Which days count, by weekday and by date."""

    def __init__(
        self,
        weekdays: Collection[int] = (),
        dates: Collection[str] = (),
        zone: tzinfo = UTC,
    ) -> None:
        self.weekdays = frozenset(weekdays)
        self.dates = frozenset(dates)
        self.zone = zone

    def day(self, moment: float) -> date:
        """Return the day of a moment."""
        return datetime.fromtimestamp(moment, self.zone).date()

    def midnight(self, moment: float) -> float:
        """Return when the day of a moment began."""
        return _clock_time(self.day(moment), 0, self.zone)

    def off(self, moment: float) -> bool:
        """Return whether the day of a moment does not count."""
        day = self.day(moment)
        return day.weekday() in self.weekdays or day.isoformat() in self.dates

    def reach(self, moment: float, seconds: float) -> float:
        """Return the moment when this many counting seconds have passed."""
        for _ in range(FARTHEST):
            tomorrow = next_day(moment, self.zone)
            if not self.off(moment):
                if seconds <= tomorrow - moment:
                    break
                seconds -= tomorrow - moment
            moment = tomorrow
        return moment + seconds

    def reach_hour(self, moment: float, seconds: float, hour: int) -> float:
        """Return the first full `hour` of a counting day after this many counting seconds."""
        earliest = self.reach(moment, seconds)
        day = self.day(earliest)
        for _ in range(FARTHEST):
            end = _clock_time(day, hour, self.zone)
            if end >= earliest and not self.off(end):
                return end
            day += timedelta(days=1)
        return earliest

    def count(self, start: float, end: float) -> float:
        """Return how many of the seconds between two moments count."""
        counted = 0.0
        while start < end:
            tomorrow = min(next_day(start, self.zone), end)
            if not self.off(start):
                counted += tomorrow - start
            start = tomorrow
        return counted


def _clock_time(day: date, hour: int, zone: tzinfo) -> float:
    """Return when a clock in a zone shows a full hour; if it skips it, when it would have."""
    return datetime.combine(day, time(hour), zone).timestamp()


def next_day(moment: float, zone: tzinfo = UTC) -> float:
    """Return when the day of a moment ends."""
    day = datetime.fromtimestamp(moment, zone).date()
    end = _clock_time(day + timedelta(days=1), 0, zone)
    # Where clocks change at midnight, a day may begin later than its first hour.
    return end if end > moment else moment + 3600
