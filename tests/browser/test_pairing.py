"""Two strangers press *Play with others*, are paired, and play."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from tests.amount import THOROUGH
from tests.browser.people import POLL, Crowd, Person
from tests.browser.play import Player

PASSWORD = "correct horse battery"
STARTED = "() => document.querySelector('.table')?.dataset.status === 'playing'"


def member(crowd: Crowd, name: str) -> Person:
    """A person with an account, on the home page."""
    person = crowd.person(name)
    person.call("POST", "/register", {"name": f"{name} {time.time_ns()}", "password": PASSWORD})
    person.go("/")
    return person


def seek(person: Person) -> None:
    """From the home page into the queue of Turmoil, in two clicks."""
    page = person.page
    card = page.locator("li", has=page.get_by_role("heading", name="Europe in Turmoil"))
    card.get_by_role("link", name="Play with others").click()
    page.get_by_role("button", name="Find a game").click()


@pytest.mark.amount
def test_two_strangers_meet_and_make_a_first_move(crowd: Crowd) -> None:
    """Every day one of them waits, and leaves the queue."""
    anna = member(crowd, "Anna")
    seek(anna)
    waiting = anna.page.locator("[data-pairing=waiting]")
    expect(waiting).to_contain_text("1 waiting")
    anna.shoot("pairing-waiting")
    if not THOROUGH:
        waiting.get_by_role("button", name="Cancel").click()
        expect(waiting).to_have_count(0)
        return
    bert = member(crowd, "Bert")
    anna.page.get_by_role("link", name="Rules and cards").click()  # she looks around meanwhile
    expect(waiting).to_contain_text("Rated")
    seek(bert)
    for person in (anna, bert):  # both are at the screen: no one has to confirm
        person.page.wait_for_url(re.compile("/tables/"))
        person.page.wait_for_function(STARTED, polling=POLL)
        expect(person.page.locator("[data-pairing]")).to_have_count(0)
    assert anna.page.url == bert.page.url
    path = anna.page.url.removeprefix(anna.server.address)
    table = anna.call("GET", path)
    assert table["rated"], table
    mover = next(each for each in (anna, bert) if each.call("GET", path)["my_turn"])
    mover.shoot("pairing-playing")
    version = mover.version
    Player(mover.page, "first").decision()
    for person in (anna, bert):
        expect(person.page.locator(".table")).not_to_have_attribute("data-version", str(version))
