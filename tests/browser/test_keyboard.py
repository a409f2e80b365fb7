"""Everything without a mouse: from the home page to decisions, orders typed, lists for a map."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.amount import amount
from tests.browser.people import POLL, Crowd, Person
from tests.browser.play import READY, TURN

MOST_TABS = 150
KEYS = ("1", "2", "1", "1")[: amount(2, 4)]
ENTERS = amount(1, 3)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until what is wanted has the focus, which can be seen."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"the Tab key does not reach {selector}")


CHANGED = "(before) => document.querySelector('[data-region=decide]').innerText !== before"
POWERS = ("england", "france", "germany", "italy", "russia", "turkey")


def begin(crowd: Crowd, game: str) -> Person:
    """From the home page to a table against the computer."""
    person = crowd.person()
    page = person.page
    person.go()
    page.get_by_role("button", name=f"Play now: {game}").wait_for()
    tab_to(page, f"button[aria-label^='Play now: {game}']")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Your name")).to_be_focused()
    page.keyboard.type("Keyboard shortcuts")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Introduction")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Introduction")).to_have_count(0)
    return person


def decide(page: Page, key: str) -> None:
    """One key, and what the page makes of it; the first, where chance leaves only one choice beside
    the end of the phase, which would be asked about."""
    page.wait_for_function(READY, timeout=TURN, polling=POLL)
    before = page.locator("[data-region=decide]").inner_text()
    choice = page.locator(f"[data-region=decide] [data-key='{key}']")
    there = choice.filter(has_not_text="End ").count()
    page.keyboard.press(key if there else "1")
    page.wait_for_function(CHANGED, arg=before, polling=POLL)


@pytest.mark.amount
def test_numbers_and_enter_play(crowd: Crowd) -> None:
    """Numbers choose; after a choice the focus is on the next one, so that Enter goes on."""
    person = begin(crowd, "An Attrition of Souls")
    page = person.page
    start = person.version
    for key in KEYS:
        decide(page, key)
    assert person.version > start
    tab_to(page, "[data-region=decide] button.choice")
    for _ in range(ENTERS):
        page.wait_for_function(READY, timeout=TURN, polling=POLL)
        page.wait_for_function(
            "() => document.activeElement.closest('[data-region=decide]') !== null", polling=POLL
        )
        before = page.locator("[data-region=decide]").inner_text()
        page.keyboard.press("Enter")
        page.wait_for_function(CHANGED, arg=before, polling=POLL)
    page.keyboard.press("v")
    words = page.get_by_role("region", name="Lists instead of the map")
    words.wait_for()
    person.shoot("keyboard-lists")
    begun = person.version
    while person.version == begun:
        decide(page, "1")
    page.keyboard.press("v")
    expect(words).to_have_count(0)
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keyboard shortcuts").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    expect(page.get_by_role("tab", name="Chat")).to_have_attribute("aria-selected", "true")


@pytest.mark.soak
def test_diplomacy_orders_are_typed(crowd: Crowd) -> None:
    person = crowd.person("Keyboard shortcuts")
    page = person.page
    seats = {"austria": "me", **dict.fromkeys(POWERS, "random")}
    person.open(person.table("diplomacy", seats=seats))
    page.wait_for_function(READY, timeout=TURN, polling=POLL)
    tab_to(page, "[data-region=decide] form input")
    page.keyboard.type("A VIE - GAL; F TRI - ALB")
    page.keyboard.press("Enter")
    page.get_by_text("1 unit has no order and will hold.").wait_for()
    page.keyboard.type("A BUD - PAR")
    page.keyboard.press("Enter")
    page.locator("[data-region=decide]").get_by_role("alert").wait_for()
    person.shoot("keyboard-diplomacy-refused")
    tab_to(page, "[data-region=decide] button.primary")
    page.keyboard.press("Enter")
    page.get_by_text("Autumn 1901").first.wait_for(timeout=TURN)
    person.shoot("keyboard-diplomacy")


def test_the_lists_contain_what_the_board_shows(crowd: Crowd) -> None:
    """Without looking at the map: the announcement, the lists, a decision."""
    person = crowd.person("Listener")
    page = person.page
    person.prepare("localStorage.setItem('entente.settings', '{\"words\": true}')")
    person.open(person.table("turmoil", seats={"authoritarian": "me", "liberal": "me"}))
    expect(page.locator("svg.board")).to_have_count(0)
    announced = page.locator("[role=status][aria-live=polite]").first
    expect(announced).to_contain_text("Your turn:")
    start = person.version
    while person.version < start + 4:
        decide(page, "1")
    expect(page.locator(".board-place > .words")).to_contain_text("France")
    person.shoot("lists-turmoil")
