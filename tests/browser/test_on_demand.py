"""Parts of the page that come later: loaded when the page is idle, and what if they do not come."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browser.people import Crowd

PART = "**/assets/Players-*"  # its script and its style sheet
STYLED = "[...document.styleSheets].some(({ href }) => href?.includes('/Players-'))"


@pytest.mark.soak
def test_a_part_that_does_not_come_can_be_loaded_again(crowd: Crowd) -> None:
    """The table goes on without it; the other parts come by themselves."""
    person = crowd.person("Traveller")
    page = person.page
    requests: list[str] = []

    def cut(route: Route) -> None:
        requests.append(route.request.url)
        route.abort()

    page.route(PART, cut)
    table = person.table("turmoil", seats={"liberal": "me", "authoritarian": "me"})
    with page.expect_response("**/assets/Press-*.js"):
        person.open(table)  # which is loaded before the part that is cut off
    page.get_by_role("tab", name="Players").click()
    panel = page.get_by_role("tabpanel")
    expect(panel.get_by_role("alert")).to_contain_text("could not be loaded")
    assert requests
    person.shoot("part-missing")
    page.get_by_role("tab", name="Log").click()  # nothing else is lost
    expect(panel.get_by_role("alert")).to_have_count(0)
    page.get_by_role("tab", name="Players").click()

    page.unroute(PART)
    panel.get_by_role("button", name="Try again").click()
    expect(panel.get_by_text("Liberal", exact=False).first).to_be_visible()
    expect(panel.get_by_role("alert")).to_have_count(0)
    assert page.evaluate(STYLED)
    person.errors[:] = [line for line in person.errors if "net::ERR_FAILED" not in line]
