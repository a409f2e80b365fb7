"""What the page of a table shows of the players, and what it does not put in their way."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.pages import violations, visit
from tests.browser.people import Crowd

LIVE = {"kind": "live", "minutes": 30, "increment": 10}


def test_a_live_game_shows_the_opponent_and_no_introduction(crowd: Crowd) -> None:
    """The clocks run from the start: the board is not covered. At home, the opponent is named."""
    anna, bert = crowd.person(), crowd.person("Bertrand")
    anna.call("POST", "/guest", {"name": "Newcomer"})
    table = anna.table("turmoil", seats={"authoritarian": "me"}, time_control=LIVE)
    bert.sit(table, "liberal")
    anna.open(table)
    chairs = anna.page.get_by_role("list", name="Players").first
    expect(chairs).to_contain_text("Bertrand")
    expect(chairs).not_to_contain_text("Newcomer")
    anna.page.locator("[data-region=decide]").wait_for()
    assert anna.page.get_by_role("dialog", name="Introduction").count() == 0
    anna.shoot("live-opponent")
    visit(anna, "/")
    mine = anna.page.locator("section.mine")
    expect(mine).to_contain_text("Bertrand")
    expect(mine).not_to_contain_text("Newcomer")


def test_a_waiting_room_with_random_sides_offers_none(crowd: Crowd) -> None:
    anna, bert = crowd.person("Anna of Lots"), crowd.person("Bert of Lots")
    made = anna.call(
        "POST", "/tables", {"game": "diplomacy", "seats": {"austria": "me"}, "random_seats": True}
    )
    visit(bert, f"/tables/{made['id']}")
    bert.page.get_by_role("button", name=re.compile("^Join.*Player 2$")).wait_for()
    expect(bert.page.locator("[data-region=decide]")).not_to_contain_text("England")
    bert.shoot("waiting-random")


def test_the_names_of_the_tabs_are_valid_with_and_without_a_panel(crowd: Crowd) -> None:
    """On a laptop the panel comes with the first click on a tab."""
    anna = crowd.person("Anna of Tabs", viewport={"width": 1280, "height": 720})
    anna.open(anna.table("turmoil", seats={"authoritarian": "me", "liberal": "me"}))
    tab = anna.page.get_by_role("tab", name="Log")
    assert tab.get_attribute("aria-controls") is None
    assert not violations(anna.page, "[role=tablist]")
    tab.click()
    expect(anna.page.locator(f"#{tab.get_attribute('aria-controls')}")).to_be_visible()
    assert not violations(anna.page, "[role=tablist]")
