"""When notices are sent: at once or as a digest, outside quiet hours, and reminders in time.

Hours are local: in the user's time zone, or UTC if it is not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Any, Literal
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from entente.server.notices.kinds import NoticeKind

When = Literal["now", "hourly", "daily"]
MINUTE, HOUR = 60, 3600
LEAD = 30 * MINUTE  # a warning comes this long before quiet hours
LONG = 6 * HOUR  # with more time left, reminders come at a share of it
SHARE = 0.4  # of the time left at a reminder that is left at the next: 25 % becomes 10 %


class QuietHours(msgspec.Struct, frozen=True):
    """Local hours in which nothing is sent, from `start` until `end`."""

    start: int
    end: int


class ChannelPlan(msgspec.Struct, frozen=True):
    """When a channel sends: at once, or as a digest every hour or at an hour of the day.

    It sends nothing in its quiet hours and no notices of `muted` kinds.
    """

    when: When = "now"
    hour: int = 8
    quiet: QuietHours | None = None
    muted: list[NoticeKind] = []


def is_time_zone(name: str) -> bool:
    """Return whether this is the name of a time zone, such as Europe/Paris."""
    return name in _zones()


@lru_cache(maxsize=1)
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


@lru_cache(maxsize=600)
def zone_of(name: str) -> tzinfo:
    """Return a time zone; UTC without a name, or if the system no longer knows it."""
    return ZoneInfo(name) if name and is_time_zone(name) else UTC


def plan_of(preferences: Mapping[str, Any], channel: str) -> ChannelPlan:
    """Return the plan a user has stored for a channel."""
    return msgspec.convert(preferences.get("plans", {}).get(channel, {}), ChannelPlan)


def send_time(plan: ChannelPlan, zone: tzinfo, now: float, due: float | None = None) -> float:
    """Return when a channel sends what comes up `now`.

    A digest does not delay a notice by more than half of the time left until it is due. Quiet hours
    always count.
    """
    moment = now
    if plan.when != "now":
        digest = next_digest(plan, zone, now)
        if due is None or due - digest >= (due - now) / 2:
            moment = digest
    end = quiet_until(plan.quiet, zone, moment)
    return moment if end is None else end


def next_digest(plan: ChannelPlan, zone: tzinfo, now: float) -> float:
    """Return when the next digest is sent."""
    local = datetime.fromtimestamp(now, zone)
    if plan.when == "hourly":
        later = local.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
        return max(later.timestamp(), now)
    return _next_at(local, plan.hour)


def _next_at(local: datetime, hour: int) -> float:
    """Return the next time a clock on the wall shows this hour."""
    today = local.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0)
    if today.timestamp() > local.timestamp():
        return today.timestamp()
    return (today + timedelta(days=1)).timestamp()


def _last_at(local: datetime, hour: int) -> float:
    """Return the last time a clock on the wall showed this hour."""
    today = local.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0)
    if today.timestamp() <= local.timestamp():
        return today.timestamp()
    return (today - timedelta(days=1)).timestamp()


def quiet_until(quiet: QuietHours | None, zone: tzinfo, moment: float) -> float | None:
    """Return when the quiet hours that include a moment end, or None."""
    if quiet is None or not _includes(quiet, datetime.fromtimestamp(moment, zone).hour):
        return None
    return _next_at(datetime.fromtimestamp(moment, zone), quiet.end)


def _includes(quiet: QuietHours, hour: int) -> bool:
    if quiet.start < quiet.end:
        return quiet.start <= hour < quiet.end
    return hour >= quiet.start or hour < quiet.end


# -- reminders


def warn_before_quiet(
    quiet_hours: Iterable[QuietHours], zone: tzinfo, due: float, now: float
) -> float | None:
    """Return when to warn of a deadline in quiet hours: before the first of them begins."""
    warnings = []
    for quiet in quiet_hours:
        local = datetime.fromtimestamp(due, zone)
        # A deadline at the end of the quiet hours, or right after, leaves no time either.
        early = datetime.fromtimestamp(due - LEAD, zone)
        if _includes(quiet, local.hour) or _includes(quiet, early.hour):
            inside = local if _includes(quiet, local.hour) else early
            warnings.append(_last_at(inside, quiet.start) - LEAD)
    coming = [moment for moment in warnings if moment > now]
    return min(coming, default=None)


def remind_before_quiet(
    preferences: Mapping[str, Any], due: float, remind: float | None, now: float
) -> float | None:
    """Return the time of the next reminder, earlier if the deadline is in a user's quiet hours."""
    quiet = [
        plan.quiet
        for channel in preferences.get("plans", {})
        if (plan := plan_of(preferences, channel)).quiet is not None
    ]
    if not quiet:
        return remind
    warning = warn_before_quiet(quiet, zone_of(preferences.get("time_zone", "")), due, now)
    return min((each for each in (warning, remind) if each is not None), default=None)


def next_reminder(due: float, reminded: float, now: float) -> float | None:
    """Return the reminder that follows one at `reminded`, or None after the last.

    The first comes at a quarter of the time, then one at a tenth, and one for the last hour; very
    long deadlines have one more.
    """
    left = due - reminded
    while left > HOUR:
        left = left * SHARE if left >= LONG else HOUR
        if due - left > now:
            return due - left
    return None


def is_last_call(left: float) -> bool:
    """Return whether no reminder follows one with this time left."""
    return left <= HOUR
