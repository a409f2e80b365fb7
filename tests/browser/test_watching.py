"""Spectators see live boards side by side, and write to each other apart from the players."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.pages import overflow, violations
from tests.browser.people import Crowd, Person

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}


def at_two_boards(crowd: Crowd, **kind: Any) -> tuple[Person, Person, str]:
    """Eve watches two tables of Anna's side by side; one of the games has just ended."""
    anna, eve = crowd.person("Anna"), crowd.person("Eve", **kind)
    both = {"central": "me", "entente": "me"}
    one, other = (anna.table("attrition", seats=both) for _ in range(2))
    eve.go(f"/broadcast?tables={one},{other}")
    boards = eve.page.locator("svg.board")
    expect(boards).to_have_count(2)
    expect(boards.first).to_have_attribute("data-moves", "0")
    anna.call("POST", f"/tables/{one}/concede", {"seat": "entente"})
    expect(eve.page.get_by_text("Won by Central Powers")).to_be_visible()
    return anna, eve, other


def test_a_spectator_follows_two_boards(crowd: Crowd) -> None:
    _, eve, _ = at_two_boards(crowd)
    assert violations(eve.page) == []
    eve.shoot("broadcast")


@pytest.mark.soak
def test_a_spectator_follows_boards_and_writes_to_another(crowd: Crowd) -> None:
    anna, eve, other = at_two_boards(crowd, **PHONE)
    boards = eve.page.locator("svg.board")
    assert violations(eve.page) == []
    assert overflow(eve.page) == []
    eve.page.get_by_role("button", name="Enlarge").last.click()
    expect(boards).to_have_count(1)
    eve.shoot("broadcast-phone")

    fay = crowd.person("Fay")
    fay.call("POST", f"/tables/{other}/spectators/chat", {"text": "Vienna is open!"})
    eve.go(f"/tables/{other}?tab=spectators")
    expect(eve.page.get_by_text("Vienna is open!")).to_be_visible()
    eve.page.get_by_label("Write to the other spectators").fill("I see it.")
    eve.page.get_by_role("button", name="Send").click()
    expect(eve.page.get_by_role("log").get_by_text("I see it.")).to_be_visible()
    assert violations(eve.page) == []
    anna.open(other)
    expect(anna.page.get_by_role("tab", name="Players")).to_be_visible()
    expect(anna.page.get_by_role("tab", name="Spectators")).to_have_count(0)
    assert "Vienna is open" not in anna.received
