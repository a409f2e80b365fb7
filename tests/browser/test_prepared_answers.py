"""A pass prepared in the page, while the other seat plays, and given when the decision comes."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.games import begun, newer
from tests.browser.pages import violations
from tests.browser.people import Crowd, Person
from tests.games.test_auto_pass import front
from tests.games.turmoil.table import A, L, Table
from tests.server.running import Json, hear


def act(person: Person, table: str, seat: str, *actions: str) -> None:
    """Act beside the page."""
    with person.live(table) as socket:
        state = hear(socket, "state")
        for action in actions:
            version = state["version"]
            socket.send(
                json.dumps({"type": "act", "seat": seat, "version": version, "action": action})
            )
            state = newer(socket, version)


def expect_passed(person: Person) -> None:
    notices: list[Json] = person.call("GET", "/me/notifications")
    assert "notice.later_passed" in [each["key"] for each in notices]


def test_planned_battles_are_accepted_in_advance(crowd: Crowd) -> None:
    """An Attrition of Souls: with an exception, until it is removed again."""
    person = crowd.person("Anna")
    scene = front("plan_battles", {"germany-airplane": 1})
    table = begun(person, scene.game, scene.state)
    person.go(f"/tables/{table}")
    page = person.page
    page.get_by_role("button", name="Central Powers").first.click()
    page.get_by_text("Auto-pass").click()
    page.get_by_label("Let this turn’s planned battles be fought").check()
    excepted = page.get_by_role("group", name="Ask me anyway")
    excepted.get_by_label("Belgium").check()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    excepted.get_by_label("Belgium").uncheck()
    excepted.get_by_label("Poland").check()
    expect(page.get_by_text("Auto-pass (prepared)")).to_be_visible()
    assert violations(page, "details[open]") == []
    person.shoot("attrition-auto-pass")
    act(person, table, "entente", "battle belgium", "done")
    expect(page.get_by_text("Auto-pass")).to_have_count(0)
    expect_passed(person)


@pytest.mark.soak
def test_a_crisis_is_let_come_up_to_a_tension(crowd: Crowd) -> None:
    """Europe in Turmoil: the exception is a level."""
    person = crowd.person("Anna")
    scene = Table().to_play(A).give(A, 57, 58).set(tension=3).lasting(75, L)
    table = begun(person, scene.game, scene.state)
    person.go(f"/tables/{table}")
    page = person.page
    page.get_by_role("button", name="Liberal").first.click()
    page.get_by_text("Auto-pass").click()
    page.get_by_label("Do not calm the next crisis").check()
    page.get_by_label("Ask me anyway at a Tension of").select_option("6")
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    expect(page.get_by_text("Auto-pass (prepared)")).to_be_visible()
    assert violations(page, "details[open]") == []
    person.shoot("turmoil-auto-pass")
    act(person, table, A, "event C57")
    expect_passed(person)
