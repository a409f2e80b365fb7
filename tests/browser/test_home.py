"""The home page on a phone with a slow line."""

from __future__ import annotations

import pytest

from tests.browser.pages import settled
from tests.browser.people import Crowd, Json

PHONE: Json = {"viewport": {"width": 390, "height": 844}}
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
MOST_SHIFT = 0.1
SHIFTS = """window.shift = 0;
new PerformanceObserver((list) => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) window.shift += each.value;
}).observe({ type: 'layout-shift', buffered: true });"""


@pytest.mark.parametrize("name", [None, "Patient"])
def test_nothing_moves_while_the_home_page_comes(crowd: Crowd, name: str | None) -> None:
    """1.6 megabits a second, and a quarter of the processor; drawings come when they are seen."""
    person = crowd.person(name, **PHONE)
    person.prepare(SHIFTS)
    if name:
        person.table("turmoil", seats={"liberal": "me", "authoritarian": "random"})
        person.table("attrition", seats={"central": "me"})
    devtools = person.context.new_cdp_session(person.page)
    devtools.send("Network.enable")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    devtools.send("Network.emulateNetworkConditions", SLOW)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    person.go()
    settled(person.page)
    person.page.locator("article svg.board").first.wait_for()
    person.page.evaluate("document.fonts.ready")
    person.page.wait_for_timeout(500)
    assert person.page.evaluate("window.shift") < MOST_SHIFT
    boards = [each for each in person.answers if each.url.partition("?")[0].endswith("/board")]
    # While words are still to come, more cards can be in the window than afterwards, but never all.
    cards = person.page.locator("ul.games > li").count()
    assert 0 < len({each.url for each in boards}) < cards
