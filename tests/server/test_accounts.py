"""Accounts: guests at once, registration without losing games, sessions that cannot be stolen."""

from __future__ import annotations

import subprocess
import sys

import pytest
from argon2 import PasswordHasher

from entente.server.http.app import create_app
from entente.server.people import passwords
from entente.server.settings import Settings
from entente.server.storage.models import Table, User
from tests.server.people import House, Json, Person

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


def test_a_name_is_enough(house: House) -> None:
    anna = house.person("  Anna   B. ")
    me = anna.get("/api/me")
    assert (me["name"], me["guest"]) == ("Anna B.", True)
    assert house.person(None).get("/api/me") is None


@pytest.mark.one_database
@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\x00b"])
def test_a_name_must_be_one(house: House, name: str) -> None:
    visitor = house.person(None, "fr")
    problem = visitor.post("/api/guest", name=name, status=422)
    assert problem["key"] == "problem.account.name"
    assert problem["text"].startswith("Un nom doit avoir de 1 à 40")


def test_a_guest_who_registers_keeps_their_games(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table(seats={"central": "me"})
    anna.post("/api/register", name="Anna", password="correct horse")
    again = house.person(None)
    again.welcome(again.post("/api/login", name="ANNA", password="correct horse"))
    assert again.id == anna.id
    assert [each["id"] for each in again.get("/api/tables")] == [table["id"]]


@pytest.mark.one_database
def test_a_password_stored_with_other_parameters_is_hashed_again(house: House) -> None:
    """It still opens the account, and from then on has the current cost."""
    anna = house.person("Anna")
    anna.post("/api/register", name="Anna", password="correct horse")
    dear = PasswordHasher(time_cost=1, memory_cost=32 * 1024, parallelism=4).hash("correct horse")
    sessions = house.app.state.services.sessions
    with sessions.begin() as session:
        session.get_one(User, anna.id).password = dear
    house.person(None).post("/api/login", name="Anna", password="wrong horse", status=401)
    with sessions() as session:
        assert session.get_one(User, anna.id).password == dear
    for _ in range(2):
        house.person(None).post("/api/login", name="Anna", password="correct horse")
    with sessions() as session:
        stored = session.get_one(User, anna.id).password or ""
    assert stored != dear
    assert not passwords.is_dated(stored)


def test_a_registered_name_is_taken_and_a_guest_s_is_not(house: House) -> None:
    other = house.person("Anna")
    house.person("Anna").post("/api/register", name="Anna", password="correct horse")
    problem = other.post("/api/register", name="anna", password="another one", status=409)
    assert problem["key"] == "problem.account.taken"


def test_a_visitor_registers_at_once_or_not_at_all(house: House) -> None:
    visitor = house.person(None)
    for password, key in (("short", "password"), ("password1", "common")):
        refused = visitor.post("/api/register", name="Vera", password=password, status=422)
        assert refused["key"] == f"problem.account.{key}"
        assert visitor.get("/api/me") is None
    made = visitor.post("/api/register", name="Vera", password="correct horse", language="fr")
    assert (made["name"], made["guest"], made["language"]) == ("Vera", False, "fr")
    assert visitor.get("/api/me")["id"] == made["id"]


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(house: House) -> None:
    house.person("Anna").post("/api/register", name="Anna", password="correct horse")
    visitor = house.person(None)
    wrong = visitor.post("/api/login", name="Anna", password="wrong horse", status=401)
    unknown = visitor.post("/api/login", name="Bert", password="wrong horse", status=401)
    assert wrong == unknown


@pytest.mark.one_database
def test_unsafe_requests_need_the_token_of_the_session(house: House) -> None:
    anna = house.person("Anna")
    anna.csrf = "forged"
    problem = anna.post("/api/tables", game="attrition", status=403)
    assert problem["key"] == "problem.account.csrf"


@pytest.mark.one_database
def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(house: House) -> None:
    anna = house.person(None)
    answer = anna.client.post("/api/guest", json={"name": "Anna"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_a_person_who_logs_out_is_a_stranger(house: House) -> None:
    anna = house.person("Anna")
    secret = anna.client.cookies["entente_session"]
    anna.post("/api/logout", status=204)
    anna.client.cookies.set("entente_session", secret)
    assert anna.get("/api/me") is None


def test_an_account_can_be_read_and_deleted(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table(seats={"central": "me"})
    bert.sit(table, "entente")
    answer = anna.get("/api/me/export")
    assert answer["name"] == "Anna"
    assert answer["tables"][0]["seat"] == "central"
    anna.request("DELETE", "/api/me", status=204)
    assert anna.get("/api/me") is None
    assert bert.get(f"/api/tables/{table['id']}")["seats"]["central"]["name"] is None


@pytest.mark.one_database
def test_the_answers_carry_security_headers(house: House) -> None:
    headers = house.person(None).client.get("/health").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


# -- the profile


def test_a_profile_is_changed(house: House) -> None:
    anna = house.person("Anna")
    away = ["2026-12-25", "2026-12-24", "2026-12-24"]
    body = {"name": " Anne  B. ", "language": "fr", "preferences": {"away": away}}
    answer = anna.request("PATCH", "/api/me", body)
    assert (answer["name"], answer["language"]) == ("Anne B.", "fr")
    at_once = {"when": "now", "hour": 8, "quiet": None, "muted": []}
    profile = {"about": "", "country": "", "games": True, "leaderboards": True, "tables": True}
    assert answer["preferences"] == {
        "notify": {"page": True, "push": False, "mail": False, "webhook": False},
        "webhook": "",
        "webhook_format": "discord",
        "plans": dict.fromkeys(("push", "mail", "webhook"), at_once),
        "time_zone": "",
        "quote": False,
        "away": ["2026-12-24", "2026-12-25"],
        "only_answers": True,
        "read_receipts": True,
        "shows_online": True,
        "can_be_followed": True,
        "invited_by": "anyone",
        "profile": profile,
        "solved": [],
        "introduced": [],
    }
    answer = anna.request("PATCH", "/api/me", {"preferences": {"notify": {"page": False}}})
    assert answer["preferences"]["away"] == ["2026-12-24", "2026-12-25"]  # stays
    assert answer["preferences"]["notify"]["page"] is False
    assert anna.get("/api/me") == answer


@pytest.mark.one_database
@pytest.mark.parametrize(
    "body",
    [
        {"language": "de"},
        {"name": ""},
        {"preferences": {"away": ["christmas"]}},
        {"preferences": {"unknown": 1}},
        {"preferences": {"notify": {"pigeon": True}}},
        {"preferences": {"away": ["2026-01-01"] * 400}},
    ],
)
def test_errors_in_a_profile_are_reported(house: House, body: Json) -> None:
    anna = house.person("Anna")
    before = anna.get("/api/me")
    answer = anna.request("PATCH", "/api/me", body, 422)
    assert answer["key"].startswith("problem.")
    assert answer["text"]
    assert anna.get("/api/me") == before


def test_a_registered_name_stays_one_s_own_when_it_is_changed(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    anna.post("/api/register", name="Anna", password="correct horse")
    bert.post("/api/register", name="Bert", password="correct horse")
    answer = bert.request("PATCH", "/api/me", {"name": "ANNA"}, 409)
    assert answer["key"] == "problem.account.taken"
    anna.request("PATCH", "/api/me", {"name": "ANNA"})  # only written otherwise
    bert.request("PATCH", "/api/me", {"name": "Bertha"})
    again = house.person(None)
    again.post("/api/login", name="bertha", password="correct horse")
    again.post("/api/login", name="bert", password="correct horse", status=401)


def test_a_new_name_is_seen_at_the_table(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table(seats={"central": "me"})
    bert.sit(table, "entente")
    anna.request("PATCH", "/api/me", {"name": "Anne"})
    with bert.live(table) as live:
        assert live.state["players"]["central"]["name"] == "Anne"


# -- passwords and sessions


def registered(house: House, name: str = "Anna") -> Person:
    person = house.person(name)
    person.post("/api/register", name=name, password="correct horse")
    return person


def elsewhere(house: House, name: str = "Anna", password: str = "correct horse") -> Person:
    person = house.person(None)
    person.welcome(person.post("/api/login", name=name, password=password))
    return person


def test_passwords_are_stored_with_argon2_at_its_full_cost() -> None:
    """In a process of its own: here they cost as little as they can."""
    work = "from entente.server.people import passwords; print(passwords.hashed('correct horse'))"
    stored = subprocess.run(
        [sys.executable, "-c", work], capture_output=True, text=True, check=True
    ).stdout
    assert stored.startswith("$argon2id$")
    cost = dict(part.split("=") for part in stored.split("$")[3].split(","))
    assert int(cost["m"]) >= 19 * 1024  # the least that OWASP's cheat sheet asks for
    assert int(cost["t"]) >= 2


def test_a_new_password_ends_the_sessions_elsewhere(house: House) -> None:
    anna = registered(house)
    phone = elsewhere(house)
    wrong = anna.post("/api/me/password", old="wrong horse", new="battery staple", status=403)
    assert wrong["key"] == "problem.account.old_password"
    short = anna.post("/api/me/password", old="correct horse", new="short", status=422)
    assert short["key"] == "problem.account.password"
    table = anna.table(seats={"central": "me"})
    with phone.live(table) as live:
        anna.post("/api/me/password", old="correct horse", new="battery staple")
        assert live.hear("refused")["key"] == "problem.account.ended"
    assert phone.get("/api/me") is None
    assert anna.get("/api/me")["name"] == "Anna"
    house.person(None).post("/api/login", name="Anna", password="correct horse", status=401)
    elsewhere(house, password="battery staple")


def test_a_guest_has_no_password_to_change(house: House) -> None:
    anna = house.person("Anna")
    answer = anna.post("/api/me/password", old="", new="battery staple", status=409)
    assert answer["key"] == "problem.account.guest"


def test_sessions_are_listed_and_ended(house: House) -> None:
    anna = registered(house)
    phone, tablet = elsewhere(house), elsewhere(house)
    listed = anna.get("/api/me/sessions")
    assert [each["current"] for each in listed].count(True) == 1
    assert len(listed) == 3
    assert all(each["browser"] for each in listed)
    (mine,) = [each["id"] for each in phone.get("/api/me/sessions") if each["current"]]
    anna.request("DELETE", f"/api/me/sessions/{mine}", status=204)
    assert phone.get("/api/me") is None
    assert tablet.get("/api/me") is not None
    anna.request("DELETE", "/api/me/sessions", status=204)
    assert tablet.get("/api/me") is None
    assert len(anna.get("/api/me/sessions")) == 1


def test_no_one_ends_another_s_session(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    (session,) = anna.get("/api/me/sessions")
    answer = bert.request("DELETE", f"/api/me/sessions/{session['id']}", status=404)
    assert answer["key"] == "problem.account.no_session"
    assert anna.get("/api/me") is not None


@pytest.mark.one_database
def test_over_https_the_cookie_stays_there(database: str) -> None:
    with House(create_app(Settings(database, secure=True))) as house:
        answer = house.person(None).client.post("/api/guest", json={"name": "Anna"})
        assert "secure" in answer.headers["set-cookie"].lower()


# -- one's data


def test_the_export_has_everything(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table(seats={"central": "me"})
    bert.sit(table, "entente")
    path = f"/api/tables/{table['id']}"
    anna.post(path + "/chat", 201, seat="central", to=["entente"], text="between us")
    bert.post(path + "/chat", 201, seat="entente", to=["central"], text="my answer")
    anna.request("PUT", path + "/notes", {"seat": "central", "text": "a plan"}, 204)
    bert.request("PUT", path + "/notes", {"seat": "entente", "text": "a counterplan"}, 204)
    anna.post("/api/me/tokens", 201, label="my bot")
    answer = anna.get("/api/me/export")
    (at,) = answer["tables"]
    assert (at["seat"], at["host"], at["notes"]) == ("central", True, "a plan")
    assert [letter["text"] for letter in at["messages"]] == ["between us"]
    assert at["messages"][0]["conversation"] == ["central", "entente"]
    assert [token["label"] for token in answer["tokens"]] == ["my bot"]
    assert answer["notifications"]
    assert answer["sessions"]
    for secret in ("a counterplan", "my answer", "Bert"):
        assert secret not in str(answer)


def test_after_a_deletion_the_game_goes_on_for_the_others(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table(seats={"central": "me"})
    bert.sit(table, "entente")
    alone = anna.table(seats={"central": "me", "entente": "greedy"})
    with bert.live(table) as live:
        anna.request("DELETE", "/api/me", status=204)
        while live.state["players"]["central"]["name"] is not None:
            live.hear("state")
        # A computer plays for the absent player, until it is Bert's move.
        while live.decision("entente") is None:
            live.hear("state")
    assert "notice.left" in [each["key"] for each in bert.get("/api/me/notifications")]
    bert.get(f"/api/tables/{alone['id']}", 404)  # no one else sat there


@pytest.mark.on_postgres
def test_an_account_with_a_broken_table_can_be_deleted(house: House) -> None:
    """A table that was set aside cannot be left: the account is still deleted."""
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table(seats={"central": "me"})
    bert.sit(table, "entente")
    services = house.app.state.services
    with services.sessions.begin() as session:
        session.get_one(Table, table["id"]).aside = {"key": "aside_data", "args": {}}
    services.rooms.forget(table["id"])
    anna.request("DELETE", "/api/me", status=204)
    assert anna.get("/api/me") is None
    assert bert.get(f"/api/tables/{table['id']}")["seats"]["central"]["name"] is None


def test_no_one_learns_another_s_address_or_preferences(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    with house.app.state.services.sessions.begin() as session:
        user = session.get_one(User, anna.id)
        user.email = "anna@secret.example"
        user.preferences = {"webhook": "https://secret.example/hook"}
    table = anna.table(seats={"central": "me"})
    bert.sit(table, "entente")
    path = f"/api/tables/{table['id']}"
    anna.request("PUT", path + "/notes", {"seat": "central", "text": "note.secret.example"}, 204)
    anna.request("PUT", path + "/draft", {"seat": "central", "text": "draft.secret.example"}, 204)
    answers = [bert.get(each) for each in ("/api/tables", path, path + "/chat", path + "/record")]
    with bert.live(table) as live:
        answers.append(live.state)
    for spy in ("/api/me/export", "/api/me/notifications"):
        answers.append(bert.get(spy))
    assert "secret.example" not in str(answers)
