"""A session or token that ends takes with it all that was opened with it, in every process."""

from __future__ import annotations

import asyncio
import json
import time
from functools import partial
from threading import Event
from typing import Any

import pytest
from sqlalchemy import update
from starlette.websockets import WebSocketDisconnect

from entente.server.http.app import create_app
from entente.server.http.routes import live as live_routes
from entente.server.live.hub import Connection
from entente.server.settings import Settings
from entente.server.storage.models import Login
from tests.server.people import House, Json, Live, Person

PATIENCE = 30  # seconds
BLINK = 0.2  # seconds of processor time
one_database = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


def registered(house: House, name: str = "Anna") -> Person:
    person = house.person(name)
    person.post("/api/register", name=name, password="correct horse")
    return person


def same_browser(house: House, person: Person) -> Person:
    """The same browser, at another process."""
    other = house.person(None)
    other.client.cookies.set("entente_session", person.client.cookies["entente_session"])
    other.csrf, other.id = person.csrf, person.id
    return other


def is_turned_out(live: Live) -> bool:
    """Return whether a socket hears that its session has ended, within the timeout."""
    end = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < end:
            live.say(type="check", seat="nobody", id="asked")
            frame: Json = {}
            while frame.get("id") != "asked":
                frame = live.receive()
                if frame.get("key") == "problem.account.ended":
                    return True
            time.sleep(0.05)
    except WebSocketDisconnect:
        return True
    return False


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_sockets_of_another_process_end_with_their_session(database: str) -> None:
    one, other = (House(create_app(Settings(database))) for _ in range(2))
    with one, other:
        anna = registered(one)
        table = anna.table(seats={"central": "me"})
        secret = anna.post("/api/me/tokens", 201, label="bot", password="correct horse")["secret"]
        program = other.person(None)
        program.client.headers["authorization"] = f"Bearer {secret}"
        phone = other.person(None)
        phone.welcome(phone.post("/api/login", name="Anna", password="correct horse"))
        here = same_browser(other, anna)
        with phone.live(table) as by_session, program.live(table) as by_token:
            with here.live(table) as stays:
                body = {"old": "correct horse", "new": "battery staple"}
                anna.request("POST", "/api/me/password", body)
                assert is_turned_out(by_session)
                assert is_turned_out(by_token)
                stays.sync()
            with here.live(table) as by_cookie:
                anna.post("/api/logout", status=204)
                assert is_turned_out(by_cookie)


@one_database
def test_sockets_end_when_the_time_of_their_session_is_up(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table(seats={"central": "me"})
    services = house.app.state.services
    with anna.live(table) as live:
        with services.sessions.begin() as session:
            session.execute(update(Login).values(expires=int(time.time()) - 1))
        assert house._door.portal is not None
        house._door.portal.call(services.session_revoker.check_all)
        assert live.hear("refused")["key"] == "problem.account.ended"


@one_database
def test_tokens_end_with_a_password_change(house: House) -> None:
    anna = registered(house)
    secret = anna.post("/api/me/tokens", 201, label="bot", password="correct horse")["secret"]
    program = house.person(None)
    program.client.headers["authorization"] = f"Bearer {secret}"
    assert program.get("/api/me")["name"] == "Anna"
    anna.post("/api/me/password", old="correct horse", new="battery staple")
    assert program.get("/api/me", 401)["key"] == "problem.token.unknown"
    assert anna.get("/api/me/tokens") == []


@one_database
def test_a_session_is_another_one_after_registering_and_logging_in(house: House) -> None:
    """A secret from before does not work afterwards."""
    anna = house.person("Anna")
    spy = same_browser(house, anna)
    before = anna.csrf
    anna.post("/api/register", name="Anna", password="correct horse")
    assert anna.csrf != before
    assert anna.get("/api/me")["name"] == "Anna"
    assert spy.get("/api/me") is None
    spy = same_browser(house, anna)
    anna.post("/api/login", name="Anna", password="correct horse")
    assert spy.get("/api/me") is None
    assert len(anna.get("/api/me/sessions")) == 1


class Deaf:
    """A socket that sends anything and reads nothing."""

    def __init__(self, person: Person, table: Json) -> None:
        cookie = f"entente_session={person.client.cookies['entente_session']}"
        self.scope: Json = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "path": f"/ws/tables/{table['id']}",
            "raw_path": f"/ws/tables/{table['id']}".encode(),
            "root_path": "",
            "scheme": "ws",
            "query_string": b"",
            "headers": [(b"host", b"testserver"), (b"cookie", cookie.encode())],
            "client": ("203.0.113.5", 1),
            "server": ("testserver", 80),
            "subprotocols": [],
            "state": {},
        }
        self.said: asyncio.Queue[Json] = asyncio.Queue()
        self.said.put_nowait({"type": "websocket.connect"})
        self.deaf = Event()

    def say(self, **frame: object) -> None:
        self.said.put_nowait({"type": "websocket.receive", "text": json.dumps(frame)})

    async def send(self, message: Any) -> None:
        if message["type"] != "websocket.accept":
            self.deaf.set()
            await asyncio.Event().wait()


@one_database
def test_a_socket_that_does_not_read_its_end_is_closed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_routes, "FAREWELL", 0.05)
    anna = registered(house)
    table = anna.table("turmoil", seats={"liberal": "me", "authoritarian": "me"})
    thief = house.person(None)
    thief.post("/api/login", name="Anna", password="correct horse")
    portal = house._door.portal
    assert portal is not None
    deaf = Deaf(thief, table)
    ended = portal.start_task_soon(house.app, deaf.scope, deaf.said.get, deaf.send)
    assert deaf.deaf.wait(PATIENCE)
    with anna.live(table) as live:
        anna.request("DELETE", "/api/me/sessions", status=204)
        version = live.state["version"]
        act = partial(deaf.say, type="act", seat="liberal", version=version, action="hide")
        portal.call(act)
        ended.result(PATIENCE)
        live.sync()
        assert live.state["version"] == version
        assert live.act("liberal", "hide")["type"] == "done"  # it was one that could be taken


@one_database
def test_checking_thousands_of_people_blocks_no_one(house: House) -> None:
    """People without a valid session are disconnected; checking all of them takes
    the event loop, which serves all, less than a blink."""
    services = house.app.state.services
    many = [Connection(number, "en", key="ended") for number in range(1000, 3000)]

    async def look() -> float:
        for connection in many:
            services.hub.enter(f"table {connection.user_id}", connection)
        before = time.thread_time()
        await services.session_revoker.check_all()
        took = time.thread_time() - before
        for connection in many:
            services.hub.leave(f"table {connection.user_id}", connection)
        return took

    took = house.call(look)
    assert all(connection.access_ended for connection in many)
    assert took < BLINK
