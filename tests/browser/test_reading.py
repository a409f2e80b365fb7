"""Rules and cards to be read, and the marks at reconstructed figures."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.games import given, played
from tests.browser.pages import follow, settled, visit
from tests.browser.people import POLL, Crowd

# A section has been scrolled to: it begins below the bar, which stays at the top.
BELOW_THE_BAR = """(id) => {
    const section = document.getElementById(id).getBoundingClientRect();
    const bar = document.querySelector('.bar').getBoundingClientRect();
    return bar.bottom <= section.top && section.top < 300;
}"""


def test_rules_and_cards(crowd: Crowd) -> None:
    person = crowd.person("Reader")
    page = person.page

    visit(person, "/games/attrition/rules#4.6.1")
    section = page.locator('section[id="4.6.1"]')
    page.wait_for_function(BELOW_THE_BAR, arg="4.6.1", polling=POLL)
    contents = page.get_by_role("navigation", name="Contents")
    expect(contents.locator("[aria-current]")).to_contain_text("Movement")
    section.get_by_role("link", name="4.8.4", exact=True).click()
    expect(page).to_have_url(re.compile(r"#4\.8\.4$"))
    expect(contents.locator("[aria-current]")).to_contain_text("4.8")

    find = page.get_by_role("searchbox", name="Search the rules")
    find.fill("zebra")
    expect(page.get_by_text("No matches")).to_be_visible()
    find.fill("mexico city")
    hits = page.locator("mark[data-hit=first]")
    hits.first.wait_for()
    expect(page.get_by_text(f"1 of {hits.count()}")).to_be_visible()  # it is gone to by itself
    expect(hits.first).to_be_in_viewport()
    page.get_by_role("button", name="Previous match").click()
    expect(page.get_by_text(f"{hits.count()} of {hits.count()}")).to_be_visible()
    expect(hits.last).to_be_in_viewport()
    page.get_by_role("button", name="Next match").click()
    expect(hits.first).to_be_in_viewport()
    expect(page).to_have_url(re.compile(r"#2\.1\.2$"))  # the address follows

    follow(person, "/games/turmoil/cards")
    page.get_by_label("Value").select_option("5")
    expect(page.get_by_text("2 cards")).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    page.get_by_role("searchbox", name="Search cards").fill("henry wilson")
    page.get_by_role("link", name=re.compile("Henry Wilson")).click()
    card = page.get_by_role("dialog", name="Henry Wilson (C66)")
    card.get_by_role("link", name="Entente Cordiale (C10)").click()
    page.get_by_role("dialog", name="Entente Cordiale (C10)").wait_for()
    expect(page).to_have_url(re.compile("#C10$"))
    page.keyboard.press("ArrowRight")
    expect(card).to_be_visible()  # the next of those that were found
    expect(page).to_have_url(re.compile("#C66$"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile("/cards$"))


@pytest.mark.soak
def test_marks_at_reconstructed_figures(crowd: Crowd) -> None:
    person = crowd.person("Reader")
    page = person.page
    person.open(given(person, played("attrition", moves=0)))
    settled(page)
    mark = page.get_by_role("button", name="reconstructed figure").first
    mark.click()
    answer = page.locator("[popover]:popover-open")
    expect(answer).to_contain_text("could not be checked against the original")
    expect(answer.get_by_role("link")).to_have_attribute("href", "/games/attrition/data#industry")
    page.keyboard.press("Escape")
    expect(answer).to_have_count(0)
    page.get_by_role("tab", name="More").click()
    page.get_by_role("checkbox", name="Mark reconstructed figures").uncheck()
    expect(mark).to_have_count(0)
    expect(page.locator("g.plate .doubt").first).to_be_hidden()
    follow(person, "/games/attrition/data#berlin")
    expect(page.locator("li[data-asked]").first).to_have_text("Berlin, industry: 3")
