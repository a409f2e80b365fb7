"""The page of a table holds still, at every size: the question is answered without scrolling, and
the map stays where it is."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.amount import THOROUGH
from tests.browser import map_letters
from tests.browser.games import given, played
from tests.browser.pages import DRAWN, overflow, resize
from tests.browser.people import DAILY, GAMES, Crowd
from tests.browser.play import Player

MOVES = {"attrition": 40, "diplomacy": 10, "turmoil": 40, "pax": 60}
LAPTOPS = ((1280, 720), (1366, 768), (1440, 900))
PHONE = (390, 844)
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
DAILY_SIZES = ((1280, 720), (360, 740), (844, 390))
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
        if not THOROUGH and (width, height) not in DAILY_SIZES:
            continue
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
    if game == GAMES[0] and THOROUGH:
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


# What is at the corners of the map's window, if it is not the map.
BANDS = """() => {
    const { left, right, top, bottom } = document.querySelector('.window').getBoundingClientRect();
    const corners = [[left + 2, top + 2], [right - 3, top + 2], [left + 2, bottom - 3],
        [right - 3, bottom - 3]];
    return corners.flatMap(([x, y]) => document.elementsFromPoint(x, y)
        .find((e) => e.closest('svg.board')) ? [] : [`${x}, ${y}`]);
}"""
# A quick stroke of a finger over the map, to the left.
SWIPE = """() => {
    const map = document.querySelector('.window');
    const { left, top, width, height } = map.getBoundingClientRect();
    const at = (x) => ({ pointerId: 7, pointerType: 'touch', isPrimary: true, bubbles: true,
        clientX: left + width * x, clientY: top + height / 2 });
    map.setPointerCapture = () => undefined;
    map.dispatchEvent(new PointerEvent('pointerdown', at(0.8)));
    map.dispatchEvent(new PointerEvent('pointermove', at(0.5)));
    map.dispatchEvent(new PointerEvent('pointerup', at(0.2)));
}"""


# Spaces whose figure is not on their card.
ASTRAY = """() => [...document.querySelectorAll('svg.board .space')].filter((space) => {
    const figure = space.querySelector('.stability').getBoundingClientRect();
    const card = space.querySelector('.card').getBoundingClientRect();
    const [x, y] = [(figure.left + figure.right) / 2, (figure.top + figure.bottom) / 2];
    return x < card.left || x > card.right || y < card.top || y > card.bottom;
}).map((space) => space.dataset.id)"""


@pytest.mark.soak
def test_maps_can_be_read_and_fill_their_window(crowd: Crowd) -> None:
    """The letters of all maps: their size, their contrast in both themes, and no unit over them; on
    laptops, where the question has the column, and on a phone."""
    person = crowd.person("Reader")
    page = person.page
    for game, moves in MOVES.items():
        person.open(given(person, played(game, moves)))
        for width, height in (*LAPTOPS, PHONE):
            resize(page, {"width": width, "height": height})
            can_be_read(page, f"{game} {width}x{height}", labels=0 if game == "turmoil" else 20)
            assert page.evaluate(BANDS) == [], (game, width)
            if (width, height) == LAPTOPS[0]:
                page.emulate_media(color_scheme="dark")
                can_be_read(page, f"{game}, dark", labels=20)
                page.emulate_media(color_scheme="light")
                the_question_has_the_column(page)
        if game == "turmoil":
            a_phone_shows_part_by_part(page)
        else:
            page.locator(".window").press("+")
            page.evaluate(DRAWN)
            can_be_read(page, f"{game}, nearer", labels=5)
        if game == GAMES[0]:
            only_the_board_and_the_log_are_printed(page)


def can_be_read(page: Page, where: str, labels: int) -> None:
    seen = map_letters.look(page)
    wrong = {each: seen[each] for each in ("small", "pale", "covered") if seen[each]}
    assert (where, wrong) == (where, {})
    assert seen["labels"] >= labels, where


def the_question_has_the_column(page: Page) -> None:
    """Until a tab is opened; it folds again; the map stays where it is."""
    before = place(page)
    share = "() => document.querySelector('.deciding').offsetHeight / innerHeight"
    assert page.evaluate(share) > 0.7
    expect(page.locator("#tabpanel")).to_have_count(0)
    tab = page.get_by_role("tab", name="Table")
    tab.click()
    page.locator("#tabpanel").wait_for()
    assert page.evaluate(share) < 0.5
    tab.click()
    expect(page.locator("#tabpanel")).to_have_count(0)
    assert place(page) == before


def a_phone_shows_part_by_part(page: Page) -> None:
    """By a button, by a tap on the whole map, and by a stroke."""
    parts = page.get_by_role("group", name="Parts of the map")
    france = parts.get_by_role("button", name="France")
    france.click()
    expect(france).to_have_attribute("aria-pressed", "true")
    page.evaluate(DRAWN)
    can_be_read(page, "France", labels=12)
    assert page.evaluate(ASTRAY) == []
    page.evaluate(SWIPE)
    expect(parts.get_by_role("button", name="Mediterranean")).to_have_attribute(
        "aria-pressed", "true"
    )
    parts.get_by_role("button", name="Europe").click()
    page.evaluate(DRAWN)
    page.locator('svg.board .space[data-id="moscow"]').click(force=True)
    expect(parts.get_by_role("button", name="Russia")).to_have_attribute("aria-pressed", "true")
    page.evaluate(DRAWN)
    can_be_read(page, "Russia", labels=14)


def only_the_board_and_the_log_are_printed(page: Page) -> None:
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("svg.board")).to_be_visible()
    expect(page.locator(".printed p").first).to_be_visible()
    for other in ("#app > header", ".above", ".bottom", ".tools"):
        expect(page.locator(other).first).to_be_hidden()
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".printed")).to_have_count(0)
    page.emulate_media(media="screen")
