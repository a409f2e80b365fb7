"""axe-core finds no serious violation on any page, in light and dark, with dialogs open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.amount import THOROUGH
from tests.browser.games import given, played
from tests.browser.pages import PAGES, follow, settled, violations, visit
from tests.browser.people import DAILY, GAMES, Crowd, Person

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
TAB = "[role=tablist], [role=tabpanel]"
DIALOG = "dialog[open], [role=dialog]"
TABS = ("Analysis", "Players", "Notes", "More")
# They are the same for every game: two are looked at, the lines where there are most powers.
OWN_TABS = {"attrition": ("Analysis", "More"), "diplomacy": ("Analysis",), "turmoil": ()}
MOVES = {"attrition": 40, "diplomacy": 10, "turmoil": 40}


def clean(
    person: Person, where: str, within: str = "", *, schemes: Sequence[Scheme] = SCHEMES
) -> list[str]:
    """The violations of a page, or of something new on it, in both colour schemes."""
    found = []
    for scheme in schemes:
        person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        seen = violations(person.page, within, colours_only=scheme != SCHEMES[0])
        found += [f"{where}, {scheme}: {each}" for each in seen]
    return found


# The pages about the games are the same for each, and only filled with other words: every day each
# kind is looked at where there is most of it, and where there is nothing; of the cards a few, whose
# faces are those of the table.
OTHERS = (
    "/about",
    "/nowhere",
    "/games/attrition",
    "/games/attrition/data",
    "/games/diplomacy/cards",
    "/games/diplomacy",
    "/games/diplomacy/data",
    "/games/attrition/rules",
    "/games/turmoil",
    "/games/turmoil/cards",
    "/games/turmoil/rules",
    "/games/turmoil/data",
)
LOOKED_AT = tuple(path for path in PAGES if THOROUGH or path not in OTHERS)
# All pages have their colours from the same names: every day the dark ones are looked at on one.
IN_THE_DARK = ("/games/attrition/cards",)


@pytest.mark.amount
def test_pages(crowd: Crowd) -> None:
    assert set(OTHERS) < set(PAGES)
    person = crowd.person("Everybody")
    found = []
    visit(person, LOOKED_AT[0])
    for path in LOOKED_AT:
        follow(person, path)
        is_dark_too = THOROUGH or path in IN_THE_DARK
        found += clean(person, path, schemes=SCHEMES if is_dark_too else SCHEMES[:1])
        person.shoot(f"page{path.replace('/', '-')}")
        if path == "/games/attrition/cards":
            person.page.get_by_role("link", name="Lawrence of Arabia").click()
            person.page.get_by_role("dialog").wait_for()
            found += clean(person, "a card", DIALOG)
            person.shoot("card")
            person.page.keyboard.press("Escape")
    assert not found, "\n".join(found)


# The page hears that a window has closed only when it is done with the key.
KEYS_WHILE_CLOSING = """() => {
    document.querySelector("dialog[open]").close();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
}"""


def common_dialogs(person: Person) -> list[str]:
    """The violations of the dialogs that are the same for every game."""
    page = person.page
    page.get_by_role("button", name="Dice verification").click()
    page.get_by_role("dialog").wait_for()
    found = [f"proof: {each}" for each in violations(page, DIALOG)]
    page.evaluate(KEYS_WHILE_CLOSING)
    page.get_by_role("dialog", name="Keyboard shortcuts").wait_for()
    expect(page.get_by_role("dialog")).to_have_count(1)
    found += [f"keys: {each}" for each in violations(page, DIALOG)]
    person.shoot("keys")
    page.keyboard.press("Escape")
    return found


@pytest.mark.amount
@pytest.mark.parametrize("game", DAILY)
def test_tables(crowd: Crowd, game: str) -> None:
    """The board, each of the tabs, the lists, the dialogs; of a tab or dialog, what is new."""
    person = crowd.person("Everybody")
    page = person.page
    person.open(given(person, played(game, MOVES[game])))
    settled(page)
    found = clean(person, game)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        person.shoot(f"{game}-table-{scheme}")
    for tab in TABS if THOROUGH else OWN_TABS[game]:
        page.get_by_role("tab", name=tab).click()
        found += [f"{tab}: {each}" for each in violations(page, TAB)]
    if game == GAMES[0]:
        found += common_dialogs(person)
    if THOROUGH:
        page.get_by_role("tab", name="More").click()
        page.get_by_role("button", name="Game introduction").click()
        page.get_by_role("dialog", name="Introduction").wait_for()
        found += [f"introduction: {each}" for each in violations(page, DIALOG)]
        person.shoot(f"{game}-introduction")
        page.get_by_role("button", name="Skip").click()
    page.get_by_role("button", name="Lists").click()
    page.locator(".board-place > .words").wait_for()
    found += clean(person, "lists", ".stage")
    person.shoot(f"{game}-lists")
    assert not found, "\n".join(found)


@pytest.mark.soak
def test_the_dialog_for_a_name(crowd: Crowd) -> None:
    person = crowd.person()
    visit(person, "/")
    person.page.get_by_role("button", name="Play now: Diplomacy").click()
    person.page.get_by_role("dialog").wait_for()
    found = clean(person, "name", DIALOG)
    person.shoot("home-name")
    assert not found, "\n".join(found)
