"""Exercises at a table: solved, missed and tried again, and no trace of them in any list."""

from __future__ import annotations

import pytest

from entente.kernel.typography import typeset
from tests.server.people import House, Json, Person

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

WRONG = "A VIE H; A BUD S A VIE; A TYR H; orders"


def begin(person: Person, game: str, name: str) -> Json:
    table: Json = person.request("POST", f"/api/games/{game}/exercises/{name}", {}, 201)
    return table


def exercise_status(person: Person, table: Json, language: str = "en") -> Json:
    response: Json = person.get(f"/api/tables/{table['id']}/exercise?lang={language}")
    return response


def test_a_wrong_answer_and_a_right_one(house: House) -> None:
    zoe = house.person("Zoé")
    listed = zoe.get("/api/games/diplomacy/exercises?lang=fr")
    assert len(listed) == 10
    assert listed[0]["seat"] == "Autriche-Hongrie"
    table = begin(zoe, "diplomacy", listed[0]["id"])
    assert (table["exercise"], table["private"], table["analysis"]) == ("hold_vienna", True, True)
    assert [seat for seat, chair in table["seats"].items() if chair["me"]] == ["austria"]
    asked = exercise_status(zoe, table)
    assert asked["verdict"] is None
    assert (asked["number"], asked["total"], asked["next"]) == (1, 10, "cut_support")
    with zoe.live(table) as live:
        assert live.act("austria", WRONG)["type"] == "done"
    missed = exercise_status(zoe, table, "fr")["verdict"]
    assert not missed["correct"]
    assert missed["text"] == typeset(
        "Vienne est perdue : l'attaque était plus forte que la défense."
    )
    reasons = exercise_status(zoe, table)["verdict"]["reasons"]
    assert any("A BUD S A VIE is cut" in reason for reason in reasons)
    again = begin(zoe, "diplomacy", "hold_vienna")
    zoe.get(f"/api/tables/{table['id']}", 404)
    with zoe.live(again) as live:
        assert live.act("austria", asked["solution"][0])["type"] == "done"
    solved = exercise_status(zoe, again)["verdict"]
    assert solved["correct"]
    assert solved["text"] == asked["explanation"]


def test_an_account_remembers_which_games_were_introduced(house: House) -> None:
    """The introduction of a game is shown once, not in every browser."""
    zoe = house.person("Zoe")
    assert zoe.get("/api/me")["preferences"]["introduced"] == []
    for games in (["turmoil"], ["pax", "turmoil"]):
        zoe.request("PATCH", "/api/me", {"preferences": {"introduced": games}}, 200)
    assert zoe.get("/api/me")["preferences"]["introduced"] == ["pax", "turmoil"]
    wrongs = {"chess": 404, "../pax": 422, "x" * 41: 422}
    for wrong, status in wrongs.items():
        zoe.request("PATCH", "/api/me", {"preferences": {"introduced": [wrong]}}, status)
    zoe.request("PATCH", "/api/me", {"preferences": {"introduced": ["pax"] * 51}}, 422)
    assert zoe.get("/api/me")["preferences"]["introduced"] == ["pax", "turmoil"]


def test_an_account_remembers_what_was_solved(house: House) -> None:
    zoe = house.person("Zoé")
    assert zoe.get("/api/me")["preferences"]["solved"] == []
    for name in ("hold_vienna", "exchange", "hold_vienna"):
        solved = {"solved": [f"diplomacy/{name}"]}
        zoe.request("PATCH", "/api/me", {"preferences": solved}, 200)
    away = {"away": ["2030-01-01"]}  # what else is changed leaves it as it is
    me = zoe.request("PATCH", "/api/me", {"preferences": away}, 200)
    assert me["preferences"]["solved"] == ["diplomacy/exchange", "diplomacy/hold_vienna"]
    for wrong, status in (("diplomacy/fly", 404), ("chess/mate", 404), ("vienna", 422)):
        zoe.request("PATCH", "/api/me", {"preferences": {"solved": [wrong]}}, status)


def test_no_one_answers_for_the_others_and_no_list_contains_it(house: House) -> None:
    zoe, franz = house.person("Zoé"), house.person("Franz")
    table = begin(zoe, "turmoil", "coup")
    with zoe.live(table) as live:
        for action in exercise_status(zoe, table)["solution"]:
            assert live.act("liberal", action)["type"] == "done"
        moves = live.state["moves"]
    assert exercise_status(zoe, table)["verdict"]["correct"]
    for scope in ("", "?scope=mine", "?scope=open", "?scope=watch"):
        assert zoe.get(f"/api/tables{scope}") == []
    assert zoe.get(f"/api/tables/{table['id']}")["moves"] == moves == 2
    franz.get(f"/api/tables/{table['id']}/exercise", 403)


def test_no_one_else_is_let_in(house: House) -> None:
    zoe, franz = house.person("Zoé"), house.person("Franz")
    table = begin(zoe, "diplomacy", "hold_vienna")
    for seat in ("austria", "germany"):
        answer = zoe.post(f"/api/tables/{table['id']}/offer", 409, seat=seat)
        assert answer["key"] == "problem.exercise.alone"
    franz.post(f"/api/tables/{table['id']}/offer", 403, seat="germany")
    begin(franz, "diplomacy", "hold_vienna")
    zoe.get(f"/api/tables/{table['id']}")


def test_an_unknown_exercise_is_reported(house: House) -> None:
    zoe = house.person("Zoé")
    zoe.request("POST", "/api/games/diplomacy/exercises/fly", {}, 404)
    zoe.get("/api/games/chess/exercises", 404)
    table = zoe.table("attrition", seats={"central": "me"})
    zoe.get(f"/api/tables/{table['id']}/exercise", 404)
