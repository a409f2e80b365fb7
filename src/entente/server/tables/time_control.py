"""Clocks and deadlines.

A table is `free`; `live`, with a chess clock for each seat; or has a deadline for each question:
`correspondence` gives the same hours to each, `phases` a time to each kind of phase. Time runs only
while a person must decide and the table is not paused. Days are in UTC, with `phases` in the
table's time zone; the table's days off and the days on which the player is away do not count.

A long phase may end at a fixed hour. It then ends at the first such hour that leaves the player at
least its time less two hours: a phase that begins a moment after the hour of the day before, or in
the night in which clocks are set forward, must not last a day longer. What puts a deadline off,
such as a pause, puts it off by its own time, and not to the fixed hour.

A deadline belongs to a question, not to an action: acting again in the same question gains no time.
A player who has answered and is asked again because of another player's action gets the time that
was left, and at least an hour. A player who undoes their own answer gets the time that was left.
The time of an interrupted question stops. If a seat has several questions, the time of one is
shown; the others run from the moment they were asked. A player who takes over a seat takes over its
time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Set
from typing import Any, NamedTuple, Protocol, TypedDict

import msgspec

from entente.kernel import Seat
from entente.kernel.decoding import prepare
from entente.server.problem import Problem
from entente.server.storage.models import TableSeat
from entente.server.tables.days import DAY, Calendar, zone_named, zones
from entente.wire.tables import LONG_PHASE, Correspondence, Live, Phases, TimeControl

MINUTE, HOUR = 60, 3600
MINUTES, INCREMENT, HOURS = (1, 600), (0, 300), (1, 720)
PHASE = (5, 7 * 24 * 60)  # minutes
GRACE_MINUTES = (0, 24 * 60)
CLOCK_HOURS = (0, 23)
MOST_DAYS_OFF = 6
LONG = LONG_PHASE * MINUTE
EARLIER = 2 * HOUR  # by how much a fixed hour may shorten a phase
BACK = 60  # seconds for a player who returns to a clock that has run out
GRACE = HOUR  # minimum time for a player who had answered and is asked again
Deadlines = Correspondence | Phases


def read_pace(data: Mapping[str, Any]) -> TimeControl:
    """Parse a requested pace. Raise Problem if it is invalid."""
    try:
        pace: TimeControl = msgspec.convert(data or {"kind": "free"}, TimeControl)
    except msgspec.ValidationError:
        raise Problem(422, "pace.kind") from None
    if isinstance(pace, Live):
        _within("minutes", pace.minutes, MINUTES)
        _within("increment", pace.increment, INCREMENT)
    elif isinstance(pace, Correspondence):
        _within("hours", pace.hours, HOURS)
        pace = Correspondence(pace.hours, _days_off(pace.days_off))
    elif isinstance(pace, Phases):
        pace = msgspec.structs.replace(pace, days_off=_days_off(pace.days_off))
    return pace


def check_phases(pace: TimeControl, kinds: Collection[str]) -> None:
    """Check the times of a new table's phases. Raise Problem if they do not fit the game.

    `kinds` are the kinds of phases of the game. Stored tables are not checked again: their time
    zone may be unknown to another machine.
    """
    if not isinstance(pace, Phases):
        return
    if set(pace.minutes) != set(kinds):
        raise Problem(422, "pace.phases", known=list(kinds))
    for minutes in pace.minutes.values():
        _within("phase", minutes, PHASE)
    _within("grace", pace.grace, GRACE_MINUTES)
    if pace.zone not in zones():
        raise Problem(422, "pace.zone", zone=pace.zone[:40])
    if pace.hour is not None:
        _within("hour", pace.hour, CLOCK_HOURS)
        if not is_long(pace):
            raise Problem(422, "pace.hour_short", hours=LONG // HOUR)


def is_long(pace: TimeControl) -> bool:
    """Return whether players need not be online: some deadline is half a day or more."""
    if isinstance(pace, Phases):
        return pace.is_long
    return isinstance(pace, Correspondence) and pace.hours * HOUR >= LONG


def _days_off(days: Collection[int]) -> list[int]:
    if any(not 0 <= day <= 6 for day in days) or len(set(days)) > MOST_DAYS_OFF:
        raise Problem(422, "pace.days_off", most=MOST_DAYS_OFF)
    return sorted(set(days))


def calendar_of(pace: TimeControl, dates: Collection[str]) -> Calendar:
    """Return the days that count at a table, for a player who is away on some dates."""
    if isinstance(pace, Phases):
        return Calendar(pace.days_off, dates, zone_named(pace.zone))
    return Calendar(pace.days_off if isinstance(pace, Correspondence) else (), dates)


def _within(name: str, value: int, bounds: tuple[int, int]) -> None:
    least, most = bounds
    if not least <= value <= most:
        raise Problem(422, f"pace.{name}", least=least, most=most)


# -- the clocks of a table


class OtherClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time of a question whose time is not the one shown.

    It is up at `due`; while the question is interrupted, `left` seconds remain. At a live table it
    has neither, and records that the question's increment was earned.

    `must`: the seat is asked this now, beside another question. `closed`: the seat has given its
    final answer and may still undo it.
    """

    due: float | None = None
    left: float | None = None
    must: bool = False
    closed: bool = False


prepare(OtherClock)


class Clocks(NamedTuple):
    """The inputs of a table's clocks."""

    pace: TimeControl
    asked: Mapping[Seat, tuple[int, ...]]  # seats whose time runs, and for which questions
    windows: Set[int]  # all open questions
    # when each question was first asked: open, interrupted or closed
    asked_since: Mapping[int, float]
    standing: Set[int]  # standing questions, open beside all others
    paused: bool  # the game has started and is paused
    away: Mapping[int, Collection[str]]  # days away, by user
    kinds: Mapping[int, str] = {}  # the kind of phase of each open question

    def calendar(self, chair: TableSeat) -> Calendar:
        """Return the days that count for a seat."""
        return calendar_of(self.pace, self.away.get(chair.user_id or 0, ()))

    def seconds(self, window: int | None) -> float:
        """Return the time for a question; of a question that is not open, the shortest."""
        if isinstance(self.pace, Phases):
            kind = self.kinds.get(window or 0, "")
            minutes = self.pace.minutes.get(kind) or min(self.pace.minutes.values())
            return float(minutes * MINUTE)
        return float(self.pace.hours * HOUR) if isinstance(self.pace, Correspondence) else 0.0

    def deadline(self, chair: TableSeat, window: int, since: float) -> float:
        """Return when the time for a question is up if it was asked at a moment."""
        days, seconds = self.calendar(chair), self.seconds(window)
        hour = self.pace.hour if isinstance(self.pace, Phases) else None
        if hour is None or seconds < LONG:
            return days.reach(since, seconds)
        return days.reach_hour(since, seconds - EARLIER, hour)

    def question(self, chair: TableSeat) -> int | None:
        """Return the question whose time runs for a seat: the current one, or the first."""
        windows = self.asked.get(chair.seat, ())
        return chair.window if chair.window in windows else next(iter(windows), None)


class ClockChange(TypedDict, total=False):
    """The columns of a seat's clock to set."""

    due: float | None
    remind: float | None
    missed: int | None
    left: float | None
    window: int | None
    set_aside: dict[str, Any]


def keep_time(
    clocks: Clocks,
    chairs: Iterable[TableSeat],
    now: float,
    acted: Seat | None = None,
    took_back: Seat | None = None,
) -> dict[Seat, ClockChange]:
    """Start and stop clocks after a change at the table.

    `acted` and `took_back` name the seat whose action or undo the change was.
    """
    changes: dict[Seat, ClockChange] = {}
    for chair in chairs:
        if isinstance(clocks.pace, Live):
            change = _keep_clock(clocks, clocks.pace, chair, now, acted, took_back)
        elif isinstance(clocks.pace, Deadlines):
            change = _keep_deadline(clocks, chair, now, acted, took_back)
        else:
            change = ClockChange()
        if change:
            changes[chair.seat] = change
    return changes


def come_back(clocks: Clocks, chair: TableSeat, now: float) -> ClockChange:
    """Set the clock when a player takes a seat, for the first time or again.

    The player takes over the time left. If a computer played the seat or the time was up, the clock
    is topped up.
    """
    handed_over = chair.user_id is not None and chair.stand_in is None and chair.missed is None
    change = ClockChange(due=None, remind=None, missed=None)
    if isinstance(clocks.pace, Live):
        left = _time_left(clocks.pace, chair.left if not _waits(chair) else _stopped_at(chair, now))
        change["left"] = left if handed_over else max(left, float(BACK))
    elif handed_over:  # the days off of the new player count
        if chair.due is not None:
            change["left"] = clocks.calendar(chair).count(now, chair.due)
    elif chair.missed is not None and isinstance(clocks.pace, Deadlines):
        change["left"] = _grace(clocks, chair.window)
    else:
        change["left"] = change["window"] = None
    return change


def take_up(clocks: Clocks, chair: TableSeat, now: float, *, known: bool) -> ClockChange:
    """Set the clock when a player takes over a seat that was left or missed its deadlines.

    The new player has the whole time, at a live table at least a minute. A player who is `known`
    to have held the seat before wins no time by leaving it: an hour, as after a missed deadline.
    """
    change = come_back(clocks, chair, now)
    if isinstance(clocks.pace, Deadlines):
        change["left"] = change["window"] = None
        if known:
            window = next(iter(clocks.asked.get(chair.seat, ())), chair.window)
            change["left"] = _grace(clocks, window)
    return change


def put_off(clocks: Clocks, chair: TableSeat, now: float) -> float | None:
    """Return the later deadline of a seat whose player is away today, or None."""
    days = clocks.calendar(chair)
    if not isinstance(clocks.pace, Deadlines) or chair.due is None or not days.off(now):
        return None
    midnight = days.midnight(now)
    return days.reach(midnight, max(1.0, chair.due - midnight))


def put_back(clocks: Clocks, chair: TableSeat, seconds: float, now: float) -> ClockChange | None:
    """Put a seat's deadlines off, by agreement; None if it has none.

    A player for whom the table waits gets a new deadline.
    """
    days = clocks.calendar(chair)

    def later(due: float) -> float:
        return days.reach(max(due, now), seconds)

    aside = {
        window: {name: later(value) if name == "due" else value for name, value in rest.items()}
        for window, rest in (chair.set_aside or {}).items()
    }
    change = _aside(chair, aside)
    if _waits(chair):
        due = later(chair.due if chair.due is not None else now)
        remind = _reminder(clocks, due, now, chair.window)
        change |= ClockChange(due=due, remind=remind, missed=None)
    return change or None


class Timed(Protocol):
    """The columns that determine when a seat's time is up."""

    @property
    def due(self) -> float | None: ...
    @property
    def remind(self) -> float | None: ...
    @property
    def set_aside(self) -> dict[str, Any]: ...


def put_later(
    pace: TimeControl, days: Calendar, chair: Timed, since: float, until: float
) -> ClockChange | None:
    """Move a seat's clock past an outage, keeping the time that was left.

    If a clock was set back, `until` is earlier than `since`. None if nothing runs.
    """

    def later(moment: float) -> float:
        if isinstance(pace, Deadlines) and (moment > since or since < until):
            # Uses the calendar in both directions, so that a clock set back and corrected loses
            # nothing.
            return moment if moment <= since else days.reach(until, days.count(since, moment))
        return moment + until - since

    aside = {
        window: {name: later(value) if name == "due" else value for name, value in rest.items()}
        for window, rest in (chair.set_aside or {}).items()
    }
    if chair.due is None and aside == (chair.set_aside or {}):
        return None
    return ClockChange(
        due=None if chair.due is None else later(chair.due),
        remind=None if chair.remind is None else later(chair.remind),
        set_aside=aside,
    )


def _waits(chair: TableSeat) -> bool:
    """Return whether a clock runs or has run out."""
    return chair.due is not None or chair.missed is not None


# -- live: a clock for each seat


def _keep_clock(
    clocks: Clocks,
    pace: Live,
    chair: TableSeat,
    now: float,
    acted: Seat | None,
    took_back: Seat | None,
) -> ClockChange:
    """Run a seat's clock while it must decide. Each question earns one increment."""
    window, waits = clocks.question(chair), _waits(chair)
    earned = {each: rest for each, rest in (chair.set_aside or {}).items() if _open(clocks, each)}
    if window is None:
        if not waits:
            return _aside(chair, earned)
        left, over = _stopped_at(chair, now), str(chair.window)
        if chair.seat == acted and over not in earned:
            left += pace.increment
            if _open(clocks, over):
                earned[over] = {}
        stopped = ClockChange(due=None, remind=None, missed=None, left=left, window=None)
        return stopped | _aside(chair, earned)
    if waits:
        going_on = ClockChange() if chair.window == window else ClockChange(window=window)
        return going_on | _aside(chair, earned)
    left = _time_left(pace, chair.left)
    if chair.seat == took_back:  # the turn goes on; its increment is not earned yet
        left = max(0.0, left - pace.increment)
        earned.pop(str(window), None)
    return ClockChange(due=now + left, left=left, window=window) | _aside(chair, earned)


def _time_left(pace: Live, left: float | None) -> float:
    """Return the time on a clock; before its first start, the full time."""
    return float(pace.minutes * MINUTE) if left is None else left


def _stopped_at(chair: TableSeat, now: float) -> float:
    return max(0.0, chair.due - now) if chair.due is not None else 0.0


# -- correspondence and phases: a deadline for each question


def _keep_deadline(
    clocks: Clocks,
    chair: TableSeat,
    now: float,
    acted: Seat | None,
    took_back: Seat | None,
) -> ClockChange:
    """Set a seat's deadline to that of the question it must answer."""
    if clocks.paused:
        return _pause(clocks, chair, now)
    window, running = clocks.question(chair), chair.window
    if running is None and (_waits(chair) or chair.left is not None):
        running = window  # the table started before questions had numbers
    rests = _rests(clocks, chair, now)
    if acted is not None and acted != chair.seat:  # earlier answers stay
        rests = {each: rest for each, rest in rests.items() if not rest.closed}
    _note_beside(clocks, chair, now, rests, window)
    if running == window and window is not None:
        if chair.left is not None:  # it was paused
            due = clocks.calendar(chair).reach(now, chair.left)
            return _deadline(clocks, due, now, window) | _aside(chair, _written(rests))
        back = chair.missed is not None and chair.seat in (acted, took_back)
        if chair.due is not None or (chair.missed is not None and not back):
            same = ClockChange() if chair.window == window else ClockChange(window=window)
            return same | _aside(chair, _written(rests))
        if back:  # the player is back
            due = now + _grace(clocks, window)
            return _deadline(clocks, due, now, window) | _aside(chair, _written(rests))
    elif running is not None and (_open(clocks, running) or chair.seat == acted):
        due = chair.due if chair.due is not None else float(chair.missed or now)
        rest = OtherClock(due=due, closed=not _open(clocks, running))
        rests[running] = _standing(clocks, chair, rest, running, now)
    if window is None:
        stopped = ClockChange(due=None, remind=None, missed=None, left=None, window=None)
        return (stopped if _waits(chair) else ClockChange()) | _aside(chair, _written(rests))
    due = _due(clocks, chair, now, window, rests.pop(window, None), took_back)
    return _deadline(clocks, due, now, window) | _aside(chair, _written(rests))


def _note_beside(
    clocks: Clocks,
    chair: TableSeat,
    now: float,
    rests: dict[int, OtherClock],
    shown: int | None,
) -> None:
    """Run the time of questions asked beside the one whose time is shown."""
    windows = clocks.asked.get(chair.seat, ())
    for window, rest in rests.items():
        if rest.must and window not in windows and window in clocks.windows:
            rests[window] = OtherClock(due=rest.due, left=rest.left)
    for window in windows:
        noted = rests.get(window)
        runs = noted is not None and noted.must and noted.due is not None
        if window not in (shown, chair.window) and not runs:
            due = _due(clocks, chair, now, window, noted, None)
            rests[window] = OtherClock(due=due, must=True)


def _due(
    clocks: Clocks,
    chair: TableSeat,
    now: float,
    window: int,
    rest: OtherClock | None,
    took_back: Seat | None,
) -> float:
    """Return when the time is up for a question that a seat must answer from now on."""
    least = now + _grace(clocks, window)
    if rest is not None and rest.left is not None:  # the question was interrupted
        return clocks.calendar(chair).reach(now, rest.left)
    if rest is not None and rest.due is not None:
        if chair.seat == took_back:  # restore the time that was left
            return rest.due
        if rest.must or window not in clocks.standing:
            return max(rest.due, least)  # answered before, and asked again
    if took_back is not None:  # undoing an action and acting again must not gain time
        return max(clocks.deadline(chair, window, clocks.asked_since.get(window, now)), least)
    return clocks.deadline(chair, window, now)


def _grace(clocks: Clocks, window: int | None) -> float:
    return min(float(GRACE), clocks.seconds(window))


def _deadline(clocks: Clocks, due: float, now: float, window: int) -> ClockChange:
    upcoming = _reminder(clocks, due, now, window)
    return ClockChange(due=due, remind=upcoming, missed=None, left=None, window=window)


def _reminder(clocks: Clocks, due: float, now: float, window: int | None) -> float | None:
    """Return when to remind of a deadline, if that is still to come."""
    remind = due - min(clocks.seconds(window) / 4, DAY)
    return remind if remind > now else None


def _pause(clocks: Clocks, chair: TableSeat, now: float) -> ClockChange:
    """Suspend a deadline while the table is paused."""
    aside = _aside(chair, _written(_rests(clocks, chair, now)))
    if not _waits(chair):
        return aside
    left = clocks.calendar(chair).count(now, chair.due) if chair.due is not None else None
    return ClockChange(due=None, remind=None, missed=None, left=left) | aside


def _rests(clocks: Clocks, chair: TableSeat, now: float) -> dict[int, OtherClock]:
    """Return the remaining time of questions still open; interrupted ones stop."""
    rests = msgspec.convert(chair.set_aside or {}, dict[str, OtherClock])
    return {
        int(window): _standing(clocks, chair, rest, int(window), now)
        for window, rest in rests.items()
        if rest.closed or _open(clocks, window)
    }


def _standing(
    clocks: Clocks, chair: TableSeat, rest: OtherClock, window: int, now: float
) -> OtherClock:
    """Run a question's time while it is asked, and stop it while it is not."""
    days = clocks.calendar(chair)
    if rest.closed:
        return rest
    if window in clocks.windows and rest.left is not None and not _must(clocks, chair, window):
        return OtherClock(due=days.reach(now, rest.left))
    if window not in clocks.windows and rest.due is not None:
        return OtherClock(left=days.count(now, rest.due))
    return rest


def _must(clocks: Clocks, chair: TableSeat, window: int) -> bool:
    return window in clocks.asked.get(chair.seat, ())


def _open(clocks: Clocks, window: int | str) -> bool:
    return str(window).isdigit() and int(window) in clocks.asked_since


def _written(rests: Mapping[int, OtherClock]) -> dict[str, Any]:
    return {str(window): msgspec.to_builtins(rest) for window, rest in rests.items()}


def _aside(chair: TableSeat, rests: dict[str, Any]) -> ClockChange:
    """Return the other clocks if they have changed."""
    return ClockChange() if rests == (chair.set_aside or {}) else ClockChange(set_aside=rests)
