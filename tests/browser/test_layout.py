"""The page of a table holds still, at every size: the question is answered without scrolling, and
the map stays where it is."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import given, played
from tests.browser.pages import overflow, resize
from tests.browser.people import DAILY, GAMES, Crowd
from tests.browser.play import Player

MOVES = {"attrition": 40, "diplomacy": 10, "turmoil": 40}
SIZES = {
    (1920, 1080): "roomy",
    (1440, 900): "wide",
    (1280, 720): "wide",
    (1024, 768): "wide",
    (768, 1024): "tall",
    (390, 844): "tall",
    (360, 740): "tall",
    (844, 390): "low",
    (932, 430): "low",
}
SMALLEST = 40  # pixels of what a finger must hit
HALF = 0.5  # of a telephone on its side is the map

# Answers and undo buttons that are not fully visible or covered;
# targets too small for a finger; and whether anything else covers the map.
LOOK = """(finger) => {
    const box = (e) => e.getBoundingClientRect();
    const shown = (e) => e.getClientRects().length > 0;
    const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
    const name = (e) => (e.ariaLabel || e.textContent).trim().slice(0, 40);
    const isInSight = (e) => {
        const { left, right, top, bottom } = box(e);
        if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return false;
        return e.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    };
    const answers = all('[data-region=decide] :is(.answer, .foot) button');
    // The mark of a figure is small; what a finger finds of it is not.
    const touched = all('[data-region=decide] button, [role=tab], .above button, .above .home')
        .filter((e) => !e.matches('.figure-mark'));
    const map = box(document.querySelector('.board-place'));
    const isOver = (e) => box(e).right > map.left && box(e).left < map.right &&
        box(e).bottom > map.top && box(e).top < map.bottom;
    return {
        form: document.querySelector('.table').dataset.form,
        answers: answers.length,
        hidden: [...answers, ...all('[role=tab]')].filter((e) => !isInSight(e)).map(name),
        small: touched.filter((e) => box(e).height < finger || box(e).width < finger).map(name),
        over: all('.tools button').filter(isOver).map(name),
        share: (map.width * map.height) / (innerWidth * innerHeight),
    };
}"""


def place(page: Page) -> dict[str, Any]:
    """Where the map is, and what of it is seen."""
    seen: dict[str, Any] = page.evaluate(
        """() => {
            const { x, y, width, height } = document.querySelector('.window')
                .getBoundingClientRect();
            const box = document.querySelector('svg.board').getAttribute('style');
            return { x, y, width, height, box };
        }"""
    )
    return seen


@pytest.mark.amount
@pytest.mark.parametrize("game", DAILY)
def test_the_page_of_a_table_holds_still(crowd: Crowd, game: str) -> None:
    """A question is answered without scrolling at every size; then one decides, and moves parts."""
    person = crowd.person("Everywhere")
    page = person.page
    person.open(given(person, played(game, MOVES[game])))
    before = page.viewport_size
    for (width, height), form in SIZES.items():
        resize(page, {"width": width, "height": height})
        expect(page.locator(".table")).to_have_attribute("data-form", form)
        small = form in ("tall", "low")
        seen = page.evaluate(LOOK, SMALLEST if small else 0)
        where = f"{width}x{height}"
        assert (where, seen["hidden"]) == (where, [])
        assert (where, seen["small"]) == (where, [])
        assert (where, seen["over"]) == (where, [])
        assert not overflow(page), where
        if form == "low" and game != "turmoil":  # where the hand is below the map
            assert seen["share"] >= HALF, where
        person.shoot(f"layout-{game}-{where}")
    assert before is not None
    resize(page, before)
    expect(page.locator(".table")).to_have_attribute("data-form", "wide")
    if game != "diplomacy":  # where all orders are one decision
        the_map_stays_where_it_is(page)
    if game == GAMES[0]:
        what_is_beside_the_board_has_the_room_one_gives_it(page)


def the_map_stays_where_it_is(page: Page) -> None:
    """While one decides, looks at something else beside it, and follows the introduction."""
    page.get_by_role("button", name="Zoom in").click()
    before = place(page)
    Player(page, "still", board=0).decision()
    assert place(page) == before
    for tab in ("Log", "Players", "More"):
        page.get_by_role("tab", name=tab).click()
        assert place(page) == before
    page.get_by_role("button", name="Game introduction").click()
    introduction = page.get_by_role("dialog", name="Introduction")
    while introduction.count():
        introduction.locator("button.primary").click()
    assert place(page) == before


def what_is_beside_the_board_has_the_room_one_gives_it(page: Page) -> None:
    """By the lines between the parts; on the other side too; and it is remembered."""
    beside = page.locator("aside")
    first = beside.bounding_box()
    line = page.get_by_role("separator", name="Side panel width")
    line.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    wider = beside.bounding_box()
    assert first is not None
    assert wider is not None
    assert wider["width"] > first["width"] + 50
    page.get_by_role("button", name="Move panel to other side").click()
    page.reload()
    page.locator(".table").wait_for()
    there = beside.bounding_box()
    assert there is not None
    assert there["x"] < 20
    assert abs(there["width"] - wider["width"]) < 20
    page.evaluate("localStorage.removeItem('entente.settings')")
