"""Connections: cookies and origins over https, rate limits, an unavailable
database, addresses that cannot be guessed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator

import pytest
from sqlalchemy.exc import OperationalError
from starlette.websockets import WebSocketDisconnect

from entente.server.http.app import create_app
from entente.server.people import accounts
from entente.server.services import Services
from entente.server.settings import Bounds, Settings
from tests.server.people import House, SetClock
from tests.server.test_bodies import CHUNKED, Sent, identity, never, portal
from tests.server.test_mail import PAGES
from tests.server.world import PostOffice

pytestmark = pytest.mark.one_database


@pytest.fixture
def secure_house(database: str) -> Iterator[House]:
    with House(create_app(Settings(database, secure=True))) as open_house:
        yield open_house


# -- cookies and origins


def test_over_https_a_cookie_is_our_host_s_alone(secure_house: House) -> None:
    client = secure_house.person(None).client
    answer = client.post("/api/guest", json={"name": "Anna"}).headers["set-cookie"]
    assert answer.startswith("__Host-entente_session=")
    parts = {part.strip().lower() for part in answer.split(";")}
    assert {"secure", "path=/", "httponly"} <= parts
    assert not any(part.startswith("domain") for part in parts)


def test_a_cookie_of_another_page_does_not_replace_ours(secure_house: House) -> None:
    eve, anna = secure_house.person(None).client, secure_house.person(None).client
    for client, name in ((eve, "Eve"), (anna, "Anna")):
        client.post("/api/guest", json={"name": name})
    hers = eve.cookies["__Host-entente_session"]
    mine = anna.cookies["__Host-entente_session"]
    both = {"cookie": f"entente_session={hers}; __Host-entente_session={mine}"}
    fresh = secure_house.person(None).client
    assert fresh.get("/api/me", headers=both).json()["name"] == "Anna"


def test_a_session_from_before_goes_on_and_gets_the_new_name(secure_house: House) -> None:
    client = secure_house.person(None).client
    client.post("/api/guest", json={"name": "Anna"})
    secret = client.cookies["__Host-entente_session"]
    fresh = secure_house.person(None).client
    answer = fresh.get("/api/me", headers={"cookie": f"entente_session={secret}"})
    assert answer.json()["name"] == "Anna"
    body = answer.headers.get_list("set-cookie")
    assert any(each.startswith(f"__Host-entente_session={secret}") for each in body)
    assert any(each.startswith('entente_session=""') for each in body)


def test_without_https_the_cookie_is_called_as_before(house: House) -> None:
    anna = house.person("Anna")
    assert "entente_session" in anna.client.cookies


@pytest.mark.parametrize(
    ("origin", "let_in"), [("https://testserver", True), ("http://testserver", False)]
)
def test_over_https_a_page_came_over_https_too(
    secure_house: House, origin: str, let_in: bool
) -> None:
    """A page over plain http can be changed on its way to us."""
    anna = secure_house.person(None)
    made = anna.client.post("/api/guest", json={"name": "Anna"})
    cookie = f"__Host-entente_session={anna.client.cookies['__Host-entente_session']}"
    headers = {"cookie": cookie, "x-csrf-token": made.json()["csrf"]}
    table = anna.client.post("/api/tables", json={"game": "attrition"}, headers=headers).json()
    path = f"/ws/tables/{table['id']}"
    if let_in:
        with anna.client.websocket_connect(path, headers={"origin": origin}) as socket:
            assert socket.receive_json()["type"] == "state"
        return
    with pytest.raises(WebSocketDisconnect) as closed:  # noqa: SIM117
        with anna.client.websocket_connect(path, headers={"origin": origin}):
            pass
    assert closed.value.code == 4403


# -- reading in measure


def test_reading_is_limited_by_the_time_it_takes(database: str, clock: SetClock) -> None:
    clock.stop()
    few = Bounds(reading_seconds=1)
    settings = Settings(database, bounds=few, clock=clock, steady=clock.steady)
    with House(create_app(settings)) as house:
        anna = house.person("Anna")
        table = anna.table("attrition", seats={"central": "me", "entente": "me"})
        paths = [f"/api/tables/{table['id']}/{each}" for each in ("positions/0", "picture")]
        services: Services = house.app.state.services
        for path in paths:
            assert anna.client.get(path).status_code == 200
        with anna.live(table) as live:  # who plays is not limited by what is read
            spent = next(iter(services.queries._read.values()))
            spent.use(few.reading_seconds, clock.steady())
            for path in paths:
                answer = anna.client.get(path)
                assert (answer.status_code, answer.json()["key"]) == (429, "problem.limit")
                assert int(answer.headers["retry-after"]) > 0
            assert live.state["status"] == "playing"
        bert = house.person("Bert", host="192.0.2.9")
        assert bert.client.get(paths[0]).status_code == 200
        clock.go_on(minutes=2)
        assert anna.client.get(paths[0]).status_code == 200


# -- sending


def test_one_record_of_a_person_arrives_at_a_time(sqlite_database: str) -> None:
    settings = Settings(sqlite_database, bounds=Bounds(body_seconds=3))
    with House(create_app(settings)) as house:
        anna, bert = house.person("Anna"), house.person("Bert")

        async def both() -> list[int]:
            sent = [
                Sent("/api/records", {**identity(who), **CHUNKED}) for who in (anna, anna, bert)
            ]
            first = asyncio.create_task(sent[0].run(house.app, never()))
            await asyncio.sleep(0.5)
            rest = [await each.run(house.app, a_word()) for each in sent[1:]]
            assert b"problem.body.own" in sent[1].answer
            return [*rest, await first]

        assert portal(house).call(both) == [429, 422, 408]
        again = Sent("/api/records", {**identity(anna), **CHUNKED})
        assert portal(house).call(again.run, house.app, a_word()) == 422


async def a_word() -> AsyncIterator[bytes]:
    yield b"no record"


# -- when the database is away


def test_a_frame_is_refused_while_the_database_is_away(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a request is (503): no stack trace for each frame, and the socket stays."""
    anna = house.person("Anna", "fr")
    table = anna.table("attrition", seats={"central": "me", "entente": "me"})
    services: Services = house.app.state.services
    store = services.rooms.commits.store
    full = OperationalError("INSERT", {}, Exception("database or disk is full"))

    def no_room(job: object) -> object:
        raise full

    with anna.live(table, lang="fr") as live:
        seat, decision = next((s, d) for s in live.state["seats"] if (d := live.decision(s)))
        action = decision["menu"]["actions"][0]
        with caplog.at_level(logging.WARNING), monkeypatch.context() as patch:
            patch.setattr(services.rooms.commits, "store", no_room)
            answer = live.act(seat, action)
        assert (answer["type"], answer["key"]) == ("refused", "problem.database")
        assert "base de données" in answer["text"]
        assert not [each for each in caplog.records if each.exc_info and "frame" in each.message]
        assert services.rooms.commits.store == store
        assert live.act(seat, action)["type"] == "done"


# -- addresses that cannot be guessed


def test_whether_an_address_is_known_takes_no_time_before_the_answer(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is looked up and stored for a known address happens after the answer."""
    order: list[str] = []
    offer = accounts.offer_reset
    with (
        PostOffice() as office,
        House(create_app(Settings(database, smtp=office.url, public_url=PAGES))) as house,
    ):

        def noted(*args: object) -> object:
            order.append("looked up")
            return offer(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(accounts, "offer_reset", noted)

        async def ask() -> None:
            sent = Sent("/api/reset", CHUNKED)

            async def receive() -> dict[str, object]:
                return {
                    "type": "http.request",
                    "body": b'{"email": "anna@example.org"}',
                    "more_body": False,
                }

            async def send(message: dict[str, object]) -> None:
                if message["type"] == "http.response.body" and not message.get("more_body"):
                    order.append("answered")

            await house.app(sent.scope, receive, send)  # type: ignore[arg-type]

        portal(house).call(ask)
    assert order == ["answered", "looked up"]
