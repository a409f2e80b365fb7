"""Outages and jumps of the clock: no player loses time in which they could not play."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread
from typing import Any

import pytest
from sqlalchemy import Engine, insert, select, text, update
from sqlalchemy.exc import DBAPIError

from entente.server.http.app import create_app
from entente.server.live.game_clock import GameClock
from entente.server.live.outages import CLOCKS, Outage, Outages, compensate
from entente.server.settings import Settings
from entente.server.storage.database import connect, sessions
from entente.server.storage.grouped_commits import GroupedCommits
from entente.server.storage.models import Table, TableSeat, Watch
from entente.server.tables import time_control
from entente.server.tables.days import DAY, Calendar
from entente.server.tables.rooms import Rooms
from entente.server.tables.time_control import HOUR
from entente.wire import tables as wire
from tests.server.events.test_events import create, member
from tests.server.people import House, Json, Person, SetClock
from tests.server.tables import notices, two_at

DAILY = {"kind": "correspondence", "hours": 24}
MONDAY = 1_772_452_800.0  # 2026-03-02, noon
WAITING = text(
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND wait_event_type = 'Lock'"
)

pytestmark = pytest.mark.one_database


def chairs(person: Person, table: Json) -> Json:
    with person.live(table) as live:
        players: Json = live.state["players"]
        return players


def is_a_connection_waiting(engine: Engine) -> bool:
    """For another, in PostgreSQL. Within one transaction the answer would stay the same."""
    with engine.connect() as connection:
        return bool(connection.scalar(WAITING))


def again(house: House, person: Person) -> Person:
    """The same person after the server was started again."""
    back = house.person(None)
    back.client.cookies.update(dict(person.client.cookies))
    back.csrf = person.csrf
    return back


# -- the server was away


def test_time_in_which_no_server_ran_is_given_back(database: str, clock: SetClock) -> None:
    start = clock.stop()
    settings = Settings(database, clock=clock)
    with House(create_app(settings)) as house:
        anna, bert, table = two_at(house, time_control=DAILY, on_timeout="computer")
        clock.go_on(hours=5)
        house.keep_time()
    clock.go_on(hours=48)
    with House(create_app(settings)) as house:
        house.keep_time()
        anna, bert = again(house, anna), again(house, bert)
        seats = chairs(anna, table)
        assert seats["authoritarian"]["stand_in"] is None
        assert seats["authoritarian"]["due"] == start + DAY + 48 * HOUR
        assert notices(bert)[-1] == "given_back_hours"
        assert "48" in bert.get("/api/me/notifications")[0]["text"]
        clock.go_on(hours=20)
        house.keep_time()
        assert chairs(anna, table)["authoritarian"]["stand_in"] == "normal"


def test_the_days_of_events_proposals_and_pauses_are_given_back(
    database: str, clock: SetClock
) -> None:
    start = int(clock.stop())
    settings = Settings(database, clock=clock)
    with House(create_app(settings)) as house:
        director = member(house, "Dora")
        ladder = create(director, {"challenge_days": 2, "season_days": 30}, format="ladder")
        arena = create(director, {"minutes": 60}, format="arena")
        begins = {"automatic": True}
        soon = create(director, begins, starts=start + HOUR)
        later = create(director, begins, starts=start + 90 * HOUR)
        players = [member(house, "Emil"), member(house, "Fritz")]
        for each in players:
            each.post(f"{ladder}/enter")
            each.post(f"{arena}/enter")
            each.post(f"{soon}/enter")
        director.post(f"{ladder}/round")
        director.post(f"{arena}/round")
        players[1].post(f"{ladder}/challenge", entry=1)
        anna, _, table = two_at(house, time_control=DAILY)
        path = f"/api/tables/{table['id']}"
        anna.post(f"{path}/vote", seat="authoritarian", kind="draw")
        house.keep_time()
    clock.go_on(hours=72)
    with House(create_app(settings)) as house:
        house.keep_time()
        house.call(house.app.state.services.events.check)
        director, anna = again(house, director), again(house, anna)
        (challenge,) = director.get(ladder)["challenges"]
        assert challenge["status"] == "open"
        assert challenge["expires"] == start + (48 + 72) * HOUR
        assert director.get(ladder)["ends"] == start + 30 * DAY + 72 * HOUR
        assert director.get(arena)["status"] == "playing"
        assert director.get(soon)["starts"] == start + HOUR + 72 * HOUR
        assert director.get(soon)["status"] == "open"
        assert director.get(later)["starts"] == start + 90 * HOUR  # that day is to come
        assert director.get(arena)["ends"] == start + HOUR + 72 * HOUR
        with anna.live(table) as live:
            (draw,) = live.state["votes"]
            assert draw["expires"] == start + 3 * DAY + 72 * HOUR  # the proposal waits three days
        clock.go_on(hours=49)
        house.call(house.app.state.services.events.check)
        assert director.get(ladder)["challenges"][0]["status"] == "expired"


def test_events_wait_until_the_time_of_an_outage_is_given_back(house: House) -> None:
    services = house.app.state.services
    checks: list[bool] = []

    async def check() -> None:
        checks.append(True)

    services.events.check = check
    services.events.outages = Outages(services.rooms.commits, GameClock())
    house.call(services.events._look)
    assert not checks
    services.events.outages.check()
    house.call(services.events._look)
    assert checks


def test_a_short_stop_is_given_back_without_a_notification(database: str, clock: SetClock) -> None:
    start = clock.stop()
    settings = Settings(database, clock=clock)
    live = {"kind": "live", "minutes": 1, "increment": 0}
    with House(create_app(settings)) as house:
        anna, _, table = two_at(house, time_control=live, on_timeout="computer")
    clock.go_on(40)
    with House(create_app(settings)) as house:
        house.keep_time()
        anna = again(house, anna)
        assert chairs(anna, table)["authoritarian"]["due"] == start + 100
        assert "given_back" not in notices(anna)


def test_where_another_server_went_on_nothing_is_given_back(database: str, clock: SetClock) -> None:
    start = clock.stop()
    settings = Settings(database, clock=clock)
    with House(create_app(settings)) as house:
        anna, _, table = two_at(house, time_control=DAILY)
        clock.go_on(hours=5)
        house.keep_time()
        with House(create_app(settings)) as other:
            other.keep_time()
        assert chairs(anna, table)["authoritarian"]["due"] == start + DAY


def test_an_outage_of_the_database_is_given_back(house: House, clock: SetClock) -> None:
    """The timekeeper could not look; when it can again, three hours have passed."""
    start = clock.stop()
    anna, _, table = two_at(house, time_control=DAILY)
    house.keep_time()
    clock.go_on(hours=3)
    house.app.state.services.timekeeper.outages.suspect()
    house.keep_time()
    assert chairs(anna, table)["authoritarian"]["due"] == start + DAY + 3 * HOUR


# -- the clock jumps


@pytest.mark.parametrize("hours", [30, -30])
def test_a_jump_of_the_clock_leaves_every_player_the_time_they_had(
    house: House, clock: SetClock, hours: float
) -> None:
    clock.stop()
    anna, _, table = two_at(house, time_control=DAILY, on_timeout="computer")
    with anna.live(table) as live:
        house.keep_time()
        clock.go_on(hours=1)
        house.keep_time()
        now = clock.jump(hours=hours)
        house.keep_time()
        live.hear("state")
        seat = live.state["players"]["liberal"]
        assert (seat["stand_in"], seat["due"]) == (None, now + 23 * HOUR)
        assert live.act("authoritarian", "hide")["type"] == "done"


def test_of_several_processes_one_gives_back(database: str, clock: SetClock) -> None:
    clock.stop()
    settings = Settings(database, clock=clock, steady=clock.steady)
    one, other = House(create_app(settings)), House(create_app(settings))
    with one, other:
        anna, _, table = two_at(one, time_control=DAILY)
        for hours in (10, -10, 10):
            for house in (one, other):
                house.keep_time()
            now = clock.jump(hours=hours)
            for house in (one, other, one):
                house.keep_time()
            assert chairs(anna, table)["liberal"]["due"] == now + DAY


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_two_processes_look_at_the_clocks_of_a_new_database_at_the_same_time(database: str) -> None:
    """The second comes while the first has noted its look, but not stored it yet."""
    engine = connect(database)
    outages = Outages(GroupedCommits(sessions(engine)), GameClock(time.time))
    with ThreadPoolExecutor(1) as second:
        with engine.begin() as first:
            first.execute(insert(Watch).values(name=CLOCKS, seen=MONDAY))
            look = second.submit(outages.check)
            while not is_a_connection_waiting(engine):
                assert not look.done(), look.exception()
                time.sleep(0.01)
        assert look.result(10) == []
    with engine.connect() as connection:
        assert connection.scalars(select(Watch.seen)).one() > MONDAY
    engine.dispose()


@pytest.mark.parametrize("hours", [30, -30])
def test_an_action_before_a_jump_is_noticed_keeps_its_time(
    house: House, clock: SetClock, hours: float
) -> None:
    clock.stop()
    live_pace = {"kind": "live", "minutes": 10, "increment": 0}
    anna, _, table = two_at(house, time_control=live_pace, on_timeout="computer")
    house.keep_time()
    clock.go_on(60)
    clock.jump(hours=hours)
    with anna.live(table) as live:
        assert live.act("authoritarian", "hide")["type"] == "done"
        now = clock()
        house.keep_time()
        live.hear("state")
        seats = live.state["players"]
        # the two clocks of the house were first read one after the other, while they still went
        assert seats["authoritarian"]["seconds_left"] == pytest.approx(540, abs=1)
        assert seats["liberal"]["stand_in"] is None
        assert seats["liberal"]["due"] == pytest.approx(now + 540, abs=1)


def test_servers_on_one_database_go_by_its_clock(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of one of two machines was set: a table that the other one has just begun
    is not overdue there."""
    true = time.time
    monkeypatch.setattr(time, "time", lambda: true() + 3600)
    with House(create_app(Settings(database))) as house:
        clock = house.app.state.services.rooms.clock
        wrong = 0 if database.startswith("postgresql") else 3600
        assert abs(clock() - true() - wrong) < 60


# -- what is put off


def test_days_off_in_an_outage_are_not_given_back() -> None:
    """Away from Friday noon to Monday noon: of that, the weekend had not counted anyhow."""
    friday = MONDAY - 3 * DAY
    daily = wire.Correspondence(24, [5, 6])
    chair = TableSeat(due=MONDAY, remind=None, set_aside={})
    change = time_control.put_later(daily, Calendar([5, 6]), chair, friday, MONDAY)
    assert change is not None
    assert change["due"] == MONDAY + DAY


def test_a_clock_set_back_over_days_off_and_put_right_loses_nothing() -> None:
    """Set back by three days on a Monday, to Friday, and put right: what is due on Tuesday is due
    on Tuesday, and a deadline that has passed stays passed."""
    friday = MONDAY - 3 * DAY
    daily, weekends = wire.Correspondence(24, [5, 6]), Calendar([5, 6])
    for due, remind in ((MONDAY + DAY, MONDAY + DAY / 2), (MONDAY + 7 * DAY, MONDAY - HOUR)):
        chair = TableSeat(due=due, remind=remind, set_aside={"3": {"due": due}})
        back = time_control.put_later(daily, weekends, chair, MONDAY, friday)
        assert back is not None
        chair = TableSeat(**back)
        assert chair.due is not None
        left = weekends.count(friday, chair.due)
        assert left == weekends.count(MONDAY, due)  # as much as there was
        right = time_control.put_later(daily, weekends, chair, friday, MONDAY)
        assert right is not None
        assert (right["due"], right["set_aside"]) == (due, {"3": {"due": due}})


def test_questions_that_stand_aside_are_put_off_too() -> None:
    aside = {"3": {"due": MONDAY + HOUR, "must": True}, "4": {"left": 60.0}}
    chair = TableSeat(due=None, remind=None, set_aside=aside)
    change = time_control.put_later(
        wire.Correspondence(24), Calendar(), chair, MONDAY, MONDAY + DAY
    )
    assert change is not None
    assert change["set_aside"] == {
        "3": {"due": MONDAY + HOUR + DAY, "must": True}, "4": {"left": 60.0}
    }  # fmt: skip


def test_a_table_that_cannot_be_opened_is_put_off_too(house: House, clock: SetClock) -> None:
    start = clock.stop()
    _, _, table = two_at(house, time_control=DAILY)
    services = house.app.state.services
    with services.sessions.begin() as session:
        session.execute(update(Table).values(game="no_such_game"))
    with services.engine.begin() as connection:
        given = compensate(connection, Outage(start, start + HOUR))
    assert given.tables == [table["id"]]
    assert len(given.users) == 2
    with services.sessions() as session:
        assert session.get_one(TableSeat, (table["id"], "liberal")).due == start + DAY + HOUR


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_who_acts_while_time_is_given_back_loses_nothing(
    house: House, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The action is stored before or after; the clock that it stopped does not run again."""
    start = clock.stop()
    anna, _, table = two_at(house, time_control=DAILY, on_timeout="computer")
    services, put_later, acted = house.app.state.services, time_control.put_later, Event()

    def act() -> None:
        with anna.live(table) as live:
            live.act("authoritarian", "hide")
        acted.set()

    meanwhile = Thread(target=act)

    def slowly(*given: Any) -> Any:
        if meanwhile.ident is None:
            meanwhile.start()
            acted.wait(1)
        return put_later(*given)

    monkeypatch.setattr(time_control, "put_later", slowly)
    with services.engine.begin() as connection:
        compensate(connection, Outage(start, start + HOUR))
    meanwhile.join()
    seats = chairs(anna, table)
    assert (seats["authoritarian"]["due"], seats["liberal"]["due"]) == (None, start + DAY + HOUR)


def test_a_watch_that_cannot_be_kept_is_kept_later(house: House, clock: SetClock) -> None:
    """Nothing is forgotten by a look that fails."""
    start = clock.stop()
    anna, _, table = two_at(house, time_control=DAILY)
    house.keep_time()
    _execute(house, "ALTER TABLE watches RENAME TO elsewhere")
    clock.jump(hours=3)
    with pytest.raises(DBAPIError):
        house.keep_time()
    _execute(house, "ALTER TABLE elsewhere RENAME TO watches")
    house.keep_time()
    assert chairs(anna, table)["liberal"]["due"] == start + DAY + 3 * HOUR


def _execute(house: House, statement: str) -> None:
    with house.app.state.services.engine.begin() as connection:
        connection.execute(text(statement))


# -- tables that hold others up


def test_a_table_that_takes_long_to_open_delays_no_other(
    house: House, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More of them than are seen to at a time."""
    clock.stop()
    slow = [two_at(house, time_control=DAILY)[2]["id"] for _ in range(6)]
    clock.go_on(60)
    _, _, table = two_at(house, time_control=DAILY)
    clock.go_on(hours=24)
    services = house.app.state.services
    services.timekeeper.patience = 0.05
    go_on, read = Event(), Rooms.get

    def get(self: Rooms, table_id: str) -> Any:
        if table_id in slow:
            assert go_on.wait(60)
        return read(self, table_id)

    def missed() -> set[str]:
        with services.sessions() as session:
            return set(session.scalars(select(TableSeat.table_id).where(TableSeat.missed > 0)))

    monkeypatch.setattr(Rooms, "get", get)
    for each in slow:
        services.rooms.forget(each)
    try:
        house.keep_time(10)
        assert missed() == {table["id"]}
    finally:
        go_on.set()
    house.keep_time()
    assert missed() == {table["id"], *slow}
