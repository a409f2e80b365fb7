"""Taking back: alone by the rule, further only with the other's consent."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.games import played_beside
from tests.browser.people import Crowd, Person
from tests.browser.play import Player
from tests.browser.test_motion import COUNT

BEGUN = 4  # moves: support is being placed


def moves(person: Person) -> int:
    return int(person.page.locator(".table").get_attribute("data-moves") or 0)


def sees_moves(person: Person, number: int) -> None:
    expect(person.page.locator(".table")).to_have_attribute("data-moves", str(number))


def test_undo_by_the_rule(crowd: Crowd) -> None:
    """A player's own last action is undone at once, by button and by key. Nothing moves on the
    board of a person who wants no motion."""
    person = crowd.person("Alone")
    table = person.table("turmoil", seats={"authoritarian": "me", "liberal": "me"})
    played_beside(table, BEGUN, person)
    person.open(table)
    person.page.evaluate(COUNT)
    player = Player(person.page, "undo")
    undo = person.page.get_by_role("button", name="Undo")
    while not undo.is_visible():
        player.decision()
    before = moves(person)
    person.shoot("undo-offered")
    undo.click()
    sees_moves(person, before - 1)
    player.decision()
    sees_moves(person, before)
    person.page.keyboard.press("u")
    sees_moves(person, before - 1)
    assert person.page.evaluate("window.begun") == 0


@pytest.mark.soak
def test_undo_beyond_the_rule_needs_consent(crowd: Crowd) -> None:
    """After the other has acted, they are asked; a refusal changes nothing."""
    first, second = crowd.person("Asks"), crowd.person("Agrees")
    table = first.table("turmoil", seats={"authoritarian": "me", "liberal": None})
    second.call("POST", f"/tables/{table}/join", {"seat": "liberal"})
    before = 6  # the first has placed support, then the second has
    played_beside(table, before, first, second)
    for person in (first, second):
        person.open(table)
        sees_moves(person, before)
    expect(first.page.get_by_role("button", name="Undo", exact=True)).to_have_count(0)

    for answer in ("Decline", "Accept"):
        first.page.get_by_role("tab", name="Players").click()
        first.page.get_by_role("button", name="Request takeback").click()
        poll = second.page.get_by_text("requests a takeback")
        poll.wait_for()
        second.shoot("undo-asked")
        second.page.get_by_role("button", name=answer).click()
        if answer == "Decline":
            first.page.get_by_text("Declined by").wait_for()
            sees_moves(first, before)
    for person in (first, second):
        expect(person.page.locator(".table")).not_to_have_attribute("data-moves", str(before))
    assert moves(first) < before
    first.shoot("undo-agreed")
