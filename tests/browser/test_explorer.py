"""A visitor looks at how games of Diplomacy begin, on a phone, and opens one of them."""

from __future__ import annotations

from playwright.sync_api import expect

from entente.players.explorer import arena_games
from tests.browser.pages import resize, violations, visit
from tests.browser.people import Crowd


def test_a_visitor_follows_an_opening_and_opens_a_game(crowd: Crowd) -> None:
    person = crowd.person("Reader")
    page = person.page
    resize(page, {"width": 390, "height": 844})
    visit(person, "/explorer/diplomacy")
    games = len(arena_games("diplomacy"))
    expect(page.locator("[data-games]")).to_have_attribute("data-games", str(games))
    expect(page.locator("svg[data-drawn=true]")).to_be_visible()
    assert not violations(page)
    page.locator("[name=side]").select_option("england")
    first = page.locator("tr[data-move]").first
    expect(first).to_contain_text("F EDI")
    first.get_by_role("link").click()
    expect(page.get_by_role("columnheader", name="Autumn 1901")).to_be_visible()
    expect(page.locator("svg .opening").first).to_be_attached()
    page.get_by_role("button", name="Analysis board").first.click()
    expect(page.locator("[data-region=board]").first).to_be_visible()
