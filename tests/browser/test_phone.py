"""On a telephone: by touch, without scrolling sideways."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.amount import THOROUGH, amount
from tests.browser.games import given, played
from tests.browser.pages import PAGES, SMALLEST, follow, overflow, resize, settled, unfit, visit
from tests.browser.people import DAILY, KEEP, Crowd
from tests.browser.play import Player

# As sharp as a telephone's only in pictures to be looked at: four times the points to draw.
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2 if KEEP else 1,
}
# Links of a page that a finger would miss.
LOW = """(finger) => [...document.querySelectorAll('main a')].filter((e) => {
        const { height } = e.getBoundingClientRect();
        return height > 0 && height < finger;
    }).map((e) => e.textContent)"""
# How much wider the names of the tabs are than there is room for them.
HIDDEN = "(names => names.scrollWidth - names.clientWidth)(document.querySelector('.names'))"
SIZES = ((360, 740), (844, 390))
FEW = ("/", "/tables", "/tables/new", "/profile", "/games/diplomacy/rules")
DECISIONS = amount(1, 3)
MOVES = {"attrition": 30, "diplomacy": 7, "turmoil": 30}


@pytest.mark.soak
@pytest.mark.amount
def test_no_page_is_too_wide(crowd: Crowd) -> None:
    """In English; every day a few, since all of them are looked at in French, which is longer."""
    person = crowd.person("Pocket", **PHONE)
    page = person.page
    wide = {}
    visit(person, FEW[0])
    page.locator(".bell").tap()
    news = page.locator(".notices .list").bounding_box()
    assert news is not None
    assert news["x"] >= 0
    page.locator(".bell").tap()
    for path in PAGES if THOROUGH else FEW:
        follow(person, path)
        wide[path] = overflow(page)
        person.shoot(f"phone{path.replace('/', '-')}")
    assert not {path: each for path, each in wide.items() if each}
    follow(person, "/games/turmoil")
    assert not page.evaluate(LOW, SMALLEST)
    follow(person, "/games/turmoil/cards")
    page.get_by_text("Filters").tap()
    side = page.get_by_label("Side")
    side.select_option("liberal")
    expect(side).to_be_visible()  # for the next choice


def refused_and_turned_away(page: Page) -> None:
    """Why something may not be done is said until one turns to something else."""
    decide = page.locator("[data-region=decide]")
    page.locator(".window [data-id]:not(.lit)").first.dispatch_event("click")
    decide.get_by_role("alert").wait_for()
    for name in ("Journal", "Actions"):
        page.get_by_role("tab", name=name).tap()
    decide.locator(".prompt").wait_for()
    expect(decide.get_by_role("alert")).to_have_count(0)


@pytest.mark.amount
@pytest.mark.parametrize("game", DAILY)
def test_tables_fit_and_are_played_by_touch(crowd: Crowd, game: str) -> None:
    """In French, whose words are longer: none is cut off, and a finger reaches everything."""
    person = crowd.person("Pocket", locale="fr-FR", **PHONE)
    page = person.page
    person.open(given(person, played(game, MOVES[game])))
    settled(page)
    person.shoot(f"phone-{game}")
    tabs = page.get_by_role("tablist").get_by_role("tab").all()
    expect(tabs[-1]).to_be_in_viewport(ratio=1)
    ill = {}
    for tab in [*tabs[1:], tabs[0]]:
        tab.tap()
        expect(tab).to_have_attribute("aria-selected", "true")
        assert not overflow(page)
        ill[tab.inner_text()] = unfit(page)
    assert not {tab: each for tab, each in ill.items() if each}
    for width, height in SIZES:
        resize(page, {"width": width, "height": height})
        assert (width, page.evaluate(HIDDEN)) == (width, 0)
    resize(page, PHONE["viewport"])
    if game == "turmoil":
        refused_and_turned_away(page)
    player = Player(page, "phone", touch=True)
    for _ in range(DECISIONS):
        if game == "diplomacy":
            before = person.version
            page.get_by_role("button", name="Envoyer mes ordres", exact=True).tap()
            person.sees_version(before + 1)
        else:
            player.decision()
    person.shoot(f"phone-{game}-played")
    assert not overflow(page)
