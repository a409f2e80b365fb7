"""Patterns beside colours on the map."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.games import given, played
from tests.browser.people import Crowd

POWERS = 7
# Each pattern is directly above its area, and both have the same owner.
MISPLACED = """() => [...document.querySelectorAll('[data-pattern]')]
    .filter((overlay) => {
        const { owner, homeland } = overlay.previousElementSibling.dataset;
        return overlay.dataset.pattern !== (owner ?? homeland);
    }).length"""


@pytest.mark.soak
def test_patterns_by_contrast_and_by_choice(crowd: Crowd) -> None:
    person = crowd.person("Everybody")
    page = person.page
    patterns = page.locator("svg.board [data-pattern]")
    areas = page.locator("svg.board path.province:is([data-owner], [data-homeland])")
    legend = page.get_by_role("button", name="Patterns on the map")
    person.open(given(person, played("diplomacy", 20)))
    areas.first.wait_for(state="attached")
    expect(patterns).to_have_count(0)
    expect(legend).to_have_count(0)

    page.emulate_media(forced_colors="active")
    patterns.first.wait_for(state="attached")
    expect(patterns).to_have_count(areas.count())
    assert page.evaluate(MISPLACED) == 0
    legend.click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(POWERS)
    page.keyboard.press("Escape")

    page.get_by_role("tab", name="More").click()
    setting = page.get_by_label("Patterns on the map", exact=True).and_(
        page.get_by_role("checkbox")
    )
    expect(setting).to_be_checked()
    setting.uncheck()
    expect(patterns).to_have_count(0)
    page.emulate_media(forced_colors="none")
    setting.check()
    expect(patterns).to_have_count(areas.count())
