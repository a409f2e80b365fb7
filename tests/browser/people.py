"""People with browsers. Whatever goes wrong in a page fails the test it went wrong in."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    WebSocket,
    expect,
)
from websockets.sync.client import ClientConnection

from tests.server.running import Server, socket_at

PATIENCE = 60_000  # milliseconds; machines are slow, and nothing waits longer than it must
KEEP = os.environ.get("ENTENTE_SHOTS")  # a folder for pictures of what the tests come by
SHOTS = Path(KEEP or "build/shots")
GAMES = ("attrition", "diplomacy", "turmoil")
Json = dict[str, Any]
# What moves on a board is drawn anew for ever: only who comes for it asks for it.
USUAL: Json = {
    "locale": "en-GB",
    "viewport": {"width": 1280, "height": 800},
    "reduced_motion": "reduce",
}

expect.set_options(timeout=PATIENCE)

# Who knows the games is not introduced to them again.
KNOWS = f"""localStorage.getItem('entente.introduced') ??
    localStorage.setItem('entente.introduced', '{str(list(GAMES)).replace("'", '"')}')"""


class Person:
    """Somebody with a browser of his own, and all that his page said and heard."""

    def __init__(self, context: BrowserContext, server: Server) -> None:
        self.context = context
        self.server = server
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.errors: list[str] = []
        self.heard: list[str] = []  # frames of sockets, as they came
        self.answers: list[Response] = []  # of the API
        self.strays: list[str] = []  # requests to anybody else than our server
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("websocket", self._listen)
        self.page.on("request", self._watch)
        self.page.on("response", self._keep)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def _watch(self, request: Request) -> None:
        own = (self.server.address + "/", "data:", "blob:")
        if not request.url.startswith(own):
            self.strays.append(request.url)

    def _keep(self, answer: Response) -> None:
        if "/api/" in answer.url:
            self.answers.append(answer)

    @property
    def told(self) -> str:
        """Everything that this page was told since it was opened, shows, or keeps."""
        bodies = [answer.text() for answer in self.answers if answer.status != 204]
        kept = self.page.evaluate(
            "JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])"
        )
        return "\n".join([*self.heard, *bodies, self.page.content(), kept])

    def go(self, path: str = "/") -> None:
        self.heard.clear()
        self.answers.clear()  # the browser forgets them too
        self.page.goto(self.server.address + path)

    def open(self, table: str) -> None:
        """Go to a table, until it is shown."""
        self.go(f"/tables/{table}")
        expect(self.page.locator(".table")).to_be_visible()

    @property
    def version(self) -> int:
        """Of the table, as the page has it."""
        return int(self.page.locator(".table").get_attribute("data-version") or 0)

    def sees_version(self, version: int) -> None:
        """Wait until the page has this version of the table."""
        expect(self.page.locator(".table")).to_have_attribute("data-version", str(version))

    def call(self, method: str, path: str, body: object = None) -> Any:
        """A request with the cookie and token of this browser, beside its page."""
        api, ask = self.server.address + "/api", self.context.request
        text = isinstance(body, str)
        headers = {"content-type": "text/plain" if text else "application/json"}
        if me := ask.get(api + "/me").json():
            headers["x-csrf-token"] = me["csrf"]
        data = body if text or body is None else json.dumps(body)
        answer = ask.fetch(api + path, method=method, headers=headers, data=data)
        return None if answer.status == 204 else answer.json()

    def sign_in(self, name: str) -> None:
        """Be a guest who knows the games."""
        self.context.add_init_script(KNOWS)
        self.call("POST", "/guest", {"name": name})

    def table(self, game: str, **body: object) -> str:
        """Make a table; its id."""
        made: Json = self.call("POST", "/tables", {"game": game, **body})
        assert "id" in made, made
        return str(made["id"])

    def sit(self, table: str, seat: str) -> None:
        """Take a seat and look at the table."""
        self.call("POST", f"/tables/{table}/join", {"seat": seat})
        self.open(table)

    def live(self, table: str) -> ClientConnection:
        """A socket at a table, beside the page."""
        cookies = self.context.cookies(self.server.address)
        cookie = "; ".join(f"{each['name']}={each['value']}" for each in cookies)
        return socket_at(self.server, table, cookie)

    def shoot(self, name: str) -> None:
        """Keep a picture to be looked at, if somebody wants to."""
        if KEEP:
            self.picture(name)

    def picture(self, name: str) -> None:
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png")


class Crowd:
    """Everybody who has come to a server."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.people: list[Person] = []

    def __enter__(self) -> Crowd:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for person in self.people:
            person.context.close()
        if error is None:
            lines = [line for person in self.people for line in person.errors]
            assert not lines, lines
            assert not [url for person in self.people for url in person.strays]

    def shoot(self, name: str) -> None:
        """Keep what everybody sees, to find out what went wrong."""
        for number, person in enumerate(self.people, 1):
            person.picture(f"failed-{name}-{number}")

    def person(self, name: str | None = None, **context: Any) -> Person:
        """Somebody new; with a name he is a guest already."""
        person = Person(self.browser.new_context(**{**USUAL, **context}), self.server)
        self.people.append(person)
        if name is not None:
            person.sign_in(name)
        return person
