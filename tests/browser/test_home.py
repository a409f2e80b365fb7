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

# The frames of drawings that have been in the window, however short: while words are still to
# come, those below can be.
FRAMES = """window.framesSeen = new Set();
const inWindow = new IntersectionObserver((list) => {
    for (const each of list) if (each.isIntersecting) window.framesSeen.add(each.target);
});
new MutationObserver(() => {
    for (const each of document.querySelectorAll('.frame[aria-hidden]')) inWindow.observe(each);
}).observe(document, { subtree: true, childList: true });"""


@pytest.mark.parametrize("name", [None, "Patient"])
def test_nothing_moves_while_the_home_page_comes(crowd: Crowd, name: str | None) -> None:
    """1.6 megabits a second, and a quarter of the processor; drawings come when they are seen."""
    person = crowd.person(name, **PHONE)
    person.prepare(SHIFTS)
    person.prepare(FRAMES)
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
    assert 0 < len(boards) <= person.page.evaluate("window.framesSeen.size")
    assert person.page.evaluate("framesSeen.size < document.querySelectorAll('.frame').length")
