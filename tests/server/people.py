"""People who use a server in tests, each with their own browser."""

from __future__ import annotations

import asyncio
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from importlib.util import find_spec
from types import TracebackType
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from tests.server.shapes import check_answer, check_frame
from tests.server.wire import Browser

Json = dict[str, Any]
LOOP = {"use_uvloop": find_spec("uvloop") is not None}  # as the server that people start
ANSWERS = (
    "done",
    "refused",
    "allowed",
    "cautioned",
    "action_options",
)  # other frames are news of others


class Person:
    """A person with cookies and a CSRF token."""

    def __init__(
        self,
        app: FastAPI,
        name: str | None,
        language: str = "en",
        loop: AbstractEventLoop | None = None,
        host: str = "testclient",
    ) -> None:
        headers, address = {"accept-language": language}, (host, 50000)
        self.client = (
            TestClient(app, headers=headers, client=address)
            if loop is None
            else Browser(app, loop, headers, address)
        )
        self.csrf = ""
        self.id = 0
        if name is not None:
            self.welcome(self.post("/api/guest", name=name, language=language))

    def move_to(self, house: House) -> None:
        """Go on in another house on the same database."""
        cookies = self.client.cookies
        self.client = house.person(None).client
        self.client.cookies = cookies

    def welcome(self, answer: Json) -> None:
        self.csrf, self.id = answer["csrf"], answer["id"]

    def request(self, method: str, path: str, body: object = None, status: int = 200) -> Any:
        headers = {"x-csrf-token": self.csrf} if self.csrf else {}
        answer = self.client.request(method, path, json=body, headers=headers)
        assert answer.status_code == status, answer.text
        if not answer.content:
            return None
        result = answer.json()
        check_answer(method, path, status, result)
        if isinstance(result, dict) and result.get("csrf"):
            self.csrf = result["csrf"]  # another session
        return result

    def get(self, path: str, status: int = 200) -> Any:
        return self.request("GET", path, status=status)

    def post(self, path: str, /, status: int | None = None, **body: object) -> Any:
        made = ("/api/guest", "/api/tables")
        return self.request("POST", path, body, status or (201 if path in made else 200))

    def table(self, game: str = "attrition", **body: object) -> Json:
        """Make a table, at which the last one to sit down starts the game."""
        wanted = {"game": game, "starts_when_full": True, **body}
        made: Json = self.request("POST", "/api/tables", wanted, 201)
        return made

    def sit(self, table: Json, seat: str) -> Json:
        """Take a seat; the table as it then is."""
        joined: Json = self.post(f"/api/tables/{table['id']}/join", seat=seat)
        return joined

    def accept_all(self) -> None:
        """Accept everything one has been asked to take part in."""
        for each in self.get("/api/me/member-invitations"):
            self.post(f"/api/me/member-invitations/{each['id']}/accept", 204)

    def live(self, table: Json, **query: object) -> Live:
        words = "&".join(f"{name}={value}" for name, value in query.items())
        socket = self.client.websocket_connect(f"/ws/tables/{table['id']}?{words}")
        return Live(socket, table.get("game"))


class Live:
    """A socket at a table; `state` is the last that came."""

    def __init__(self, socket: WebSocketTestSession, game: str | None) -> None:
        self.socket = socket
        self.game = game
        self.state: Json = {}

    def __enter__(self) -> Live:
        with ExitStack() as turned_away:
            turned_away.enter_context(self.socket)
            self.hear("state")
            turned_away.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.socket.__exit__(kind, error, trace)

    def receive(self) -> Json:
        """The next frame, which is what the description of the server says."""
        frame: Json = self.socket.receive_json()
        check_frame(frame, self.game)
        return frame

    def hear(self, kind: str) -> Json:
        """The next frame of a kind; states on the way are kept."""
        while True:
            frame = self.receive()
            if frame["type"] == "state":
                self.state = frame
            if frame["type"] == kind:
                return frame

    def say(self, **frame: object) -> None:
        self.socket.send_json(frame)

    def sync(self, since: int = 0) -> list[Json]:
        """Ask for the table; `state` is what is answered, and not a frame that was still on its
        way. All frames that have come meanwhile, up to that answer."""
        self.say(type="sync", since=since)
        self.say(type="check", seat="nobody", id="synchronous")  # is answered after it
        found: list[Json] = []
        while True:
            frame = self.receive()
            if frame.get("id") == "synchronous":
                return found
            found.append(frame)
            if frame["type"] == "state":
                self.state = frame

    def decision(self, seat: str) -> Json | None:
        """The first question to a seat."""
        asked = self.decisions(seat)
        return asked[0] if asked else None

    def decisions(self, seat: str) -> list[Json]:
        """All questions to a seat."""
        decisions: list[Json] = self.state["seats"][seat]["view"]["decisions"]
        return decisions

    def act(
        self, seat: str, action: str, version: int | None = None, window: int | None = None
    ) -> Json:
        """Take an action; the answer, done or refused."""
        version = self.state["version"] if version is None else version
        self.say(type="act", seat=seat, version=version, action=action, decision=window, id="x")
        return self.answer()

    def answer(self) -> Json:
        while True:
            frame = self.receive()
            if frame["type"] == "state":
                self.state = frame
            elif frame["type"] in ANSWERS:
                return frame


class SetClock:
    """The time at a server: the true one until a test stops it; then it advances on request."""

    def __init__(self) -> None:
        self.stopped_at: float | None = None
        self.jumped = 0.0

    def __call__(self) -> float:
        return time.time() if self.stopped_at is None else self.stopped_at

    def stop(self, moment: str = "2026-03-02T12:00:00+00:00") -> float:
        """Stop at a moment; by default a Monday at noon."""
        self.stopped_at = datetime.fromisoformat(moment).timestamp()
        return self.stopped_at

    def go_on(self, seconds: float = 0, *, minutes: float = 0, hours: float = 0) -> float:
        assert self.stopped_at is not None
        self.stopped_at += seconds + 60 * minutes + 3600 * hours
        return self.stopped_at

    def jump(self, *, hours: float) -> float:
        """Set the clock; no time passes."""
        self.jumped += 3600 * hours
        return self.go_on(hours=hours)

    def steady(self) -> float:
        """A clock that cannot be set."""
        return self() - self.jumped


class House:
    """A server and its visitors."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self._door = TestClient(app, backend_options=LOOP)
        self._loop: AbstractEventLoop | None = None  # all are served by one, as at a real server

    def __enter__(self) -> House:
        self._door.__enter__()
        portal = self._door.portal
        assert portal is not None
        # A server that begins to hear of others sends every table again, whenever that is.
        portal.call(self.app.state.process_messages.listening.wait)
        self._loop = portal.call(asyncio.get_running_loop)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop = None
        self._door.__exit__(kind, error, trace)

    def call(self, work: Callable[..., Any], *given: object) -> Any:
        """Work of the server's own, done in its event loop."""
        portal = self._door.portal
        assert portal is not None
        return portal.call(work, *given)

    def keep_time(self, wait: float = 60) -> None:
        """The timekeeper looks once, now; what takes longer to be seen to goes on."""
        self.call(self.app.state.services.timekeeper.check, wait)

    def person(self, name: str | None, language: str = "en", host: str = "testclient") -> Person:
        """A person who comes from an address."""
        return Person(self.app, name, language, self._loop, host)
