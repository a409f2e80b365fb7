"""People who use a server in tests: each has a browser of his own."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

Json = dict[str, Any]


class Person:
    """Somebody with cookies and a CSRF token."""

    def __init__(self, app: FastAPI, name: str | None, language: str = "en") -> None:
        self.client = TestClient(app, headers={"accept-language": language})
        self.csrf = ""
        self.id = 0
        if name is not None:
            self.welcome(self.post("/api/guest", name=name, language=language))

    def welcome(self, told: Json) -> None:
        self.csrf, self.id = told["csrf"], told["id"]

    def request(self, method: str, path: str, body: object = None, status: int = 200) -> Any:
        headers = {"x-csrf-token": self.csrf} if self.csrf else {}
        answer = self.client.request(method, path, json=body, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def get(self, path: str, status: int = 200) -> Any:
        return self.request("GET", path, status=status)

    def post(self, path: str, /, status: int | None = None, **body: object) -> Any:
        made = ("/api/guest", "/api/tables")
        return self.request("POST", path, body, status or (201 if path in made else 200))

    def table(self, game: str = "attrition", **body: object) -> Json:
        """Make a table."""
        made: Json = self.request("POST", "/api/tables", {"game": game, **body}, 201)
        return made

    def sit(self, table: Json, seat: str) -> None:
        self.post(f"/api/tables/{table['id']}/join", seat=seat)

    def live(self, table: Json, **query: object) -> Live:
        words = "&".join(f"{name}={value}" for name, value in query.items())
        return Live(self.client.websocket_connect(f"/ws/tables/{table['id']}?{words}"))


class Live:
    """A socket at a table; `state` is the last that came."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.state: Json = {}

    def __enter__(self) -> Live:
        self.socket.__enter__()
        self.hear("state")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.socket.__exit__(kind, error, trace)

    def hear(self, kind: str) -> Json:
        """The next frame of a kind; states on the way are kept."""
        while True:
            frame: Json = self.socket.receive_json()
            if frame["type"] == "state":
                self.state = frame
            if frame["type"] == kind:
                return frame

    def say(self, **frame: object) -> None:
        self.socket.send_json(frame)

    def decision(self, seat: str) -> Json | None:
        found: Json | None = self.state["seats"][seat]["view"]["decision"]
        return found

    def act(self, seat: str, action: str, version: int | None = None) -> Json:
        """Take an action; the answer, done or refused."""
        version = self.state["version"] if version is None else version
        self.say(type="act", seat=seat, version=version, action=action, id="x")
        return self.answer()

    def answer(self) -> Json:
        while True:
            frame: Json = self.socket.receive_json()
            if frame["type"] == "state":
                self.state = frame
            else:
                return frame


class House:
    """A server, and whoever comes in."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self._door = TestClient(app)

    def __enter__(self) -> House:
        self._door.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._door.__exit__(kind, error, trace)

    def person(self, name: str | None, language: str = "en") -> Person:
        return Person(self.app, name, language)
