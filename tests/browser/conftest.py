"""A real server with the built client, and real browsers that look at it."""

from __future__ import annotations

import asyncio
import os
import shutil
from asyncio import events
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

import entente.server
from tests.browser import toy_games
from tests.browser.people import Crowd, Person
from tests.server.running import Server

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--in-process-gpu",
    # Pages live for seconds: code that is optimised for longer lives costs more than it gains, and
    # so does looking for garbage before there is much of it.
    "--js-flags=--no-opt,--no-maglev,--single-threaded-gc,"
    "--initial-heap-size=300,--min-semi-space-size=32",
]
# The first has no windows of its own to draw: half the work.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session", autouse=True)
def client() -> Path:
    """The built client, without which there is nothing to look at."""
    built = Path(entente.server.__path__[0]) / "static" / "index.html"
    assert built.exists(), "build the web client first: make client"
    return built


@pytest.fixture(scope="session")
def started_chromium() -> Iterator[Browser]:
    """Chromium of the machine; scripts/chromium.sh installs it."""
    wanted = os.environ.get("ENTENTE_CHROMIUM")
    found = [path for name in ([wanted] if wanted else NAMES) if (path := shutil.which(name))]
    assert found, "the browser tests need Chromium: sh scripts/chromium.sh"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found[0], args=FLAGS)
        loop = asyncio.get_running_loop()
        events._set_running_loop(None)
        yield browser
        events._set_running_loop(loop)
        browser.close()


@pytest.fixture
def chromium(started_chromium: Browser) -> Iterator[Browser]:
    """The browser that is started once. Playwright's event loop runs all the while, in a greenlet;
    between the tests with a browser it is put aside, so that other tests can run theirs."""
    events._set_running_loop(started_chromium._impl_obj._loop)
    yield started_chromium
    events._set_running_loop(None)


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests, with one foreign game; a test may say by which seed it plays."""
    installed = toy_games.install(tmp_path_factory.mktemp("installed"), toy_games.RACE)
    home = tmp_path_factory.mktemp("server")
    with Server(home, PYTHONPATH=installed, ENTENTE_GIVEN_SEEDS="1") as server:
        yield server


@pytest.fixture(scope="session")
def foreign_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which all foreign games are installed."""
    games = toy_games.RACE + toy_games.OTHERS
    installed = toy_games.install(tmp_path_factory.mktemp("installed"), games)
    home = tmp_path_factory.mktemp("server")
    with Server(home, PYTHONPATH=installed, ENTENTE_GIVEN_SEEDS="1") as server:
        yield server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own for a test that kills it."""
    with Server(tmp_path / "home", ENTENTE_GIVEN_SEEDS="1") as server:
        yield server


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A fixture can know whether its test failed."""
    report = yield
    if call.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture(scope="session")
def rested() -> list[Person]:
    """Browsers that were left at the shared server; they end with Chromium."""
    return []


@pytest.fixture(scope="session")
def rested_strangers() -> list[Person]:
    """Browsers that were left at the server with foreign games."""
    return []


@pytest.fixture
def crowd(
    chromium: Browser,
    shared_server: Server,
    rested: list[Person],
    request: pytest.FixtureRequest,
) -> Iterator[Crowd]:
    """People with browsers, all at the same server."""
    with Crowd(chromium, shared_server, rested) as people:
        yield people
        if request.node.stash.get(FAILED, False):
            people.shoot(request.node.name)
