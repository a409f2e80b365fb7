"""Pace: how long a seat may think.

A table is `free`; `live`, with a clock for each seat as in chess; or played by `correspondence`,
with a deadline for each decision. Time runs only while a person must decide and the table is not
paused. Days are those of UTC; a day off of the table, or a day on which the seat's player is away,
does not count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Set
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypedDict

import msgspec

from entente.kernel import Seat
from entente.server.problem import Problem
from entente.server.storage.models import Chair

MINUTE, HOUR, DAY = 60, 3600, 86_400
MINUTES, INCREMENT, HOURS = (1, 600), (0, 300), (1, 720)
MOST_DAYS_OFF = 6
BACK = 60  # seconds that somebody who returns to a run-down clock has at least
GRACE = HOUR  # what is left at least of a deadline after an action was taken back
FARTHEST = 400  # days that a deadline may be put off


class Free(msgspec.Struct, frozen=True, tag_field="kind", tag="free"):
    """Everybody takes his time."""


class Live(msgspec.Struct, frozen=True, tag_field="kind", tag="live"):
    """A clock for each seat: `minutes` for the game, `increment` seconds for each turn."""

    minutes: int
    increment: int = 0


class Correspondence(msgspec.Struct, frozen=True, tag_field="kind", tag="correspondence"):
    """`hours` for each decision; `days_off` are weekdays, Monday being 0."""

    hours: int
    days_off: list[int] = []


Pace = Free | Live | Correspondence


def read_pace(data: Mapping[str, Any]) -> Pace:
    """A pace that somebody asks for, or a Problem that says what is wrong with it."""
    try:
        pace: Pace = msgspec.convert(data or {"kind": "free"}, Pace)
    except msgspec.ValidationError:
        raise Problem(422, "pace.kind") from None
    if isinstance(pace, Live):
        _within("minutes", pace.minutes, MINUTES)
        _within("increment", pace.increment, INCREMENT)
    elif isinstance(pace, Correspondence):
        _within("hours", pace.hours, HOURS)
        days = sorted(set(pace.days_off))
        if any(not 0 <= day <= 6 for day in days) or len(days) > MOST_DAYS_OFF:
            raise Problem(422, "pace.days_off", most=MOST_DAYS_OFF)
        pace = Correspondence(pace.hours, days)
    return pace


def _within(name: str, value: int, bounds: tuple[int, int]) -> None:
    least, most = bounds
    if not least <= value <= most:
        raise Problem(422, f"pace.{name}", least=least, most=most)


# -- days that count


class Calendar:
    """Which days count, by weekday and by date."""

    def __init__(self, weekdays: Collection[int] = (), dates: Collection[str] = ()) -> None:
        self.weekdays = frozenset(weekdays)
        self.dates = frozenset(dates)

    def off(self, moment: float) -> bool:
        """Whether the day of a moment does not count."""
        day = datetime.fromtimestamp(moment, UTC).date()
        return day.weekday() in self.weekdays or day.isoformat() in self.dates

    def reach(self, moment: float, seconds: float) -> float:
        """The moment when that many seconds that count have passed."""
        for _ in range(FARTHEST):
            tomorrow = _next_day(moment)
            if not self.off(moment):
                if seconds <= tomorrow - moment:
                    break
                seconds -= tomorrow - moment
            moment = tomorrow
        return moment + seconds

    def count(self, start: float, end: float) -> float:
        """How many of the seconds between two moments count."""
        counted = 0.0
        while start < end:
            tomorrow = min(_next_day(start), end)
            if not self.off(start):
                counted += tomorrow - start
            start = tomorrow
        return counted


def _next_day(moment: float) -> float:
    day = datetime.fromtimestamp(moment, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return (day + timedelta(days=1)).timestamp()


# -- the clocks of a table


class Clocks(NamedTuple):
    """What the clocks of a table's chairs go by."""

    pace: Pace
    asked: Set[Seat]  # seats of people whose time runs
    asked_since: float  # when the present question was put
    paused: bool  # the game has begun, and stands still
    away: Mapping[int, Collection[str]]  # dates on which people do not play, by user

    def calendar(self, chair: Chair) -> Calendar:
        """The days that count for a seat."""
        weekdays = self.pace.days_off if isinstance(self.pace, Correspondence) else ()
        return Calendar(weekdays, self.away.get(chair.user_id or 0, ()))


class ClockChange(TypedDict, total=False):
    """What is to be set of a chair's clock."""

    due: float | None
    remind: float | None
    missed: int | None
    left: float | None


def keep_time(
    clocks: Clocks,
    chairs: Iterable[Chair],
    now: float,
    acted: Seat | None = None,
    took_back: Seat | None = None,
) -> dict[Seat, ClockChange]:
    """After a change at the table: which clocks start and stop. `acted` and `took_back` say whose
    action the change was, if it was one."""
    changes: dict[Seat, ClockChange] = {}
    pace = clocks.pace
    for chair in chairs:
        seat, waits = chair.seat, _waits(chair)
        if seat not in clocks.asked:
            if waits:
                changes[seat] = stop(clocks, chair, now, turn_over=seat == acted)
        elif isinstance(pace, Live):
            if not waits:
                changes[seat] = _start_clock(pace, chair, now, again=seat == took_back)
        elif isinstance(pace, Correspondence) and (not waits or seat in (acted, took_back)):
            again = took_back is not None
            changes[seat] = _set_deadline(clocks, pace, chair, now, again=again)
    return changes


def stop(clocks: Clocks, chair: Chair, now: float, *, turn_over: bool = False) -> ClockChange:
    """A clock stands still; a deadline is met, or put off until the table goes on."""
    pace, left = clocks.pace, None
    if isinstance(pace, Live):
        left = max(0.0, chair.due - now) if chair.due is not None else 0.0
        left += pace.increment if turn_over else 0
    elif clocks.paused and chair.due is not None:
        left = clocks.calendar(chair).count(now, chair.due)
    return ClockChange(due=None, remind=None, missed=None, left=left)


def come_back(clocks: Clocks, chair: Chair, now: float) -> ClockChange:
    """Somebody else, or the same person again, takes a seat: he finds time on the clock."""
    change = stop(clocks, chair, now) if _waits(chair) else ClockChange(left=chair.left)
    if isinstance(clocks.pace, Live):
        left = _time_left(clocks.pace, change["left"])
        change["left"] = max(left, float(BACK))
    else:
        change["left"] = None
    return change


def put_off(clocks: Clocks, chair: Chair, now: float) -> float | None:
    """The later deadline of a seat whose player is away today; None if he is not."""
    days = clocks.calendar(chair)
    if not isinstance(clocks.pace, Correspondence) or chair.due is None or not days.off(now):
        return None
    midnight = _next_day(now) - DAY
    return days.reach(midnight, max(1.0, chair.due - midnight))


def _waits(chair: Chair) -> bool:
    """Whether a clock runs, or has run out."""
    return chair.due is not None or chair.missed is not None


def _time_left(pace: Live, left: float | None) -> float:
    """What a clock shows; before its first start, all of its time."""
    return float(pace.minutes * MINUTE) if left is None else left


def _start_clock(pace: Live, chair: Chair, now: float, *, again: bool) -> ClockChange:
    left = _time_left(pace, chair.left)
    if again:  # the turn goes on, and has not earned its increment
        left = max(0.0, left - pace.increment)
    return ClockChange(due=now + left, left=left)


def _set_deadline(
    clocks: Clocks, pace: Correspondence, chair: Chair, now: float, *, again: bool
) -> ClockChange:
    days, seconds = clocks.calendar(chair), pace.hours * HOUR
    if chair.left is not None:  # it was put off
        due = days.reach(now, chair.left)
    elif again:  # taking an action back and acting again must not win time
        due = max(days.reach(clocks.asked_since, seconds), now + min(GRACE, seconds))
    else:
        due = days.reach(now, seconds)
    remind = due - min(seconds / 4, DAY)
    return ClockChange(due=due, remind=remind if remind > now else None, missed=None, left=None)
