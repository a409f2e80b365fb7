"""Refereed tables: one person enters the orders of everyone around a real table."""

from __future__ import annotations

import json

import pytest

from entente.kernel import registry
from tests.server.people import House, Json, Person, SetClock

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]
POWERS = registry.load("diplomacy").info.seats
FRENCH = "F BRE - MAO; A MAR H; A PAR - BUR; orders"


def refereed(person: Person, game: str = "diplomacy", **body: object) -> Json:
    return person.table(game, refereed=True, **body)


def path(table: Json, route: str) -> str:
    return f"/api/tables/{table['id']}/{route}"


def decision_of(person: Person, table: Json, seat: str) -> int:
    with person.live(table) as live:
        decision = live.decision(seat)
        assert decision is not None
        return int(decision["id"])


def draft(person: Person, table: Json, seat: str, text: str) -> None:
    window = decision_of(person, table, seat)
    body = {"seat": seat, "text": text, "decision": window}
    person.request("PUT", path(table, "draft"), body, 204)


def test_the_referee_holds_every_seat(house: House) -> None:
    anna, eve = house.person("Anna"), house.person("Eve")
    table = refereed(anna)
    assert table["refereed"]
    assert table["status"] == "playing"
    assert table["private"]
    assert table["chat"] == "none"
    assert not table["rated"]
    assert all(seat["me"] for seat in table["seats"].values())
    for what in ("offer", "leave"):
        refused = anna.post(path(table, what), seat="france", status=409)
        assert refused["key"] == "problem.referee.seats"
    assert table["id"] not in json.dumps(eve.get("/api/lobby?scope=watch"))
    assert eve.get(f"/api/tables/{table['id']}")["refereed"]  # by its link


@pytest.mark.parametrize(
    "body",
    [
        {"seats": {"france": "easy"}},
        {"time_control": {"kind": "live", "minutes": 5, "increment": 0}},
        {"anonymous": True},
        {"random_seats": True},
        {"rated": True},
        {"spectator_delay": {"unit": "moves", "amount": 2}},
    ],
    ids=lambda body: next(iter(body)),
)
def test_what_a_refereed_table_cannot_be(house: House, body: Json) -> None:
    wanted = {"game": "diplomacy", "refereed": True, **body}
    refused = house.person("Anna").request("POST", "/api/tables", wanted, 422)
    assert refused["key"] == "problem.table.refereed_fields"
    assert refused["args"]["fields"] == list(body)


@pytest.mark.on_postgres
def test_adjudication_submits_all_drafts_at_once(house: House) -> None:
    anna = house.person("Anna")
    table = refereed(anna)
    draft(anna, table, "france", FRENCH)
    after = anna.post(path(table, "adjudicate"))
    assert after["moves"] == len(POWERS)
    assert after["stage"] == "Autumn 1901"
    with anna.live(table) as live:
        told = " ".join(line["text"] for line in live.state["log"])
        assert "A PAR - BUR" in told
        assert not any(part.get("draft") for part in live.state["seats"].values())


def test_an_incomplete_draft_is_not_thrown_away(house: House) -> None:
    anna = house.person("Anna")
    table = refereed(anna)
    draft(anna, table, "france", "A PAR - BUR")
    refused = anna.post(path(table, "adjudicate"), status=409)
    assert refused["key"] == "problem.referee.unfinished"
    assert refused["args"]["seats"] == ["France"]
    assert anna.get(f"/api/tables/{table['id']}")["moves"] == 0


def test_there_is_nothing_to_adjudicate_among_open_answers(house: House) -> None:
    anna = house.person("Anna")
    table = refereed(anna, "attrition")
    assert anna.post(path(table, "adjudicate"), status=409)["key"] == "problem.referee.nothing"


def test_the_referee_goes_back_before_a_mistake(house: House) -> None:
    anna, eve = house.person("Anna"), house.person("Eve")
    table = refereed(anna)
    draft(anna, table, "france", FRENCH)
    anna.post(path(table, "adjudicate"))
    eve.post(path(table, "rewind"), move=0, status=403)
    assert anna.post(path(table, "rewind"), move=0)["moves"] == 0
    assert anna.get(f"/api/tables/{table['id']}")["stage"] == "Spring 1901"


def test_spectators_see_no_sealed_order_before_the_adjudication(house: House) -> None:
    anna, eve = house.person("Anna"), house.person("Eve")
    table = refereed(anna)
    projected = f"/ws/boards?tables={table['id']}"
    with (
        anna.live(table) as referee,
        eve.live(table) as spectator,
        anna.client.websocket_connect(projected) as projector,
        eve.client.websocket_connect(projected) as elsewhere,
    ):
        draft(anna, table, "germany", "A BER - KIE; A MUN - RUH; F KIE - HOL; orders")
        assert referee.act("france", FRENCH)["type"] == "done"
        seen = [spectator.state]
        spectator.sync()
        seen.append(spectator.state)
        seen += [socket.receive_json() for socket in (projector, elsewhere) for _ in range(2)]
        for text in map(json.dumps, seen):
            assert "A PAR - BUR" not in text
            assert "F KIE - HOL" not in text
        assert referee.state["seats"]["france"]["submitted"]
    for asked in ("", "/record", "/timeline", "/results", "/positions/1"):
        answer = eve.client.get(f"/api/tables/{table['id']}{asked}").text
        assert "A PAR - BUR" not in answer
        assert "F KIE - HOL" not in answer


@pytest.mark.own_house
def test_the_clock_of_the_referee(house: House, clock: SetClock) -> None:
    anna, eve = house.person("Anna"), house.person("Eve")
    table, now = refereed(anna), clock.stop()
    timer = path(table, "timer")
    with eve.live(table) as spectator:
        anna.post(timer, action="start", seconds=900)
        spectator.sync()
        assert spectator.state["timer"] == {"ends": now + 900, "left": None}
        clock.go_on(300)
        anna.post(timer, action="pause")
        assert anna.get(f"/api/boards?tables={table['id']}")[0]["timer"]["left"] == 600
        clock.go_on(60)
        anna.post(timer, action="resume")
        spectator.sync()
        assert spectator.state["timer"]["ends"] == now + 960
        assert anna.post(timer, action="resume", status=409)["key"].endswith("timer_running")
        anna.post(timer, action="clear")
        assert anna.post(timer, action="pause", status=409)["key"].endswith("timer_stopped")
        for seconds in (None, 0, 90_000):
            anna.post(timer, action="start", seconds=seconds, status=422)
        eve.post(timer, action="start", seconds=60, status=403)


def test_order_sheets_list_the_units_of_each_power(house: House) -> None:
    anna, eve = house.person("Anna"), house.person("Eve")
    table = refereed(anna, title="Club evening")
    sheets = anna.get(path(table, "sheets"))
    assert (sheets["title"], sheets["stage"]) == ("Club evening", "Spring 1901")
    assert [sheet["seat"] for sheet in sheets["sheets"]] == list(POWERS)
    france = next(each for each in sheets["sheets"] if each["seat"] == "france")
    assert france["lines"] == ["F BRE", "A MAR", "A PAR"]
    eve.get(path(table, "sheets"), 403)
    other = anna.table("attrition", seats={"central": "me", "entente": "easy"})
    assert anna.get(path(other, "sheets"), 403)["key"] == "problem.referee.table"
