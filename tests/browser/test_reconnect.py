"""The server is killed in mid-turn and comes back: the pages recover by themselves."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.amount import THOROUGH
from tests.browser.people import Crowd, Person
from tests.browser.play import Player
from tests.browser.test_letters import SECRET, box, kept, read_press, talk, to_italy
from tests.server.running import Server


@contextmanager
def killed(server: Server) -> Iterator[None]:
    """No server answers; it is the shared one, and comes back for the tests that follow."""
    server.stop(signal.SIGKILL)
    try:
        yield
    finally:
        server.start()


@pytest.mark.amount
def test_the_pages_survive_a_killed_server(crowd: Crowd) -> None:
    """One who plays; in the long test also one who writes a letter."""
    writer = crowd.person("Fanny") if THOROUGH else None
    if writer:
        to_italy(writer)
        kept(writer.page)
    person = crowd.person("Patient")
    page = person.page
    person.open(person.table("attrition", seats={"central": "me", "entente": "random"}))
    player = Player(page, "reconnect")
    player.decision()
    version = player.offer().version

    lost = page.locator(".banner", has_text="Connection lost")
    refusal = player.decide.get_by_role("alert")
    with killed(crowd.server):
        lost.wait_for()
        page.locator("[data-region=decide] button.choice[data-action]").first.click()
        expect(refusal).to_contain_text("Cannot reach the server")
        person.shoot("reconnect-lost")
        if writer:
            send_in_vain(writer)
    for gone in (lost, refusal, page.locator(".banner")):
        expect(gone).to_have_count(0)
    assert player.offer().version == version
    player.decision()
    person.shoot("reconnect-back")
    assert person.version > version
    if writer:
        send_after_all(writer)

    for each in filter(None, (person, writer)):  # the browser itself reports the lost server
        each.errors[:] = [line for line in each.errors if "net::ERR_" not in line]


def send_in_vain(writer: Person) -> None:
    """A letter that cannot be sent is not lost."""
    page = writer.page
    box(page).fill(SECRET + " At night.")
    page.get_by_role("button", name="Send to Italy").click()
    page.locator(".press").get_by_role("alert").first.wait_for()
    expect(box(page)).to_have_value(SECRET + " At night.")
    writer.shoot("letters-lost")


def send_after_all(writer: Person) -> None:
    """It is kept by the server that is back, and sent."""
    page = writer.page
    kept(page)
    page.reload()
    read_press(page)
    talk(page, "Italy")
    expect(box(page)).to_have_value(SECRET + " At night.")
    page.get_by_role("button", name="Send to Italy").click()
    page.get_by_role("log").get_by_text("At night.").wait_for()
    expect(box(page)).to_have_value("")
