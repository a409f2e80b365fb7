"""Accounts: guests at once, registration without losing games, sessions that cannot be stolen."""

from __future__ import annotations

import pytest

from tests.server.people import House


def test_a_name_is_enough(house: House) -> None:
    anna = house.person("  Anna   B. ")
    me = anna.get("/api/me")
    assert (me["name"], me["guest"]) == ("Anna B.", True)
    assert house.person(None).get("/api/me") is None


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\x00b"])
def test_a_name_must_be_one(house: House, name: str) -> None:
    nobody = house.person(None, "fr")
    problem = nobody.post("/api/guest", name=name, status=422)
    assert problem["key"] == "problem.account.name"
    assert problem["text"].startswith("Un nom a de 1 à 40")


def test_a_guest_registers_and_keeps_his_games(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table(seats={"central": "me"})
    anna.post("/api/register", name="Anna", password="correct horse")
    again = house.person(None)
    again.welcome(again.post("/api/login", name="ANNA", password="correct horse"))
    assert again.id == anna.id
    assert [each["id"] for each in again.get("/api/tables")] == [table["id"]]


def test_a_registered_name_is_taken_and_a_guest_s_is_not(house: House) -> None:
    house.person("Anna").post("/api/register", name="Anna", password="correct horse")
    other = house.person("Anna")
    problem = other.post("/api/register", name="anna", password="another one", status=409)
    assert problem["key"] == "problem.account.taken"


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(house: House) -> None:
    house.person("Anna").post("/api/register", name="Anna", password="correct horse")
    nobody = house.person(None)
    wrong = nobody.post("/api/login", name="Anna", password="wrong horse", status=401)
    unknown = nobody.post("/api/login", name="Bert", password="wrong horse", status=401)
    assert wrong == unknown


def test_unsafe_requests_need_the_token_of_the_session(house: House) -> None:
    anna = house.person("Anna")
    anna.csrf = "forged"
    problem = anna.post("/api/tables", game="attrition", status=403)
    assert problem["key"] == "problem.account.csrf"


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(house: House) -> None:
    anna = house.person(None)
    answer = anna.client.post("/api/guest", json={"name": "Anna"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_who_logs_out_is_a_stranger(house: House) -> None:
    anna = house.person("Anna")
    secret = anna.client.cookies["entente_session"]
    anna.post("/api/logout", status=204)
    anna.client.cookies.set("entente_session", secret)
    assert anna.get("/api/me") is None


def test_an_account_can_be_read_and_deleted(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table(seats={"central": "me"})
    bert.sit(table, "entente")
    told = anna.get("/api/me/export")
    assert told["name"] == "Anna"
    assert told["tables"][0]["seat"] == "central"
    anna.request("DELETE", "/api/me", status=204)
    assert anna.get("/api/me") is None
    assert bert.get(f"/api/tables/{table['id']}")["seats"]["central"]["name"] is None


def test_the_answers_carry_security_headers(house: House) -> None:
    headers = house.person(None).client.get("/health").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
