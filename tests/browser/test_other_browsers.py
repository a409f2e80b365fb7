"""Firefox and WebKit open every page, and play each game."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from tests.browser import firefox, webkit
from tests.browser.other_page import OtherPage
from tests.browser.pages import DRAWN
from tests.browser.people import KNOWS, SEED, Json
from tests.browser.play import Player
from tests.browser.whole_site import GAMES, seats_of, whole_site
from tests.server.running import Server

pytestmark = pytest.mark.soak
DECISIONS = 5
WINDOW, NARROW = (1280, 920), (400, 800)  # pixels

CALL = """async ([method, path, body]) => {
    const me = await (await fetch('/api/me')).json();
    const text = typeof body === 'string';
    const headers = {'content-type': text ? 'text/plain' : 'application/json'};
    if (me) headers['x-csrf-token'] = me.csrf;
    const sent = body === null ? undefined : text ? body : JSON.stringify(body);
    const answer = await fetch('/api' + path, {method, headers, body: sent});
    return answer.status === 204 ? null : await answer.json();
}"""
# Something is shown, and it is not that the page could not be loaded.
SHOWN = """() => {
    const main = document.querySelector('main');
    const waits = /Loading…|Un instant…/.test(main?.textContent ?? 'Loading…');
    return !waits && main.querySelector(':scope > *') !== null && main.innerText.trim().length > 10;
}"""
SUBMIT = "[data-region=decide] button.primary:not(:disabled, [aria-disabled=true])"
# A seat of several that has something to submit.
NEXT_SEAT = f"""() => {{
    if (document.querySelector('.table')?.dataset.busy !== 'false') return false;
    if (document.querySelector({SUBMIT!r})) return true;
    const seats = document.querySelector('[data-region=decide] .seats select');
    const next = [...(seats?.options ?? [])].find((each) => each.text.includes('●'));
    if (!next || next.selected) return false;
    seats.value = next.value;
    seats.dispatchEvent(new Event('change', {{ bubbles: true }}));
    return false;
}}"""
CONFIRMED = """(before) => document.querySelector('.table').dataset.version !== before ||
    document.querySelector('[role=alertdialog]') !== null"""
# Nothing more is loaded: leaving a page cancels what still is, which the page may call an error.
AT_REST = """async () => {
    const loaded = () => performance.getEntriesByType('resource').length;
    for (let before = -1; before !== loaded();) {
        before = loaded();
        await new Promise((later) => setTimeout(later, 250));
    }
    return true;
}"""
HARMLESS = ("Cannot reach the server", "ResizeObserver loop", "status=2152398850")  # aborted
WIDE = """() => Math.max(0, document.documentElement.scrollWidth - innerWidth)"""


class OtherPerson:
    """A person with another browser, as far as `whole_site` needs them."""

    def __init__(self, page: OtherPage, server: Server, name: str) -> None:
        self.page, self.server = page, server
        self.go("/about")
        page.evaluate(f"() => {{ {KNOWS} }}")
        made = self.call("POST", "/guest", {"name": name})
        assert "csrf" in made, made

    def call(self, method: str, path: str, body: object = None) -> Any:
        return self.page.evaluate(CALL, [method, path, body])

    def table(self, game: str, **body: object) -> str:
        wanted = {"game": game, "starts_when_full": True, "seed": SEED, **body}
        made: Json = self.call("POST", "/tables", wanted)
        return str(made["id"])

    def go(self, path: str) -> None:
        self.page.goto(self.server.address + path)
        self.page.until(SHOWN)
        self.page.evaluate(AT_REST)


@pytest.fixture(params=["firefox", "webkit"])
def person(
    request: pytest.FixtureRequest, shared_server: Server, tmp_path: Path
) -> Iterator[OtherPerson]:
    """A guest with one of the browsers; no error occurs on any of their pages."""
    starts: dict[str, tuple[str, Callable[[Path], AbstractContextManager[OtherPage]]]] = {
        "firefox": (firefox.PROGRAM, firefox.firefox),
        "webkit": (webkit.PROGRAM, webkit.webkit),
    }
    program, start = starts[request.param]
    require(program)
    with start(tmp_path) as page:
        yield OtherPerson(page, shared_server, f"{request.param} {request.node.name[:20]}")
        assert not troubles(page)


def troubles(page: OtherPage) -> list[str]:
    return [each for each in page.errors() if not any(known in each for known in HARMLESS)]


def require(program: str) -> None:
    if shutil.which(program) is None:
        if shutil.which("apt-get") is None:
            pytest.skip(f"{program} is not installed, and there is no apt-get to install it with")
        pytest.fail("install the browsers: sh scripts/other_browsers.sh")


def test_every_page_opens_and_fits(person: OtherPerson) -> None:
    """Also a window that is as narrow as the browser allows."""
    wide = {}
    for path in whole_site(person):
        person.go(path)
        assert not person.page.locator(".page > .problem + button").count(), path
        for width, height in (WINDOW, NARROW):
            person.page.resize(width, height)
            person.page.evaluate(DRAWN)
            wide[path, width] = person.page.evaluate(WIDE)
    assert not {where: each for where, each in wide.items() if each}


def submit(page: OtherPage) -> None:
    """Submit what a seat has: its orders, or that it is ready; the next seat is looked at."""
    page.until(NEXT_SEAT)
    before = page.locator(".table").get_attribute("data-version")
    page.locator(SUBMIT).click()
    page.until(CONFIRMED, before)
    if page.locator("[role=alertdialog] button.grave").count():
        page.locator("[role=alertdialog] button.grave").click()
    page.until("(before) => document.querySelector('.table').dataset.version !== before", before)


@pytest.mark.parametrize("game", GAMES)
def test_five_decisions_are_played(person: OtherPerson, game: str) -> None:
    seats = dict.fromkeys(seats_of(person, game), "me")
    person.go(f"/tables/{person.table(game, seats=seats, private=True)}")
    if game in ("attrition", "turmoil"):
        player = Player(person.page, "other browsers")  # type: ignore[arg-type]
        for _ in range(DECISIONS):
            assert player.decision()
    else:
        for _ in range(DECISIONS):
            submit(person.page)
    assert int(person.page.locator(".table").get_attribute("data-version") or 0) >= DECISIONS


def test_firefox_without_cookies_reads_and_says_so(shared_server: Server, tmp_path: Path) -> None:
    require(firefox.PROGRAM)
    blocked = {"network.cookie.cookieBehavior": 2}
    with firefox.firefox(tmp_path, **blocked) as page:
        for path in ("/", "/tables", "/games/pax/rules", "/games/turmoil/cards"):
            page.goto(shared_server.address + path)
            page.until(SHOWN)
            assert page.locator("[data-storage=blocked]").count() == 1, path
            page.evaluate(AT_REST)
        assert not troubles(page)
