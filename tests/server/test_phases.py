"""Phases: each kind has its own time, and long ones may end at a fixed hour of the day.

No deadline is earlier than promised, and none is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entente.kernel import registry
from entente.server.storage.models import TableSeat
from entente.server.tables import time_control
from entente.server.tables.days import DAY, Calendar, next_day
from entente.server.tables.time_control import EARLIER, HOUR, LONG, MINUTE, Clocks, put_later
from entente.wire import tables as wire
from tests.server.people import House, Person, SetClock
from tests.server.tables import lobby_entry, orders, powers_at

pytestmark = pytest.mark.one_database

MONDAY = 1_772_452_800.0  # 2026-03-02, noon
LENGTHS = {"movement": 10, "retreats": 5, "adjustments": 7}
LIVE = {"kind": "phases", "minutes": LENGTHS}
ZONES = ("UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "America/Havana")
TO_2036 = st.floats(MONDAY, MONDAY + 3650 * DAY)


def clocks(pace: wire.TimeControl, kind: str = "movement", **more: Any) -> Clocks:
    """White must answer a question of a kind of phase."""
    asked = Clocks(pace, {"white": (1,)}, frozenset({1}), {1: MONDAY}, frozenset(), False, {})
    return asked._replace(kinds={1: kind}, **more)


def phases(minutes: int, **more: Any) -> wire.Phases:
    return wire.Phases({"movement": minutes, "retreats": 5}, **more)


def kept(clocks: Clocks, chair: TableSeat, now: float) -> TableSeat:
    changes = time_control.keep_time(clocks, [chair], now).get("white", {})
    for name, value in changes.items():
        setattr(chair, name, value)
    return chair


def local(moment: float, zone: str) -> datetime:
    return datetime.fromtimestamp(moment, ZoneInfo(zone))


# -- days in a time zone


@pytest.mark.parametrize("zone", ZONES)
def test_days_follow_each_other_through_every_change_of_the_clocks(zone: str) -> None:
    moment, seen = MONDAY, set()
    for _ in range(400):
        after = next_day(moment, ZoneInfo(zone))
        assert 0 < after - moment <= 25 * HOUR
        seen.add(local(after, zone).date())
        moment = after
    assert len(seen) == 400


@given(
    st.sampled_from(ZONES), st.sets(st.integers(0, 6), max_size=6), TO_2036, st.floats(1, 7 * DAY)
)
def test_counting_back_gives_the_time_of_a_phase(
    zone: str, days: set[int], start: float, seconds: float
) -> None:
    calendar = Calendar(days, (), ZoneInfo(zone))
    end = calendar.reach(start, seconds)
    assert calendar.count(start, end) == pytest.approx(seconds, abs=1e-3)


# -- a fixed hour


@given(
    zone=st.sampled_from(ZONES),
    days=st.sets(st.integers(0, 6), max_size=6),
    hour=st.integers(0, 23),
    minutes=st.integers(LONG // MINUTE, 7 * 24 * 60),
    start=TO_2036,
)
def test_a_fixed_hour_is_never_early_and_never_skipped(
    zone: str, days: set[int], hour: int, minutes: int, start: float
) -> None:
    pace = phases(minutes, days_off=sorted(days), hour=hour, zone=zone)
    chair = kept(clocks(pace), TableSeat(seat="white", set_aside={}), start)
    assert chair.due is not None
    calendar, seconds = time_control.calendar_of(pace, ()), minutes * MINUTE
    promised = calendar.reach(start, seconds - EARLIER)
    assert chair.due >= promised
    assert not calendar.off(chair.due)
    # Where clocks skip the hour, the deadline is when it would have been.
    at_the_hour = datetime.combine(local(chair.due, zone).date(), time(hour), ZoneInfo(zone))
    assert chair.due == at_the_hour.timestamp()
    # An earlier counting day does not have it after the promised time.
    assert calendar.count(promised, chair.due) <= 25 * HOUR


@pytest.mark.parametrize("late", [0, 1, 40, 90 * MINUTE])
@pytest.mark.parametrize("day", ["2026-03-02", "2026-03-28", "2026-03-29", "2026-10-25"])
def test_a_daily_phase_that_begins_at_its_hour_ends_a_day_later(day: str, late: int) -> None:
    """Also in the nights in which clocks change, and though the server takes a moment."""
    begins = datetime.fromisoformat(f"{day}T20:00").replace(tzinfo=ZoneInfo("Europe/Paris"))
    pace = phases(1440, hour=20, zone="Europe/Paris")
    start = begins.timestamp() + late
    if late > HOUR and day in ("2026-03-28",):
        start -= HOUR  # the night is an hour shorter
    chair = kept(clocks(pace), TableSeat(seat="white", set_aside={}), start)
    assert chair.due is not None
    end = local(chair.due, "Europe/Paris")
    assert (end.hour, end.minute, (end.date() - begins.date()).days) == (20, 0, 1)


def test_a_short_phase_beside_long_ones_has_no_fixed_hour() -> None:
    pace = phases(1440, hour=20)
    chair = kept(clocks(pace, "retreats"), TableSeat(seat="white", set_aside={}), MONDAY)
    assert chair.due == MONDAY + 5 * MINUTE


# -- what puts a deadline off


def paced() -> Iterator[wire.Phases]:
    for minutes in (5, 90, 1440, 2880):
        yield phases(minutes)
        yield phases(minutes, days_off=[5, 6], zone="Europe/Paris")
    yield phases(1440, hour=20, zone="Europe/Paris", days_off=[6])


@given(st.sampled_from(list(paced())), TO_2036, st.floats(0, 1), st.floats(0, 20 * DAY))
def test_a_pause_leaves_the_time_that_was_left(
    pace: wire.Phases, start: float, part: float, length: float
) -> None:
    chair = kept(clocks(pace), TableSeat(seat="white", set_aside={}), start)
    assert chair.due is not None
    now, days = start + part * (chair.due - start), time_control.calendar_of(pace, ())
    left = days.count(now, chair.due)
    stopped = clocks(pace, asked={}, windows=frozenset(), paused=True)
    assert kept(stopped, chair, now).due is None
    again = kept(clocks(pace), chair, now + length).due
    assert again is not None
    assert days.count(now + length, again) == pytest.approx(left, abs=1e-2)


@given(st.sampled_from(list(paced())), TO_2036, st.floats(0, 1), st.floats(1, 3 * DAY))
def test_an_outage_gives_its_time_back(
    pace: wire.Phases, start: float, part: float, length: float
) -> None:
    chair = kept(clocks(pace), TableSeat(seat="white", set_aside={}), start)
    assert chair.due is not None
    since, days = start + part * (chair.due - start), time_control.calendar_of(pace, ())
    left, until = days.count(since, chair.due), since + length
    change = put_later(pace, days, chair, since, until)
    assert change is not None
    assert change["due"] is not None
    if chair.due > since:
        assert days.count(until, change["due"]) == pytest.approx(left, abs=1e-2)


@given(
    st.sampled_from(list(paced())), TO_2036, st.sets(st.integers(0, 40), min_size=1, max_size=20)
)
def test_days_away_do_not_count(pace: wire.Phases, start: float, ahead: set[int]) -> None:
    plain = time_control.calendar_of(pace, ())
    dates = [plain.day(start + each * DAY).isoformat() for each in ahead]
    chair = TableSeat(seat="white", user_id=7, set_aside={})
    kept(clocks(pace, away={7: dates}), chair, start)
    assert chair.due is not None
    days = time_control.calendar_of(pace, dates)
    least = pace.minutes["movement"] * MINUTE - (EARLIER if pace.hour is not None else 0)
    assert days.count(start, chair.due) >= least - 1e-2


# -- at a table


def refused(person: Person, game: str = "diplomacy", **pace: object) -> str:
    body = {"game": game, "time_control": {"kind": "phases", **pace}}
    key: str = person.request("POST", "/api/tables", body, 422)["key"]
    return key.removeprefix("problem.pace.")


def test_a_new_table_says_what_is_wrong_with_its_phases(house: House) -> None:
    anna, good = house.person("Anna"), LENGTHS
    daily = dict.fromkeys(good, 1440)
    assert refused(anna, minutes={"movement": 10}) == "phases"
    assert refused(anna, minutes={**good, "winter": 10}) == "phases"
    assert refused(anna, minutes={}) == "phases"
    assert refused(anna, minutes={**good, "retreats": 4}) == "phase"
    assert refused(anna, minutes={**good, "retreats": 7 * 24 * 60 + 1}) == "phase"
    assert refused(anna, minutes={**good, "retreats": "5"}) == "kind"
    assert refused(anna, minutes=good, grace=1441) == "grace"
    assert refused(anna, minutes=good, grace=-1) == "grace"
    assert refused(anna, minutes=good, hour=20) == "hour_short"
    assert refused(anna, minutes=daily, hour=24) == "hour"
    assert refused(anna, minutes=daily, hour=20, zone="Europe/Atlantis") == "zone"
    assert refused(anna, minutes=daily, hour=20, zone="../../etc/passwd") == "zone"
    assert refused(anna, minutes=daily, days_off=[7]) == "days_off"
    assert refused(anna, minutes=daily, days_off=list(range(7))) == "days_off"
    assert refused(anna, "turmoil", minutes=good) == "phases"
    pace = {"kind": "phases", "minutes": daily, "hour": 20, "zone": "Europe/Paris"}
    table = anna.table("diplomacy", time_control=pace)
    assert table["time_control"] == pace | {"days_off": [], "grace": 0}
    pace = {"kind": "phases", "minutes": {"turn": 30}}
    assert anna.table("turmoil", time_control=pace)["time_control"]["minutes"] == {"turn": 30}


def test_each_kind_of_phase_has_its_time(house: House, clock: SetClock) -> None:
    """Movement has ten minutes; the phase after it has its own time."""
    start = clock.stop()
    people, table = powers_at(house, 7, time_control=LIVE)
    assert lobby_entry(people[0], table)["due"] == start + 10 * MINUTE
    room = house.app.state.services.rooms.get(table["id"])
    assert set(room.clocks().kinds.values()) == {"movement"}
    clock.go_on(minutes=4)
    for person, power in zip(people, room.match.seats, strict=True):
        with person.live(table) as live:
            live.act(power, orders(power))
    assert lobby_entry(people[0], table)["due"] == start + 14 * MINUTE


def test_every_game_names_its_phases() -> None:
    for name in registry.names():
        info = registry.load(name).info
        for language in ("en", "fr"):
            texts = registry.load(name).catalog(language).texts
            assert all(f"info.phase.{kind}" in texts for kind in info.phases.values())
        assert set(info.quiet_phases) <= set(info.phase_kinds)
        assert set(info.phases) <= set(registry.load(name).steps.asking)
