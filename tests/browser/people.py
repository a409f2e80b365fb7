"""People with browsers. Every error in a page fails the test it occurred in."""

from __future__ import annotations

import gzip
import json
import os
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

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

from tests.amount import amount
from tests.server.running import Server, socket_at

PATIENCE = 60_000  # milliseconds; machines are slow, and nothing waits longer than it must
POLL = 15  # milliseconds between two looks at what cannot be waited for
KEEP = os.environ.get("ENTENTE_SHOTS")  # a folder for pictures of what the tests come by
SHOTS = Path(KEEP or "build/shots")
GAMES = ("attrition", "diplomacy", "turmoil")
DAILY = GAMES[: amount(1, 3)]  # where pages of every game are looked at alike
SEED = "browser"  # of every table, unless a test names one: no test depends on chance
Json = dict[str, Any]
# Moving parts of a board are drawn for ever: only tests of motion ask for them.
USUAL: Json = {
    "locale": "en-GB",
    # A laptop of less height folds the panel below the question.
    "viewport": {"width": 1280, "height": 920},
    "reduced_motion": "reduce",
}

# Every person has their own address, as behind a proxy: the limits of a single one are soon
# used up by a hundred people, and the sooner the faster the machine.
NUMBERS = count(1)
MOST_RESTED = 5  # browsers that wait for a person

# For what is not there yet, tests use `wait_for`: each time `expect` misses an element it writes
# down the whole page for its report, which costs as much as drawing it. For the same reason
# `wait_for_function` looks every `POLL` and not, as it does by itself, at every frame.
expect.set_options(timeout=PATIENCE)

# A person who knows the games skips the introduction, confirms only irreversible actions, and
# is not shown again what others did.
KNOWS = f"""localStorage.getItem('entente.introduced') ??
    localStorage.setItem('entente.introduced', '{str([*GAMES, "pax"]).replace("'", '"')}');
    localStorage.getItem('entente.settings') ??
    localStorage.setItem('entente.settings', '{{"nets": "grave", "review": "never"}}')"""


def _text(frame: str | bytes) -> str:
    """Return the text of a frame; large ones come compressed."""
    return frame if isinstance(frame, str) else gzip.decompress(frame).decode()


class Caller(Protocol):
    """Who makes what the pages show, in any browser."""

    def call(self, method: str, path: str, body: object = None) -> Any: ...

    def table(self, game: str, **body: object) -> str: ...


class Person:
    """A person with their own browser, and everything their page said and heard."""

    def __init__(self, browser: Browser, server: Server, kind: Json) -> None:
        # A worker that keeps pages would only cost time.
        self.context: BrowserContext = browser.new_context(**{"service_workers": "block", **kind})
        self.come_from_elsewhere()
        self.server = server
        self.kind = kind  # of browser
        self.knows_games = False
        self.is_like_new = True  # but for what `forget` forgets
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.errors: list[str] = []
        self.heard: list[str] = []  # frames of sockets
        self.answers: list[Response] = []  # of the API
        self.strays: list[str] = []  # requests to any other server
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("websocket", self._listen)
        self.page.on("request", self._watch)
        self.page.on("response", self._keep)

    def come_from_elsewhere(self) -> None:
        number = next(NUMBERS)
        address = f"198.18.{number // 256}.{number % 256}"
        self.context.set_extra_http_headers({"x-forwarded-for": address})

    def _console(self, message: ConsoleMessage) -> None:
        """Keep errors, and Svelte's warnings of code that does not do what it looks like."""
        if message.type == "error" or "svelte.dev/e/" in message.text:
            self.errors.append(f"{message.text} ({message.location['url']})")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(_text(frame)))

    def _watch(self, request: Request) -> None:
        own = (self.server.address + "/", "data:", "blob:")
        if not request.url.startswith(own):
            self.strays.append(request.url)

    def _keep(self, answer: Response) -> None:
        if "/api/" in answer.url:
            self.answers.append(answer)

    @property
    def received(self) -> str:
        """Everything that this page received since it was opened, shows, or keeps."""
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
        self.page.locator(".table").wait_for()

    @property
    def version(self) -> int:
        """Of the table, as the page has it."""
        return int(self.page.locator(".table").get_attribute("data-version") or 0)

    def sees_version(self, version: int) -> None:
        """Wait until the page has this version of the table."""
        expect(self.page.locator(".table")).to_have_attribute("data-version", str(version))

    def hears(self, *words: str) -> None:
        """Wait until this page has received frames with all these words."""
        for _ in range(PATIENCE // POLL):
            heard = "\n".join(self.heard)
            if all(each in heard for each in words):
                return
            self.page.wait_for_timeout(POLL)
        raise AssertionError(f"not heard: {words}")

    def call(self, method: str, path: str, body: object = None) -> Any:
        """A request with the cookie and token of this browser, beside its page.

        A kept connection may be closed just now: asking for `/api/me` may be repeated,
        and what follows goes through the connection that has answered.
        """
        api, ask = self.server.address + "/api", self.context.request
        text = isinstance(body, str)
        headers = {"content-type": "text/plain" if text else "application/json"}
        if me := ask.get(api + "/me", max_retries=3).json():
            headers["x-csrf-token"] = me["csrf"]
        data = body if text or body is None else json.dumps(body)
        answer = ask.fetch(api + path, method=method, headers=headers, data=data)
        return None if answer.status == 204 else answer.json()

    def prepare(self, script: str) -> None:
        """Run a script before those of every page, for as long as the browser is there."""
        self.context.add_init_script(script)
        self.is_like_new = False

    def sign_in(self, name: str) -> None:
        """Be a guest who knows the games."""
        if not self.knows_games:
            self.context.add_init_script(KNOWS)
            self.knows_games = True
        made = self.call("POST", "/guest", {"name": name})
        assert "csrf" in made, made

    def forget(self) -> None:
        """Leave all behind, as if the browser had just been started; what it fetched it keeps."""
        # To something of the same server without a script: a blank page would cost a new process.
        self.page.goto(self.server.address + "/icon.svg")
        self.page.evaluate("sessionStorage.clear()")
        devtools = self.context.new_cdp_session(self.page)
        everything = {"origin": self.server.address, "storageTypes": "all"}
        devtools.send("Storage.clearDataForOrigin", everything)
        devtools.detach()
        self.context.clear_cookies()
        self.come_from_elsewhere()
        self.page.set_viewport_size(self.kind["viewport"])
        self.page.emulate_media(
            color_scheme=self.kind.get("color_scheme", "light"),
            reduced_motion=self.kind["reduced_motion"],
        )
        for kept in (self.errors, self.heard, self.answers, self.strays):
            kept.clear()

    def table(self, game: str, **body: object) -> str:
        """Make a table, at which the last one to sit down starts the game; its id."""
        wanted = {"game": game, "starts_when_full": True, "seed": SEED, **body}
        made: Json = self.call("POST", "/tables", wanted)
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
        """Keep a picture to look at, on request."""
        if KEEP:
            self.picture(name)

    def picture(self, name: str) -> None:
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png")


class Crowd:
    """All people who have come to a server.

    A person who leaves passes their browser on, if it is as good as new: starting one
    costs as much as a visit. `rested` are these browsers.
    """

    def __init__(
        self, browser: Browser, server: Server, rested: list[Person] | None = None
    ) -> None:
        self.browser = browser
        self.server = server
        self.people: list[Person] = []
        self.rested = rested
        self.failed = False

    def __enter__(self) -> Crowd:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        lines = [line for person in self.people for line in person.errors]
        strays = [url for person in self.people for url in person.strays]
        for person in self.people:
            self._leave(person, error is not None or bool(lines) or bool(strays))
        if error is None:
            assert not lines, (lines, self.server.log()[-4000:])
            assert not strays, strays

    def _leave(self, person: Person, failed: bool) -> None:
        is_like_new = person.is_like_new and len(person.context.pages) == 1
        if self.rested is None or failed or self.failed or not is_like_new:
            person.context.close()
            return
        person.forget()
        self.rested.append(person)
        if len(self.rested) > MOST_RESTED:
            self.rested.pop(0).context.close()

    def shoot(self, name: str) -> None:
        """Keep what all pages show, to find out what went wrong."""
        self.failed = True
        for number, person in enumerate(self.people, 1):
            person.picture(f"failed-{name}-{number}")

    def person(self, name: str | None = None, **context: Any) -> Person:
        """A new person; with a name they are a guest already."""
        kind = {**USUAL, **context}
        person = self._rested(kind, name is not None) or Person(self.browser, self.server, kind)
        self.people.append(person)
        if name is not None:
            person.sign_in(name)
        return person

    def _rested(self, kind: Json, knows_games: bool) -> Person | None:
        """A browser that was left, of this kind and that knows the games or does not."""
        for person in self.rested or ():
            if person.kind == kind and person.knows_games == knows_games:
                assert self.rested is not None
                self.rested.remove(person)
                return person
        return None
