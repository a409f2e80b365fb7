"""Pace: clocks and deadlines run when they should, and what follows when they run out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from entente.server.http.app import create_app
from entente.server.settings import Settings
from entente.server.storage.models import Table, TableSeat
from entente.server.tables import time_control
from entente.server.tables.days import DAY, Calendar
from entente.server.tables.time_control import HOUR, Clocks
from entente.wire import tables as wire
from tests.amount import amount
from tests.server.people import House, Json, Live, Person, SetClock
from tests.server.tables import follow, lobby_entry, notices, orders, powers_at, two_at, vote

pytestmark = pytest.mark.one_database

LIVE = {"kind": "live", "minutes": 10, "increment": 5}
DAILY = {"kind": "correspondence", "hours": 24}
MONDAY = 1_772_452_800.0  # 2026-03-02, noon


def chairs(person: Person, table: Json) -> Json:
    with person.live(table) as live:
        players: Json = live.state["players"]
        return players


def results(live: Live) -> list[Json]:
    """The log of the move that revealed all orders."""
    while not any("order" in line["args"] for line in live.state["log"]):
        live.hear("state")
    log: list[Json] = live.state["log"]
    return log


# -- days


def test_a_weekday_off_does_not_count() -> None:
    """From Friday noon, 24 hours without the weekend end on Monday noon."""
    friday = MONDAY + 4 * DAY
    weekend = Calendar((5, 6))
    assert weekend.reach(friday, 24 * HOUR) == friday + 3 * DAY
    assert weekend.count(friday, friday + 3 * DAY) == 24 * HOUR


def test_a_date_off_does_not_count() -> None:
    away = Calendar((), ("2026-03-03", "2026-03-04"))
    assert away.reach(MONDAY, 24 * HOUR) == MONDAY + 3 * DAY
    assert away.off(MONDAY + DAY)
    assert not away.off(MONDAY + 3 * DAY)


@given(
    st.sets(st.integers(0, 6), max_size=6),
    st.floats(0, 1e9),
    st.floats(1, 30 * DAY),
)
def test_the_time_until_a_deadline_counts_back_to_the_start(
    days: set[int], start: float, seconds: float
) -> None:
    calendar = Calendar(days)
    end = calendar.reach(start, seconds)
    assert calendar.count(start, end) == pytest.approx(seconds, abs=1e-3)


# -- clocks, without a table


def clocks(
    of: wire.TimeControl,
    *asked: str,
    paused: bool = False,
    window: int = 1,
    under: tuple[int, ...] = (),
) -> Clocks:
    """Some seats must answer a question; questions `under` it are interrupted."""
    put = dict.fromkeys((*under, window), MONDAY)
    windows = frozenset[int]() if paused else frozenset({window})
    must = dict.fromkeys(asked, (window,))
    return Clocks(of, must, windows, put, frozenset(), paused, {7: ("2026-03-02",)})


def test_a_clock_stops_with_its_increment_and_the_next_one_starts() -> None:
    ten = wire.Live(10, 5)
    white = TableSeat(seat="white", due=MONDAY + 90, left=100.0, window=1)
    black = TableSeat(seat="black")
    going_on = clocks(ten, "black", window=2)
    changes = time_control.keep_time(going_on, [white, black], MONDAY, acted="white")
    stopped = {"due": None, "remind": None, "missed": None, "left": 95.0, "window": None}
    assert changes["white"] == stopped
    assert changes["black"] == {"due": MONDAY + 600, "left": 600.0, "window": 2}


def test_a_clock_that_was_stopped_by_a_pause_has_no_increment() -> None:
    white = TableSeat(seat="white", due=MONDAY + 90)
    changes = time_control.keep_time(clocks(wire.Live(10, 5), paused=True), [white], MONDAY)
    assert changes["white"]["left"] == 90.0


def test_a_deadline_that_a_pause_puts_off_keeps_what_was_left_of_it() -> None:
    daily = wire.Correspondence(24)
    chair = TableSeat(seat="white", due=MONDAY + 3 * HOUR)
    stopped = time_control.keep_time(clocks(daily, paused=True), [chair], MONDAY)["white"]
    assert stopped["left"] == 3 * HOUR
    chair.due, chair.left = stopped["due"], stopped["left"]
    going_on = time_control.keep_time(clocks(daily, "white"), [chair], MONDAY + DAY)["white"]
    assert going_on["due"] == MONDAY + DAY + 3 * HOUR
    assert time_control.keep_time(clocks(daily), [TableSeat(seat="white")], MONDAY) == {}


def test_a_returning_player_finds_a_minute_on_the_clock() -> None:
    ten = clocks(wire.Live(10))
    assert (
        time_control.come_back(ten, TableSeat(seat="white", missed=5), MONDAY)["left"]
        == time_control.BACK
    )
    assert time_control.come_back(ten, TableSeat(seat="white", left=200.0), MONDAY)["left"] == 200.0
    assert time_control.come_back(ten, TableSeat(seat="white"), MONDAY)["left"] == 600.0
    daily = clocks(wire.Correspondence(24))
    assert time_control.come_back(daily, TableSeat(seat="white", left=50.0), MONDAY)["left"] is None


def kept(clocks: Clocks, chair: TableSeat, now: float, **whose: str) -> TableSeat:
    """A chair after a change at the table."""
    for name, value in (
        time_control.keep_time(clocks, [chair], now, **whose).get(chair.seat, {}).items()
    ):
        setattr(chair, name, value)
    return chair


def test_a_deadline_of_a_table_begun_before_belongs_to_the_present_question() -> None:
    daily = clocks(wire.Correspondence(24), "white")
    chair = kept(daily, TableSeat(seat="white", due=MONDAY + HOUR), MONDAY, acted="white")
    assert (chair.due, chair.window) == (MONDAY + HOUR, 1)


def test_an_interrupted_decision_keeps_its_remaining_time() -> None:
    """Also a second interruption, and one for a player who had answered."""
    daily = wire.Correspondence(24)
    market = clocks(daily, "white")
    war, battle = (clocks(daily, "black", window=n, under=tuple(range(1, n))) for n in (2, 3))
    white = kept(market, TableSeat(seat="white", set_aside={}), MONDAY)
    assert kept(war, white, MONDAY + 4 * HOUR).due is None
    kept(battle, white, MONDAY + 9 * HOUR)
    assert kept(market, white, MONDAY + DAY).due == MONDAY + DAY + 20 * HOUR
    ready = clocks(daily, "black")
    assert kept(ready, white, MONDAY + DAY + HOUR, acted="white").due is None
    kept(war, white, MONDAY + DAY + 2 * HOUR)
    kept(ready, white, MONDAY + DAY + 5 * HOUR)
    again = kept(market, white, MONDAY + DAY + 6 * HOUR, acted="black")
    assert again.due == MONDAY + DAY + (20 + 3) * HOUR
    assert again.set_aside == {}
    assert kept(clocks(daily, window=9), again, MONDAY + 2 * DAY).set_aside == {}


def test_a_player_who_returns_to_a_late_decision_has_an_hour() -> None:
    daily = clocks(wire.Correspondence(24), "white")
    late = TableSeat(seat="white", missed=int(MONDAY), window=1)
    assert kept(daily, late, MONDAY + DAY).missed == int(MONDAY)
    back = kept(daily, late, MONDAY + DAY, acted="white")
    assert (back.missed, back.due) == (None, MONDAY + DAY + HOUR)


def test_a_deadline_is_postponed_for_a_player_who_is_away_today() -> None:
    daily = clocks(wire.Correspondence(24), "white")
    due = MONDAY + HOUR
    assert (
        time_control.put_off(daily, TableSeat(seat="white", user_id=7, due=due), MONDAY)
        == due + DAY
    )
    assert time_control.put_off(daily, TableSeat(seat="white", user_id=8, due=due), MONDAY) is None


# -- what can be asked for


@pytest.mark.parametrize(
    ("pace", "key"),
    [
        ({"kind": "hasty"}, "kind"),
        ({"kind": "live"}, "kind"),
        ({"kind": "live", "minutes": "ten"}, "kind"),
        ({"kind": "live", "minutes": 0}, "minutes"),
        ({"kind": "live", "minutes": 601}, "minutes"),
        ({"kind": "live", "minutes": 5, "increment": 301}, "increment"),
        ({"kind": "correspondence", "hours": 721}, "hours"),
        ({"kind": "correspondence", "hours": 24, "days_off": [7]}, "days_off"),
        ({"kind": "correspondence", "hours": 24, "days_off": [0, 1, 2, 3, 4, 5, 6]}, "days_off"),
    ],
)
def test_an_impossible_pace_is_explained(house: House, pace: Json, key: str) -> None:
    bert = house.person("Bert", "fr")
    wrong = bert.post("/api/tables", game="turmoil", time_control=pace, status=422)
    assert wrong["key"] == f"problem.pace.{key}"
    assert "{" not in wrong["text"]


def test_the_published_limits_are_enforced(house: House) -> None:
    """A page reads them instead of knowing them: the last good value passes, the next does not."""
    anna = house.person("Anna")
    heard = anna.get("/api/tables/limits")

    def try_for(key: str | None, **body: object) -> None:
        seats = {"central": "me", "entente": "me"}
        status = 201 if key is None else 422
        answer = anna.post("/api/tables", status, game="attrition", seats=seats, **body)
        assert key is None or answer["key"] == f"problem.{key}"

    paces: dict[str, Json] = {
        "minutes": {"kind": "live"},
        "increment": {"kind": "live", "minutes": 30},
    }
    paces["hours"] = {"kind": "correspondence"}
    for name, asked in paces.items():
        least, most = heard[name]["least"], heard[name]["most"]
        for value, key in ((least, None), (most, None), (least - 1, name), (most + 1, name)):
            try_for(key and f"pace.{key}", time_control={**asked, name: value})
    correspondence = {"kind": "correspondence", "hours": 24}
    for days, key in (
        (heard["most_days_off"], None),
        (heard["most_days_off"] + 1, "pace.days_off"),
    ):
        try_for(key, time_control={**correspondence, "days_off": list(range(days))})
    letters = heard["longest_title"]
    try_for(None, title="x" * letters)
    try_for("table.title", title="x" * (letters + 1))


def test_the_effect_of_a_missed_deadline_must_be_known(house: House) -> None:
    wrong = house.person("A").post("/api/tables", game="turmoil", on_timeout="tears", status=422)
    assert wrong["key"] == "problem.table.absence"


# -- live


def test_clocks_run_while_a_seat_must_decide(house: House, clock: SetClock) -> None:
    start = clock.stop()
    anna, bert, table = two_at(house, time_control=LIVE)
    assert chairs(anna, table)["liberal"]["due"] == start + 600  # both seal an answer
    clock.go_on(30)
    with anna.live(table) as live:
        live.act("authoritarian", "hide")
        mine, other = live.state["players"]["authoritarian"], live.state["players"]["liberal"]
    assert (mine["running"], mine["due"], mine["seconds_left"]) == (False, None, 575.0)
    assert (other["running"], other["due"]) == (True, start + 600)
    clock.go_on(10)
    with bert.live(table) as live:
        live.act("liberal", "hide")
        shown = live.state
    assert shown["players"]["liberal"]["seconds_left"] == 565.0
    assert shown["players"]["authoritarian"]["due"] == shown["now"] + 575


def test_several_actions_of_a_turn_earn_one_increment(house: House, clock: SetClock) -> None:
    clock.stop()
    anna, bert, table = two_at(house, "attrition", time_control=LIVE)
    with anna.live(table) as live:
        due = live.state["players"]["central"]["due"]
        decision = live.decision("central")
        assert decision is not None
        live.act("central", decision["menu"]["actions"][0])
        assert live.state["players"]["central"]["due"] == due
    del bert


def test_taking_an_action_back_wins_no_time(house: House, clock: SetClock) -> None:
    start = clock.stop()
    anna, _, table = two_at(house, time_control=LIVE)
    with anna.live(table) as live:
        for _ in range(3):
            live.act("authoritarian", "hide")
            live.say(type="undo", seat="authoritarian", version=live.state["version"])
            live.hear("done")
        assert live.state["players"]["authoritarian"]["due"] == start + 600


@pytest.mark.on_postgres
def test_a_pause_stops_the_clocks_also_over_a_restart(database: str, clock: SetClock) -> None:
    start = clock.stop()
    settings = Settings(database, clock=clock)
    with House(create_app(settings)) as house:
        anna, bert, table = two_at(house, time_control=LIVE)
        clock.go_on(100)
        vote(anna, table, "authoritarian", "pause")
        assert vote(bert, table, "liberal", "pause")["paused"] == start + 100
        cookies = [dict(person.client.cookies) for person in (anna, bert)]
        tokens = [person.csrf for person in (anna, bert)]
    clock.go_on(hours=5)
    with House(create_app(settings)) as house:
        house.keep_time()
        anna, bert = house.person(None), house.person(None)
        for person, cookie, token in zip((anna, bert), cookies, tokens, strict=True):
            person.client.cookies.update(cookie)
            person.csrf = token
        with anna.live(table) as live:
            assert live.state["players"]["authoritarian"]["seconds_left"] == 500
            assert live.act("authoritarian", "hide")["key"] == "problem.table.paused"
        vote(bert, table, "liberal", "resume")
        vote(anna, table, "authoritarian", "resume")
        assert chairs(anna, table)["liberal"]["due"] == clock() + 500


@pytest.mark.on_postgres
def test_a_fallen_flag_brings_a_computer_until_the_player_returns(
    house: House, clock: SetClock
) -> None:
    clock.stop()
    anna, bert, table = two_at(house, time_control=LIVE, on_timeout="computer")
    with anna.live(table) as live:
        live.act("authoritarian", "hide")
        clock.go_on(minutes=10)
        house.keep_time()
        while live.state["moves"] < 2:
            live.hear("state")
        shown = live.state["players"]["liberal"]
        assert (shown["stand_in"], shown["name"], shown["seconds_left"]) == ("normal", "Bert", 0)
    assert notices(bert)[-1] == "missed_limited"
    with bert.live(table) as live:
        assert live.act("liberal", "hide")["key"] == "problem.seat.stand_in"
        bert.post(f"/api/tables/{table['id']}/return", seat="liberal")
        follow(live, live.state["version"] + 1)
        back = live.state["players"]["liberal"] | {"due": 0, "user": None, "ready": False}
        assert back == {
            "name": "Bert", "computer": None, "stand_in": None, "me": True,
            "due": 0, "seconds_left": 60, "running": False, "overdue_since": None, "open": False,
            "takeover_since": None, "leave_left": None, "user": None, "ready": False,
        }  # fmt: skip
    again = bert.post(f"/api/tables/{table['id']}/return", seat="liberal", status=409)
    assert again["key"] == "problem.seat.no_stand_in"


# -- correspondence


def test_each_decision_has_its_deadline(house: House, clock: SetClock) -> None:
    start = clock.stop()
    anna, bert, table = two_at(house, time_control=DAILY)
    assert lobby_entry(bert, table)["due"] == start + DAY
    clock.go_on(hours=5)
    with anna.live(table) as live:
        live.act("authoritarian", "hide")
        assert live.state["players"]["authoritarian"]["due"] is None
    with bert.live(table) as live:
        live.act("liberal", "hide")
        assert live.state["players"]["authoritarian"]["due"] == start + DAY + 5 * HOUR
    shown = lobby_entry(anna, table)
    assert (shown["my_turn"], shown["due"]) == (True, start + DAY + 5 * HOUR)
    assert shown["last_move_at"] == start + 5 * HOUR


def test_taking_back_does_not_put_a_deadline_off(house: House, clock: SetClock) -> None:
    start = clock.stop()
    anna, _, table = two_at(house, time_control=DAILY)
    with anna.live(table) as live:
        live.act("authoritarian", "hide")
        clock.go_on(hours=20)
        live.say(type="undo", seat="authoritarian", version=live.state["version"])
        live.hear("done")
        assert live.state["players"]["authoritarian"]["due"] == start + DAY


def test_days_off_and_days_away_do_not_count(house: House, clock: SetClock) -> None:
    friday = clock.stop("2026-03-06T12:00:00+00:00")
    pace = DAILY | {"days_off": [6, 5, 5]}
    anna, bert = house.person("Anna"), house.person("Bert")
    bert.request("PATCH", "/api/me", {"preferences": {"away": ["2026-03-09"]}})
    table = anna.table("turmoil", seats={"authoritarian": "me"}, time_control=pace)
    assert table["time_control"]["days_off"] == [5, 6]
    bert.sit(table, "liberal")
    seats = chairs(anna, table)
    assert seats["authoritarian"]["due"] == friday + 3 * DAY
    assert seats["liberal"]["due"] == friday + 4 * DAY


def test_days_away_entered_later_count_too(house: House, clock: SetClock) -> None:
    start = clock.stop()
    anna, bert, table = two_at(house, time_control=DAILY, on_timeout="computer")
    bert.request("PATCH", "/api/me", {"preferences": {"away": ["2026-03-03"]}})
    clock.go_on(hours=24)
    house.keep_time()
    seats = chairs(bert, table)
    assert seats["authoritarian"]["stand_in"] == "normal"
    assert (seats["liberal"]["stand_in"], seats["liberal"]["due"]) == (None, start + 2 * DAY)
    del anna


def test_a_reminder_comes_once(house: House, clock: SetClock) -> None:
    clock.stop()
    anna, bert, table = two_at(house, time_control=DAILY)
    with anna.live(table) as live:
        live.act("authoritarian", "hide")
    clock.go_on(hours=17)
    house.keep_time()
    assert "deadline" not in notices(bert)
    clock.go_on(hours=1)
    house.keep_time()
    house.keep_time()
    assert notices(bert).count("deadline") == 1
    assert "deadline" not in notices(anna)


def test_a_table_may_wait(house: House, clock: SetClock) -> None:
    clock.stop()
    anna, bert, table = two_at(house, time_control=DAILY)
    clock.go_on(hours=25)
    house.keep_time()
    house.keep_time()
    shown = chairs(anna, table)["liberal"]
    assert (shown["overdue_since"], shown["due"], shown["stand_in"]) == (int(clock()), None, None)
    assert notices(bert).count("late") == 1
    with bert.live(table) as live:
        assert live.act("liberal", "hide")["type"] == "done"
        assert live.state["players"]["liberal"]["overdue_since"] is None


def test_the_rules_may_say_what_absence_means(house: House, clock: SetClock) -> None:
    """Civil disorder: the units of who hands in nothing hold."""
    clock.stop()
    (austria, england), table = powers_at(house, time_control=DAILY, on_timeout="rule")
    with austria.live(table) as live:
        assert live.act("austria", orders("austria"))["type"] == "done"
        clock.go_on(hours=24)
        house.keep_time()
        assert "log.disorder" in [line["key"] for line in results(live)]
        assert live.state["players"]["england"]["stand_in"] is None
    assert "by_rule" in notices(england)


def test_without_a_default_answer_a_computer_stands_in(house: House, clock: SetClock) -> None:
    clock.stop()
    _, bert, table = two_at(house, time_control=DAILY, on_timeout="rule")
    clock.go_on(hours=24)
    house.keep_time()
    assert chairs(bert, table)["liberal"]["stand_in"] == "normal"


@pytest.mark.amount
@pytest.mark.parametrize("absence", ["rule", "wait", "computer"][: amount(1, 3)])
def test_planned_orders_are_handed_in_at_the_deadline(
    house: House, clock: SetClock, absence: str
) -> None:
    clock.stop()
    (austria, england), table = powers_at(house, time_control=DAILY, on_timeout=absence)
    plan = orders("england", 3)
    path = f"/api/tables/{table['id']}/draft"
    england.request("PUT", path, {"seat": "england", "text": plan}, 204)
    with austria.live(table) as live:
        live.act("austria", orders("austria"))
        clock.go_on(hours=24)
        house.keep_time()
        told_of = [line["args"].get("order") for line in results(live)]
    assert all(order in told_of for order in plan.split("; ")[:-1])
    with england.live(table) as live:
        assert live.state["seats"]["england"]["draft"] == ""
        assert live.state["players"]["england"]["stand_in"] is None


def test_an_illegal_draft_is_not_submitted(house: House, clock: SetClock) -> None:
    clock.stop()
    (_, england), table = powers_at(house, time_control=DAILY, on_timeout="computer")
    path = f"/api/tables/{table['id']}/draft"
    england.request("PUT", path, {"seat": "england", "text": "F LON - the moon"}, 204)
    clock.go_on(hours=24)
    house.keep_time()
    assert chairs(england, table)["england"]["stand_in"] == "normal"


def test_a_table_that_cannot_be_read_stops_no_other_clock(
    house: House, clock: SetClock, caplog: pytest.LogCaptureFixture
) -> None:
    clock.stop()
    _, _, broken = two_at(house, time_control=DAILY)
    _, bert, table = two_at(house, time_control=DAILY, on_timeout="computer")
    _, carl, slower = two_at(house, time_control={"kind": "correspondence", "hours": 30})
    services = house.app.state.services
    with services.sessions.begin() as session:
        session.execute(update(Table).where(Table.id == broken["id"]).values(game="no_such_game"))
    services.rooms.forget(broken["id"])
    clock.go_on(hours=25)
    house.keep_time()
    assert chairs(bert, table)["liberal"]["stand_in"] == "normal"
    assert notices(carl).count("deadline") == 1
    house.keep_time()
    told_of = [each for each in caplog.records if broken["id"] in each.getMessage()]
    assert len(told_of) == 1
    del slower


def test_two_timekeepers_act_once(database: str, clock: SetClock) -> None:
    """Two processes on one database find the same deadline."""
    clock.stop()
    settings = Settings(database, clock=clock)
    one, other = House(create_app(settings)), House(create_app(settings))
    with one, other:
        anna, bert, table = two_at(one, time_control=DAILY)
        elsewhere = other.person(None)
        elsewhere.client.cookies.update(dict(anna.client.cookies))
        assert chairs(elsewhere, table)["liberal"]["due"] is not None
        clock.go_on(hours=24)
        for house in (one, other, one):
            house.keep_time()
        assert notices(bert).count("late") == 1
        assert chairs(elsewhere, table) == chairs(anna, table)
