"""Typed orders are read by the server: exact spelling comes back, or what is wrong with them."""

from __future__ import annotations

import pytest

from tests.server.people import House, Json, Person

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

SEATS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def alone(house: House, **options: object) -> tuple[Person, Json]:
    """One person who plays all the powers."""
    anna = house.person("Anna")
    return anna, anna.table("diplomacy", seats=dict.fromkeys(SEATS, "me"), options=options)


def read(person: Person, table: Json, seat: str, text: str, language: str = "en") -> Json:
    answer: Json = person.post(
        f"/api/tables/{table['id']}/parse", seat=seat, text=text, language=language
    )
    return answer


def test_orders_are_read_one_by_one_in_either_language(house: House) -> None:
    anna, table = alone(house)
    answer = read(anna, table, "austria", "vienna to trieste; f tri h")
    assert answer == {"choices": ["A VIE - TRI", "F TRI H"], "wrong": [], "refusal": None}
    answer = read(anna, table, "austria", "A Bud soutient A Vie-Gal, nulle", "fr")
    assert answer["choices"] == ["A BUD S A VIE - GAL", "draw"]


def test_an_order_that_cannot_be_given_is_explained(house: House) -> None:
    anna, table = alone(house)
    answer = read(anna, table, "austria", "A VIE - LON", "fr")
    assert answer["choices"] == []
    assert (answer["refusal"]["section"], answer["refusal"]["key"]) == (
        "III.1",
        "void.not_adjacent",
    )
    assert "Vienne" in answer["refusal"]["text"] or "Vie" in answer["refusal"]["text"]
    assert read(anna, table, "austria", "A LVP - WAL")["refusal"]["key"] == "refusal.not_your_unit"
    assert read(anna, table, "austria", "blah")["refusal"]["text"]
    assert read(anna, table, "austria", "")["refusal"]["text"]


def test_wrong_orders_of_a_line_leave_the_others_alone(house: House) -> None:
    anna, table = alone(house)
    answer = read(anna, table, "austria", "a bud-ser; A VIE - LON; f tri h; A XYZ H")
    assert answer["choices"] == ["A BUD - SER", "F TRI H"]
    assert answer["wrong"] == ["A VIE - LON", "A XYZ H"]
    assert answer["refusal"]["key"] == "void.not_adjacent"


def test_retreats_and_builds_are_read_too(house: House) -> None:
    anna, table = alone(house)
    orders = {
        "spring": {"austria": "A VIE - GAL; A BUD - RUM", "russia": "A WAR - UKR"},
        "autumn": {"austria": "A GAL S A RUM - UKR; A RUM - UKR"},
    }
    with anna.live(table) as live:
        for season in ("spring", "autumn"):
            for seat in SEATS:
                given = read(anna, table, seat, orders[season].get(seat, ""))["choices"]
                decision = live.decision(seat)
                assert decision is not None
                slots = decision["menu"]["slots"].values()
                answer = [next((o for o in s if o in given), s[0]) for s in slots]
                assert live.act(seat, "; ".join(answer))["type"] == "done"
                live.sync()
        assert live.decision("russia") is not None
        body = read(anna, table, "russia", "A Ukr D", "fr")
        assert body["choices"] == ["A UKR D"]
        assert read(anna, table, "russia", "A UKR - RUM")["refusal"]["section"]
        assert read(anna, table, "austria", "A UKR D")["refusal"]["text"]
        live.act("russia", "A UKR D")
        live.sync()
        assert live.decision("russia") is not None
        body = read(anna, table, "russia", "construit A Var", "fr")
        assert body["choices"] == ["BUILD A WAR"]
        assert read(anna, table, "russia", "build F MOS")["refusal"]["text"]


def test_only_the_owner_of_a_seat_may_ask(house: House) -> None:
    _, table = alone(house)
    path = f"/api/tables/{table['id']}/parse"
    house.person("Bert").post(path, 403, seat="austria", text="A VIE H")
    house.person(None).post(path, 401, seat="austria", text="A VIE H")
    house.person("Carl").post("/api/tables/nowhere/parse", 404, seat="austria", text="A VIE H")


def test_an_ineffective_click_is_explained(house: House) -> None:
    """A click on a foreign unit, an empty province, a place out of reach."""
    anna, table = alone(house)
    said = {
        ("PAR",): ("III.4", "refusal.not_your_unit"),
        ("GAL",): ("III.4", "refusal.unit_first"),
        ("A VIE", "PAR"): ("III.1", "void.not_adjacent"),
        ("A VIE", "S", "GAL"): ("V.1", "void.nobody_there"),
    }
    with anna.live(table) as live:
        for things, (section, key) in said.items():
            live.say(type="check", seat="austria", things=things)
            answer = live.answer()
            assert (answer["type"], answer["section"], answer["key"]) == ("refused", section, key)
        live.say(type="check", seat="austria", things=["A VIE", "GAL"])
        assert live.answer()["type"] == "allowed"
