"""Quick pairing: queues, roll calls, and what both do to the people in them."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session
from starlette.websockets import WebSocketDisconnect

from entente.server.http.app import create_app
from entente.server.pairing.requests import LONGEST_WAIT, PATIENCE, put_in_queue, wanted
from entente.server.settings import Settings
from entente.server.storage.blocks import AVOID, BLOCK
from entente.server.storage.models import PairingRequest, Rating, Relation, Table, User
from entente.server.tables.missed_roll_calls import note_missed
from tests.server.people import House, Json, Person, SetClock
from tests.server.tables import POWERS

LIVE, SLOW = "30+15", "24h"
PASSWORD = "correct horse battery"


def ask(person: Person, game: str = "turmoil", status: int = 200, **body: object) -> Json:
    """Ask for a game; return the pairing."""
    wanted = {"game": game, "pace": LIVE if game == "turmoil" else SLOW, **body}
    state: Json = person.request("POST", "/api/pairing", wanted, status)
    return state


def stand(person: Person) -> Json:
    state: Json = person.get("/api/pairing")
    return state


def answer(person: Person, table_id: str, status: int = 200) -> Json:
    info: Json = person.request("POST", f"/api/tables/{table_id}/ready", status=status)
    return info


def member(house: House, name: str) -> Person:
    """A person with an account."""
    person = house.person(name)
    person.post("/api/register", name=name, password=PASSWORD)
    return person


def serve(house: House) -> None:
    """The pairer looks once, now."""
    house.call(house.app.state.services.pairer.check)


def relate(house: House, one: Person, other: Person, kind: str) -> None:
    with house.app.state.services.sessions.begin() as session:
        session.add(Relation(user_id=one.id, other_id=other.id, kind=kind, created=0))


def keys(person: Person) -> list[str]:
    return [each["key"] for each in person.get("/api/me/notifications")]


@pytest.fixture
def early(clock: SetClock) -> None:
    """Stop the clock before the house opens."""
    clock.stop()


@pytest.fixture
def stopped(early: None, house: House, clock: SetClock) -> SetClock:
    """A stopped clock, when the house has been open for a while."""
    clock.go_on(2 * PATIENCE)
    return clock


def test_two_strangers_meet_at_a_rated_table(house: House) -> None:
    anna, bert = member(house, "Anna"), member(house, "Bert")
    state = ask(anna, rated=True, side="liberal")
    assert state["table"] is None
    assert (state["request"]["waiting"], state["request"]["seats"]) == (1, 2)
    (turmoil,) = (q for q in anna.get("/api/pairing/queues") if q["game"] == "turmoil")
    assert next((p["id"], p["waiting_rated"]) for p in turmoil["paces"]) == (LIVE, 1)
    table_id = ask(bert, rated=True)["table"]
    assert table_id == stand(anna)["table"] is not None
    shown = anna.get(f"/api/tables/{table_id}")
    assert (shown["status"], shown["rated"], shown["paired"]) == ("open", True, True)
    assert shown["seats"]["liberal"]["me"]
    assert shown["time_control"]["kind"] == "live"
    assert keys(bert) == ["notice.paired"]
    with anna.live(shown) as live:
        assert live.state["roll_call_until"] == shown["roll_call_until"]
        assert answer(bert, table_id)["seats"]["authoritarian"]["ready"]
        assert live.hear("state")["players"]["authoritarian"]["ready"]
        assert answer(anna, table_id)["status"] == "playing"
        assert live.hear("state")["status"] == "playing"
    assert stand(anna)["request"] is None
    answer(anna, table_id, status=409)


def test_requests_are_checked(house: House) -> None:
    anna = house.person("Anna")
    assert ask(anna, status=422, pace="5+0")["key"] == "problem.pairing.pace"
    assert ask(anna, status=422, side="france")["key"] == "problem.pairing.side"
    assert ask(anna, "chess", status=422, pace=LIVE)["key"] == "problem.game.unknown"
    assert ask(anna, status=422, rating_range=1)["key"] == "problem.pairing.range"
    assert ask(anna, status=422, min_reliability=101)["key"] == "problem.pairing.reliability"
    assert ask(anna, status=422, computers_after=0)["key"] == "problem.pairing.computers"
    assert ask(anna, status=403, rated=True)["key"] == "problem.pairing.rated_guest"
    assert stand(anna)["request"] is None


def test_one_request_per_person_and_account(house: House) -> None:
    """A second session of the same account is the same person."""
    anna = member(house, "Anna")
    again = house.person(None)
    again.welcome(again.post("/api/login", name="Anna", password=PASSWORD))
    first = ask(anna)["request"]
    second = ask(again, side="liberal")
    assert second["table"] is None
    assert second["request"]["waiting"] == 1
    assert second["request"]["since"] == first["since"]  # the place in the queue stays
    assert ask(again, "attrition", pace=SLOW)["request"]["game"] == "attrition"
    assert stand(anna)["request"]["game"] == "attrition"
    anna.request("DELETE", "/api/pairing", status=204)
    assert stand(again)["request"] is None


@pytest.mark.parametrize("kind", [BLOCK, AVOID])
def test_people_who_must_not_meet_are_not_paired(house: House, kind: str) -> None:
    anna, bert, carl = (house.person(name) for name in ("Anna", "Bert", "Carl"))
    relate(house, bert, anna, kind)
    ask(anna)
    assert ask(bert)["table"] is None
    assert ask(carl)["table"] == stand(anna)["table"] is not None
    assert stand(bert)["table"] is None


def test_strength_and_rated_games_keep_people_apart(house: House) -> None:
    anna, bert, carl = (member(house, name) for name in ("Anna", "Bert", "Carl"))
    with house.app.state.services.sessions.begin() as session:
        row = {"game": "turmoil", "pace": "live", "season": "", "deviation": 3.0, "listed": True}
        session.add(Rating(user_id=anna.id, mean=40.0, games=9, wins=9, changed=0, **row))
    ask(anna, rated=True)
    assert ask(bert, rated=True, rating_range=200)["table"] is None
    assert ask(carl)["table"] is None  # casual
    assert ask(carl, rated=True)["table"] == stand(anna)["table"] is not None


@pytest.mark.one_database
def test_who_does_not_answer_loses_the_seat_and_the_others_wait_on(
    stopped: SetClock, house: House
) -> None:
    anna, bert, carl = (house.person(name) for name in ("Anna", "Bert", "Carl"))
    began = ask(anna)["request"]["since"]
    stopped.go_on(5)
    table_id = ask(bert)["table"]
    assert ask(anna, status=409)["key"] == "problem.pairing.paired"
    answer(anna, table_id)
    stopped.go_on(61)
    serve(house)
    assert stand(bert)["request"] is None
    assert anna.get(f"/api/tables/{table_id}")["status"] == "over"
    assert (keys(anna)[0], keys(bert)[0]) == ("notice.unpaired", "notice.roll_call_missed")
    state = stand(anna)
    assert (state["table"], state["request"]["since"]) == (None, began)
    stopped.go_on(1)
    with anna.client.websocket_connect("/ws/pairing") as socket:
        assert socket.receive_json()["request"]["waiting"] == 1
        new_table = ask(carl)["table"]
        assert socket.receive_json()["table"] == new_table not in (None, table_id)
    answer(carl, new_table)
    assert answer(anna, new_table)["status"] == "playing"


@pytest.mark.one_database
def test_cancelling_a_pair_sends_the_other_back(stopped: SetClock, house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    ask(anna)
    table_id = ask(bert)["table"]
    seat = next(s for s, c in bert.get(f"/api/tables/{table_id}")["seats"].items() if c["me"])
    assert bert.post(f"/api/tables/{table_id}/offer", seat=seat, status=409)
    bert.request("DELETE", "/api/pairing", status=204)
    assert stand(bert)["request"] is None
    assert stand(anna)["request"]["waiting"] == 1
    assert keys(anna)[0] == "notice.unpaired"
    assert "notice.roll_call_missed" not in keys(bert)
    with house.app.state.services.sessions() as session:
        assert session.scalar(select(func.count()).select_from(Table)) == 1
    stopped.go_on(hours=24 * 8)
    house.app.state.services.pairer._delete_unstarted()
    anna.get(f"/api/tables/{table_id}", status=404)


@pytest.mark.one_database
def test_who_misses_roll_calls_waits_longer_each_time(stopped: SetClock, house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")

    def miss() -> float:
        """Anna does not answer; how long she must wait, in seconds."""
        ask(anna)
        table_id = ask(bert)["table"]
        answer(bert, table_id)
        stopped.go_on(61)
        serve(house)
        bert.request("DELETE", "/api/pairing", status=204)
        return float(stand(anna)["cool_down_until"] - stopped())

    assert stand(anna)["cool_down_until"] is None
    assert miss() == 60
    refused = ask(anna, status=409)
    assert (refused["key"], refused["args"]) == ("problem.pairing.cool_down", {"minutes": 1})
    assert stand(bert)["cool_down_until"] is None
    stopped.go_on(60)
    assert miss() == 120
    assert anna.get("/api/me/export")["missed_roll_calls"]["count"] == 2
    stopped.go_on(120)
    # Giving up a seat while the others answer counts alike.
    ask(anna)
    ask(bert)
    anna.request("DELETE", "/api/pairing", status=204)
    assert stand(anna)["cool_down_until"] == stopped() + 240
    bert.request("DELETE", "/api/pairing", status=204)
    stopped.go_on(hours=8 * 24)
    assert miss() == 60  # forgotten after a week
    for _ in range(12):
        with house.app.state.services.sessions.begin() as session:
            note_missed(session, [anna.id, 10**6], stopped())
    assert stand(anna)["cool_down_until"] == stopped() + 24 * 3600


@pytest.mark.one_database
def test_closing_the_page_ends_waiting_for_a_live_game_only(
    stopped: SetClock, house: House
) -> None:
    anna, bert, carl = (house.person(name) for name in ("Anna", "Bert", "Carl"))
    ask(anna)
    ask(bert, pace=SLOW, side="liberal")
    ask(carl, side="liberal", pace="60+30")
    with carl.client.websocket_connect("/ws/pairing") as socket:
        assert socket.receive_json()["request"]["pace"] == "60+30"
        for _ in range(5):
            stopped.go_on(25)
            serve(house)  # the open socket is a sign of life
        assert carl.get("/api/me/export")["pairing_request"]["queue"] == "turmoil/60+30/casual"
    assert stand(anna)["request"] is None
    assert stand(bert)["request"] is not None
    stopped.go_on(hours=24 * LONGEST_WAIT + 1)
    serve(house)
    assert stand(bert)["request"] is None
    assert keys(bert) == ["notice.waited_long"]


@pytest.mark.one_database
def test_seven_people_fill_a_diplomacy_table(stopped: SetClock, house: House) -> None:
    people = [house.person(name.title()) for name in POWERS]
    for person, side in zip(
        people, (None, None, "france", None, "turkey", None, None), strict=False
    ):
        state = ask(person, "diplomacy", side=side)
    table_id = state["table"]
    assert {stand(each)["table"] for each in people} == {table_id}
    seats = people[2].get(f"/api/tables/{table_id}")["seats"]
    assert seats["france"]["me"]
    assert all(not each["open"] for each in seats.values())
    shown = people[2].get(f"/api/tables/{table_id}")["time_control"]
    assert (shown["kind"], shown["minutes"]) == (
        "phases",
        {"movement": 1440, "retreats": 720, "adjustments": 720},
    )
    (queue,) = (q for q in people[0].get("/api/pairing/queues") if q["game"] == "diplomacy")
    assert {each["time_control"]["kind"] for each in queue["paces"]} == {"phases"}
    assert [each["live"] for each in queue["paces"]] == [True, True, False, False]
    for person in people[1:]:
        answer(person, table_id)
    stopped.go_on(hours=25)
    serve(house)  # the first has not answered: the six are back, and in front
    late = house.person("Late")
    new_table = ask(late, "diplomacy")["table"]
    assert new_table not in (None, table_id)
    assert {stand(each)["table"] for each in people[1:]} == {new_table}


@pytest.mark.one_database
def test_computers_fill_the_seats_when_the_time_has_come(stopped: SetClock, house: House) -> None:
    anna, bert, carl = (house.person(name) for name in ("Anna", "Bert", "Carl"))
    ask(anna, "diplomacy", computers_after=10)
    ask(bert, "diplomacy", computers_after=60)
    ask(carl, "diplomacy")
    stopped.go_on(minutes=9)
    serve(house)
    assert stand(anna)["table"] is None
    stopped.go_on(minutes=2)
    serve(house)
    table_id = stand(anna)["table"]
    assert table_id == stand(bert)["table"] is not None
    assert stand(carl)["table"] is None
    seats = anna.get(f"/api/tables/{table_id}")["seats"].values()
    assert sorted(each["computer"] is not None for each in seats) == [False] * 2 + [True] * 5
    answer(anna, table_id)
    assert answer(bert, table_id)["status"] == "playing"


@pytest.mark.one_database
def test_the_roll_is_called_at_a_hosted_table(stopped: SetClock, house: House) -> None:
    """The seat of who does not answer is free again; the host and the rest keep theirs."""
    people = [house.person(name.title()) for name in POWERS[:3]]
    seats = {power: None if power in POWERS[:3] else "random" for power in POWERS}
    table = people[0].table("diplomacy", seats=seats, roll_call=True)
    for person, power in zip(people, POWERS, strict=False):
        table = person.sit(table, power)
    assert (table["status"], table["roll_call_until"]) == ("open", stopped() + 24 * 3600)
    assert [table["seats"][power]["ready"] for power in POWERS[:3]] == [False, False, True]
    answer(people[0], table["id"])
    stopped.go_on(hours=25)
    serve(house)
    table = people[0].get(f"/api/tables/{table['id']}")
    assert table["seats"][POWERS[1]]["open"]
    assert table["roll_call_until"] is None
    assert keys(people[1])[0] == "notice.roll_call_missed"
    assert keys(people[2])[0] == "notice.roll_call_off"
    table = people[1].sit(table, POWERS[1])
    answer(people[0], table["id"])
    assert answer(people[2], table["id"])["status"] == "playing"
    stranger = house.person("Stranger")
    answer(stranger, table["id"], status=403)


@pytest.mark.one_database
def test_leaving_calls_the_roll_call_off(house: House) -> None:
    people = [house.person(name.title()) for name in POWERS[:3]]
    seats = {power: None if power in POWERS[:3] else "random" for power in POWERS}
    table = people[0].table("diplomacy", seats=seats, roll_call=True)
    for person, power in zip(people, POWERS, strict=False):
        table = person.sit(table, power)
    left = people[0].post(f"/api/tables/{table['id']}/leave", seat=POWERS[0])
    assert left["roll_call_until"] is None
    assert left["status"] == "open"
    assert keys(people[1])[0] == "notice.roll_call_off"
    assert people[1].get(f"/api/tables/{table['id']}")["host"]


def test_an_account_is_deleted_while_it_waits(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    ask(anna)
    table_id = ask(bert)["table"]
    anna.request("DELETE", "/api/me", {}, 204)
    assert stand(bert)["request"]["waiting"] == 1
    assert bert.get(f"/api/tables/{table_id}")["status"] == "over"
    bert.request("DELETE", "/api/me", {}, 204)
    with house.app.state.services.sessions() as session:
        assert session.scalar(select(func.count()).select_from(PairingRequest)) == 0


@pytest.mark.one_database
def test_the_socket_is_for_known_people_and_their_sessions(stopped: SetClock, house: House) -> None:
    visitor = house.person(None)
    with (
        visitor.client.websocket_connect("/ws/pairing") as socket,
        pytest.raises(WebSocketDisconnect) as refused,
    ):
        socket.receive_json()
    assert refused.value.code == 4401
    anna = member(house, "Anna")
    with anna.client.websocket_connect("/ws/pairing") as socket:
        assert socket.receive_json()["request"] is None
        other = house.person(None)
        other.welcome(other.post("/api/login", name="Anna", password=PASSWORD))
        other.request("DELETE", "/api/me/sessions", status=204)
        stopped.go_on(30)
        serve(house)
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_json()
    assert ended.value.code == 4401


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_two_processes_cannot_both_pair_a_person(house: House, database: str) -> None:
    """Eight people, two servers on one database: four tables, each person at one."""
    with House(create_app(Settings(database))) as other:
        anna, bert = house.person("Anna"), house.person("Bert")
        bert.move_to(other)
        ask(anna, pace="60+30")
        with anna.client.websocket_connect("/ws/pairing") as socket:
            assert socket.receive_json()["table"] is None
            table_id = ask(bert, pace="60+30")["table"]
            while (heard := socket.receive_json())["table"] is None:
                pass  # the count of people came first
            assert heard["table"] == table_id
        people = [house.person(f"P{number}") for number in range(8)]
        for person in people[4:]:
            person.move_to(other)
        threads = [threading.Thread(target=ask, args=(each,)) for each in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        tables = [stand(each)["table"] for each in people]
    assert sorted(map(tables.count, tables)) == [2] * 8


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_two_first_requests_of_a_person_at_once_are_one(
    house: House, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have found no earlier request before either is stored."""
    anna, barrier = house.person("Anna"), threading.Barrier(2)
    services = house.app.state.services
    usual = Session.get

    def get(session: Session, entity: Any, *args: Any, **more: Any) -> Any:
        found = usual(session, entity, *args, **more)
        if entity is PairingRequest and found is None:
            barrier.wait(20)
        return found

    def put(number: int) -> None:
        with services.sessions.begin() as session:
            user = session.get_one(User, anna.id)
            wishes = wanted(
                "turmoil",
                LIVE,
                rated=False,
                side=None,
                rating_range=50 + number,
                min_reliability=0,
                computers_after=None,
            )
            put_in_queue(session, user, wishes, services.clock())

    with monkeypatch.context() as patched, ThreadPoolExecutor(2) as threads:
        patched.setattr(Session, "get", get)
        list(threads.map(put, range(2)))
    assert stand(anna)["request"]["rating_range"] in (50, 51)


@pytest.mark.one_database
def test_a_jump_of_the_clock_ends_neither_waiting_nor_a_roll_call(
    stopped: SetClock, house: House
) -> None:
    anna, bert, carl = (house.person(name) for name in ("Anna", "Bert", "Carl"))
    ask(anna)
    table_id = ask(bert)["table"]
    ask(carl)
    stopped.jump(hours=3)
    house.keep_time()
    serve(house)
    table = anna.get(f"/api/tables/{table_id}")
    assert table["roll_call_until"] == pytest.approx(stopped() + 60, abs=1)
    assert stand(carl)["request"]["since"] == pytest.approx(stopped(), abs=1)


@pytest.mark.one_database
def test_a_restart_keeps_the_queue(house: House, database: str) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    ask(anna)
    with house.app.state.services.sessions.begin() as session:
        session.execute(update(PairingRequest).values(seen=0.0))  # a long outage
    with House(create_app(Settings(database))) as again:
        anna.move_to(again)
        bert.move_to(again)
        serve(again)
        assert stand(anna)["request"]["waiting"] == 1
        assert ask(bert)["table"] == stand(anna)["table"] is not None
