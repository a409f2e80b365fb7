"""People with browsers. Whatever goes wrong in a page fails the test it went wrong in."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebSocket

from tests.running import Server

PATIENCE = 20_000  # milliseconds; machines are slow, and nothing waits longer than it must
SHOTS = Path(os.environ.get("ENTENTE_SHOTS", "build/shots"))
Json = dict[str, Any]


class Person:
    """Somebody with a browser of his own, and all that his page said and heard."""

    def __init__(self, context: BrowserContext, server: Server) -> None:
        self.context = context
        self.server = server
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.errors: list[str] = []
        self.heard: list[str] = []  # frames of sockets, as they came
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("websocket", self._listen)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "favicon" not in message.text:
            self.errors.append(message.text)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def go(self, path: str = "/") -> None:
        self.page.goto(self.server.address + path)

    def call(self, method: str, path: str, body: object = None) -> Any:
        """A request of the page itself, with its cookie and token."""
        return self.page.evaluate(
            """async ([method, path, body]) => {
                const me = await (await fetch('/api/me')).json();
                const headers = {'content-type': 'application/json'};
                if (me) headers['x-csrf-token'] = me.csrf;
                const answer = await fetch('/api' + path, {
                    method, headers, body: body === null ? undefined : JSON.stringify(body),
                });
                return answer.status === 204 ? null : await answer.json();
            }""",
            [method, path, body],
        )

    def sign_in(self, name: str) -> None:
        """Be a guest."""
        self.go("/about")
        self.call("POST", "/guest", {"name": name})

    def table(self, game: str, **body: object) -> str:
        """Make a table; its id."""
        made: Json = self.call("POST", "/tables", {"game": game, **body})
        return str(made["id"])

    def shoot(self, name: str) -> None:
        """Keep a picture to be looked at."""
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
        for number, person in enumerate(self.people, 1):
            if error is not None:
                person.shoot(f"failed-{number}")
            person.context.close()
        if error is None:
            assert not [line for person in self.people for line in person.errors]

    def person(self, name: str | None = None, **context: Any) -> Person:
        """Somebody new; with a name he is a guest already."""
        settings = {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}, **context}
        person = Person(self.browser.new_context(**settings), self.server)
        self.people.append(person)
        if name is not None:
            person.sign_in(name)
        return person
