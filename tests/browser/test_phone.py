"""On a telephone: by touch, without scrolling sideways."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.amount import THOROUGH, amount
from tests.browser.games import given, played
from tests.browser.pages import PAGES, follow, overflow, settled, unfit, visit
from tests.browser.people import GAMES, KEEP, Crowd
from tests.browser.play import Player

# As sharp as a telephone's only in pictures to be looked at: four times the points to draw.
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2 if KEEP else 1,
}
FEW = ("/", "/tables", "/tables/new", "/profile", "/games/diplomacy/rules")
DECISIONS = amount(1, 3)
MOVES = {"attrition": 30, "diplomacy": 7, "turmoil": 30}


@pytest.mark.amount
def test_no_page_is_too_wide(crowd: Crowd) -> None:
    """In English; every day a few, since all of them are looked at in French, which is longer."""
    person = crowd.person("Pocket", **PHONE)
    wide = {}
    visit(person, FEW[0])
    for path in PAGES if THOROUGH else FEW:
        follow(person, path)
        wide[path] = overflow(person.page)
        person.shoot(f"phone{path.replace('/', '-')}")
    assert not {path: each for path, each in wide.items() if each}


@pytest.mark.amount
@pytest.mark.parametrize("game", GAMES)
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
    player = Player(page, "phone", touch=True)
    for _ in range(DECISIONS):
        if game == "diplomacy":
            before = person.version
            page.get_by_role("button", name="Remettre", exact=True).tap()
            person.sees_version(before + 1)
        else:
            player.decision()
    person.shoot(f"phone-{game}-played")
    assert not overflow(page)
