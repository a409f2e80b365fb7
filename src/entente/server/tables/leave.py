"""Leave: days away that each player of a table may take.

The table's `leave_days` are agreed at its creation. The days away in a player's preferences use
them up in their order, from the day the player sat down; so do the days taken automatically
(tables/absent_players.py). Further days away count like any other. Days of the past cannot be
struck out of the preferences, so leave that was taken stays taken. Without `leave_days`, all days
away are leave, and none is taken automatically.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime
from typing import NamedTuple

from entente.server.tables.days import Calendar
from entente.server.tables.time_control import calendar_of
from entente.wire.tables import TimeControl


class SeatLeave(NamedTuple):
    """What determines the leave of a seat: columns of the table, and of the seat."""

    leave_days: int | None
    begun: int | None
    leave_used: int | None
    seated: int | None


def leave_dates(leave: SeatLeave, pace: TimeControl, away: Collection[str]) -> Collection[str]:
    """Return the days away that count as leave."""
    if leave.leave_days is None or not away:
        return away
    days = _own_days(leave, calendar_of(pace, ()), away)
    return days[: max(0, leave.leave_days - (leave.leave_used or 0))]


def leave_left(leave: SeatLeave, pace: TimeControl, away: Collection[str], now: float) -> int:
    """Return how many days of leave a player has left; 0 if the table grants none."""
    if not leave.leave_days:
        return 0
    calendar = calendar_of(pace, ())
    today = calendar.day(now).isoformat()
    taken = sum(day <= today for day in _own_days(leave, calendar, away))
    return max(0, leave.leave_days - (leave.leave_used or 0) - taken)


def _own_days(leave: SeatLeave, calendar: Calendar, away: Collection[str]) -> list[str]:
    """Return the days away that would use up leave.

    Not those before the player sat down, and not those that do not count anyway.
    """
    begun = leave.seated or leave.begun
    first = calendar.day(begun) if begun else datetime.fromtimestamp(0, UTC).date()
    days = sorted(day for day in away if day >= first.isoformat())
    return [day for day in days if date.fromisoformat(day).weekday() not in calendar.weekdays]
