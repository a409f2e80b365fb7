"""Tokens: a program acts for its user, within the bounds of its token and not beyond."""

from __future__ import annotations

import json

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.server.people import House, Json, Live, Person
from tests.server.shapes import document

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


class Program:
    """A program with a token: no cookies, no CSRF token."""

    def __init__(self, house: House, secret: str) -> None:
        self.person = house.person(None)
        self.person.client.headers["authorization"] = f"Bearer {secret}"

    def request(self, method: str, path: str, body: object = None, status: int = 200) -> Json:
        answer: Json = self.person.request(method, path, body, status)
        return answer

    def live(self, table: Json) -> Live:
        return self.person.live(table)


def token_of(person: Person, **bounds: str) -> Json:
    made: Json = person.post("/api/me/tokens", 201, label="my bot", **bounds)
    return made


def program(house: House, person: Person, **bounds: str) -> Program:
    return Program(house, token_of(person, **bounds)["secret"])


def test_a_token_is_shown_once_listed_and_revoked(house: House) -> None:
    anna = house.person("Anna")
    made = token_of(anna)
    secret = made.pop("secret")
    (listed,) = anna.get("/api/me/tokens")
    assert listed == made
    bot = Program(house, secret)
    assert bot.request("GET", "/api/me")["name"] == "Anna"
    assert anna.get("/api/me/tokens")[0]["used"] is not None
    anna.request("DELETE", f"/api/me/tokens/{made['id']}", status=204)
    answer = bot.request("GET", "/api/me", status=401)
    assert answer["key"] == "problem.token.unknown"
    assert anna.get("/api/me/tokens") == []


@pytest.mark.on_postgres
def test_creating_a_token_needs_the_password(house: House) -> None:
    """A token outlives the session in which it was made."""
    anna = house.person("Anna")
    anna.post("/api/register", name="Anna", password="correct horse")
    answer = anna.post("/api/me/tokens", 403, label="bot")
    assert answer["key"] == "problem.account.password_needed"
    answer = anna.post("/api/me/tokens", 403, label="bot", password="wrong horse")
    assert answer["key"] == "problem.account.old_password"
    assert anna.get("/api/me/tokens") == []
    anna.post("/api/me/tokens", 201, label="bot", password="correct horse")


def test_no_one_sees_or_revokes_another_s_token(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    made = token_of(anna)
    assert bert.get("/api/me/tokens") == []
    bert.request("DELETE", f"/api/me/tokens/{made['id']}", status=404)
    assert len(anna.get("/api/me/tokens")) == 1


@pytest.mark.parametrize("header", ["Bearer nonsense", "Bearer ", "Basic YTpi", "x"])
def test_a_token_that_is_none_is_not_taken_for_a_stranger(house: House, header: str) -> None:
    visitor = house.person(None)
    visitor.client.headers["authorization"] = header
    assert visitor.get("/api/me", 401)["key"] == "problem.token.unknown"


def test_a_program_makes_a_table_and_plays_without_cookies(house: House) -> None:
    anna = house.person("Anna")
    bot = program(house, anna)
    table = bot.request(
        "POST",
        "/api/tables",
        {"game": "attrition", "seats": {"central": "me", "entente": "me"}},
        201,
    )
    with bot.live(table) as live:
        seat, decision = next(
            (s, d) for s in ("central", "entente") if (d := live.decision(s)) is not None
        )
        assert live.act(seat, decision["menu"]["actions"][0])["type"] == "done"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PATCH", "/api/me"),
        ("DELETE", "/api/me"),
        ("GET", "/api/me/export"),
        ("POST", "/api/me/password"),
        ("GET", "/api/me/sessions"),
        ("DELETE", "/api/me/sessions"),
        ("GET", "/api/me/tokens"),
        ("POST", "/api/me/tokens"),
        ("POST", "/api/me/push"),
        ("POST", "/api/register"),
    ],
)
def test_no_token_touches_the_account(house: House, method: str, path: str) -> None:
    anna = house.person("Anna")
    bodies = {
        "/api/me": {"name": "Bot"},
        "/api/me/password": {"old": "x", "new": "long enough"},
        "/api/me/tokens": {"label": "another"},
        "/api/me/push": {
            "endpoint": "https://example.org",
            "keys": {"p256dh": "AAAA", "auth": "AAAA"},
        },
        "/api/register": {"name": "Bot", "password": "long enough"},
    }
    answer = program(house, anna).request(method, path, bodies.get(path), 403)
    assert answer["key"] == "problem.token.account"
    assert anna.get("/api/me")["name"] == "Anna"


# -- bound to a seat


def both_seats(person: Person) -> Json:
    """A table where one person holds both seats, with a token bound to one of them."""
    return person.table(seats={"central": "me", "entente": "me"})


@pytest.mark.on_postgres
def test_a_bound_token_plays_its_seat_and_sees_no_other(house: House) -> None:
    anna = house.person("Anna")
    table = both_seats(anna)
    with anna.live(table) as own:
        assert set(own.state["seats"]) == {"central", "entente"}
        seat = own.state["seats"]["central"]["view"]["to_move"][0]
    other = "entente" if seat == "central" else "central"
    with program(house, anna, table=table["id"], seat=seat).live(table) as live:
        assert set(live.state["seats"]) == {seat}
        refused = live.act(other, "pass")
        assert refused["key"] == "problem.table.not_yours"
        live.say(type="check", seat=other, action="pass")
        assert live.answer()["key"] == "problem.table.not_yours"
        live.say(type="undo", seat=other, version=live.state["version"])
        assert live.answer()["key"] == "problem.table.not_yours"
        decision = live.decision(seat)
        assert decision is not None
        assert live.act(seat, decision["menu"]["actions"][0])["type"] == "done"


@pytest.mark.soak
def test_a_bound_token_does_nothing_else(house: House) -> None:
    """Every route that needs a user, by the API's own description of itself."""
    anna, bert = house.person("Anna"), house.person("Bert")
    table, elsewhere = both_seats(anna), anna.table(seats={"central": "me"})
    bot = program(house, anna, table=table["id"], seat="central")
    allowed = {
        ("GET", ""),
        ("GET", "/chat"),
        ("POST", "/chat"),
        ("POST", "/chat/answer"),
        ("POST", "/chat/read"),
        ("PUT", "/chat/draft"),
        ("POST", "/vote"),
        ("POST", "/concede"),
        ("POST", "/return"),
        ("PUT", "/draft"),
        ("PUT", "/notes"),
        ("GET", "/prepared"),
        ("PUT", "/prepared"),
        ("DELETE", "/prepared"),
    }
    tried = 0
    for path, methods in document()["paths"].items():
        for method in (name.upper() for name in methods):
            for table_id in (table["id"], elsewhere["id"]):
                rest = path.removeprefix("/api/tables/{table_id}")
                own = table_id == table["id"] and path.startswith("/api/tables/{table_id}")
                body = body_for(path)
                if own and (method, rest) in allowed:
                    body["seat"] = "entente"
                if method == "GET" and own and (method, rest) in allowed:
                    continue
                asked = path.replace("{table_id}", table_id)
                for name in ("game_id", "name", "token_id", "token", "number", "move", "game"):
                    asked = asked.replace(f"{{{name}}}", "1")
                answer = bot.person.client.request(method, asked, json=body)
                anonymous = house.person(None).client.request(method, asked, json=body)
                if answer.status_code == 403:
                    assert answer.json()["key"] == "problem.token.bound", (method, path)
                    tried += 1
                else:  # the caller does not matter there, or the form was refused before
                    assert answer.status_code == anonymous.status_code, (method, path, answer.text)
    assert tried > 30
    assert bert.get(f"/api/tables/{elsewhere['id']}")["seats"]["central"]["name"] == "Anna"


def body_for(path: str) -> Json:
    """Something that the routes take as well-formed."""
    return {
        "name": "Bot",
        "password": "long enough",
        "label": "another",
        "seat": "central",
        "game": "attrition",
        "old": "x",
        "new": "long enough",
        "email": "a@example.org",
        "token": "x",
        "text": "x",
        "kind": "draw",
        "answer": "accept",
        "yes": True,
        "move": 0,
        "number": 1,
        "endpoint": "https://example.org/x",
        "keys": {"p256dh": "AAAA", "auth": "AAAA"},
    }


def test_a_bound_token_does_not_enter_another_table(house: House) -> None:
    anna = house.person("Anna")
    table, other = both_seats(anna), both_seats(anna)
    bot = program(house, anna, table=table["id"], seat="central")
    with pytest.raises(WebSocketDisconnect) as closed, bot.live(other):
        pass
    assert closed.value.code == 4403


def test_a_bound_token_reads_only_the_letters_of_its_seat(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    powers = ["austria", "england", "france", "germany", "russia", "turkey"]
    seats = dict.fromkeys(powers, "me")
    table = anna.table("diplomacy", seats=seats, private=True)
    bert.sit(table, "italy")
    path = f"/api/tables/{table['id']}/chat"
    for seat in ("france", "germany"):
        bert.post(path, 201, seat="italy", to=[seat], text=f"for {seat}")
    bot = program(house, anna, table=table["id"], seat="france")
    texts = [letter["text"] for letter in bot.request("GET", path)["messages"]]
    assert texts == ["for france"]
    bot.request("POST", path, {"seat": "germany", "to": ["italy"], "text": "x"}, 403)
    bot.request("POST", path, {"seat": "france", "to": ["italy"], "text": "x"}, 201)
    mark = {"seat": "germany", "conversation": ["germany", "italy"], "number": 2}
    bot.request("POST", path + "/read", mark, 403)


def test_a_bound_token_hears_nothing_of_papers_of_another_seat(house: House) -> None:
    anna = house.person("Anna")
    table = both_seats(anna)
    path = f"/api/tables/{table['id']}/draft"
    with program(house, anna, table=table["id"], seat="central").live(table) as live:
        anna.request("PUT", path, {"seat": "entente", "text": "secret"}, 204)
        frames = live.sync()
        assert [each["type"] for each in frames if each["type"] != "presence"] == ["state"]
        assert "secret" not in json.dumps(frames)
        anna.request("PUT", path, {"seat": "central", "text": "pass"}, 204)
        assert live.hear("state")["seats"]["central"]["draft"] == "pass"


@pytest.mark.on_postgres
def test_a_token_is_bound_only_to_a_seat_of_one_s_own(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table(seats={"central": "me"})
    for bounds in ({"table": table["id"], "seat": "central"}, {"table": "nowhere", "seat": "x"}):
        answer = bert.post("/api/me/tokens", 403, label="bot", **bounds)
        assert answer["key"] == "problem.table.not_yours"
    answer = anna.post("/api/me/tokens", 422, label="bot", table=table["id"])
    assert answer["key"] == "problem.token.half"
    answer = anna.post("/api/me/tokens", 422, label="  ")
    assert answer["key"] == "problem.token.label"


@pytest.mark.on_postgres
def test_revoking_a_token_closes_what_it_has_opened(house: House) -> None:
    anna = house.person("Anna")
    table = both_seats(anna)
    made = token_of(anna)
    with anna.live(table) as own, Program(house, made["secret"]).live(table) as live:
        anna.request("DELETE", f"/api/me/tokens/{made['id']}", status=204)
        assert live.hear("refused")["key"] == "problem.account.ended"
        with pytest.raises(WebSocketDisconnect):
            live.hear("never")
        own.sync()  # the person's own page stays open


@pytest.mark.on_postgres
def test_the_secret_is_nowhere_but_in_the_answer(house: House) -> None:
    anna = house.person("Anna")
    secret = token_of(anna)["secret"]
    assert secret not in str(anna.get("/api/me/export"))
    with house.app.state.services.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM tokens").all()
    assert secret not in str(rows)
