"""When notices are sent: digests, quiet hours and reminders, by the clock on the wall."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entente.server.notices.schedule import (
    HOUR,
    LEAD,
    ChannelPlan,
    QuietHours,
    next_reminder,
    quiet_until,
    remind_before_quiet,
    send_time,
    zone_of,
)

PARIS = zone_of("Europe/Paris")
NIGHT = QuietHours(22, 7)
HOURS = st.integers(0, 23)


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=PARIS).timestamp()


@pytest.mark.parametrize(
    ("plan", "now", "due", "sent"),
    [
        (ChannelPlan(), "2026-03-02T12:34", None, "2026-03-02T12:34"),
        (ChannelPlan("hourly"), "2026-03-02T12:34", None, "2026-03-02T13:00"),
        (ChannelPlan("daily", 18), "2026-03-02T12:34", None, "2026-03-02T18:00"),
        (ChannelPlan("daily", 8), "2026-03-02T12:34", None, "2026-03-03T08:00"),
        (ChannelPlan("daily", 8), "2026-03-02T12:34", "2026-03-06T12:34", "2026-03-03T08:00"),
        # A digest would come too late for the deadline.
        (ChannelPlan("daily", 8), "2026-03-02T12:34", "2026-03-03T12:00", "2026-03-02T12:34"),
        (ChannelPlan(quiet=NIGHT), "2026-03-02T23:10", None, "2026-03-03T07:00"),
        (ChannelPlan(quiet=NIGHT), "2026-03-03T06:59", None, "2026-03-03T07:00"),
        (ChannelPlan(quiet=NIGHT), "2026-03-03T07:00", None, "2026-03-03T07:00"),
        (ChannelPlan(quiet=QuietHours(9, 17)), "2026-03-02T12:00", None, "2026-03-02T17:00"),
        (ChannelPlan("hourly", quiet=NIGHT), "2026-03-02T21:30", None, "2026-03-03T07:00"),
        # The clocks go forward at 2:00 and back at 3:00.
        (ChannelPlan("daily", 2), "2026-03-28T12:00", None, "2026-03-29T02:00"),
        (ChannelPlan("daily", 8), "2026-10-24T12:00", None, "2026-10-25T08:00"),
    ],
)
def test_when_a_notice_is_sent(plan: ChannelPlan, now: str, due: str | None, sent: str) -> None:
    moment = send_time(plan, PARIS, at(now), None if due is None else at(due))
    assert datetime.fromtimestamp(moment, PARIS) == datetime.fromtimestamp(at(sent), PARIS)


@given(
    st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1)),
    HOURS,
    HOURS,
    st.sampled_from(["now", "hourly", "daily"]),
    st.sampled_from(["Europe/Paris", "Asia/Kathmandu", "Pacific/Auckland", ""]),
)
def test_nothing_is_sent_earlier_or_in_quiet_hours(
    moment: datetime, start: int, end: int, when: str, name: str
) -> None:
    zone = zone_of(name)
    quiet = None if start == end else QuietHours(start, end)
    now = moment.replace(tzinfo=ZoneInfo("UTC")).timestamp()
    plan = ChannelPlan(when, 8, quiet)  # type: ignore[arg-type]
    sent = send_time(plan, zone, now)
    assert now <= sent <= now + timedelta(days=2, hours=2).total_seconds()
    assert quiet_until(quiet, zone, sent) is None


@pytest.mark.parametrize(
    ("hours", "left"),
    [(1, [0.25]), (12, [3, 1]), (24, [6, 2.4, 1]), (48, [12, 4.8, 1]), (168, [24, 9.6, 3.84, 1])],
)
def test_reminders_come_at_a_quarter_a_tenth_and_in_the_last_hour(
    hours: float, left: list[float]
) -> None:
    due, found = 10**9, []
    remind: float | None = due - min(hours / 4, 24) * HOUR
    while remind is not None:
        found.append((due - remind) / HOUR)
        remind = next_reminder(due, remind, remind)
    assert found == pytest.approx(left)
    # After an outage the missed ones are left out.
    assert next_reminder(due, due - 24 * HOUR, due - 2 * HOUR) == due - HOUR
    assert next_reminder(due, due - 24 * HOUR, due - HOUR / 2) is None


def test_a_deadline_in_quiet_hours_is_warned_of_before_them() -> None:
    plans = {"plans": {"mail": {"quiet": {"start": 22, "end": 7}}}, "time_zone": "Europe/Paris"}
    before = at("2026-03-02T22:00") - LEAD
    for due in ("2026-03-03T03:00", "2026-03-03T07:00", "2026-03-03T07:29"):
        usual = at(due) - HOUR
        assert remind_before_quiet(plans, at(due), usual, at("2026-03-02T12:00")) == before
    # One that comes earlier stays; one that can no longer come is left out.
    early = at("2026-03-02T20:00")
    assert remind_before_quiet(plans, at("2026-03-03T03:00"), early, early - 1) == early
    late = at("2026-03-02T23:00")
    assert remind_before_quiet(plans, at("2026-03-03T03:00"), None, late) is None
    noon = at("2026-03-03T12:00")
    assert remind_before_quiet(plans, noon, noon - HOUR, late) == noon - HOUR
