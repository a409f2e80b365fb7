"""The past of a game: a record is opened, looked through, and tried out from a move on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.games import played
from tests.browser.late import Late
from tests.browser.pages import resize, violations
from tests.browser.people import USUAL, Crowd, Person
from tests.browser.play import Player
from tests.browser.test_letters import at_table

# A person who has seen nothing of a table yet, and lets each scene stay until it is seen.
REVIEWED = """(table) => {
    localStorage['entente.settings'] = '{"pace": 999, "nets": "grave"}';
    localStorage['entente.seen'] = JSON.stringify({[table]: 0});
}"""

# Buttons of the decision that something covers.
COVERED = """() => [...document.querySelectorAll('[data-region=decide] .answer button, [role=tab]')]
    .filter((button) => {
        const box = button.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return top?.closest('[data-region=review]');
    }).length"""


@pytest.mark.soak
def test_a_record_is_looked_through_and_forked(crowd: Crowd, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(played("attrition"))
    person = crowd.person("Historian")
    page = person.page
    person.go("/tables")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("heading", name="The game is over").wait_for()

    slider = page.get_by_role("slider", name="Move")
    past = page.locator(".banner.past")
    slider.fill("12")
    expect(past).to_contain_text("You are viewing move 12")
    person.shoot("timeline-past")
    resize(page, {"width": 390, "height": 844})
    # All of the map is seen.
    expect(page.locator(".board-place").get_by_role("button")).to_have_count(0)
    expect(past).to_be_in_viewport(ratio=1)
    expect(slider).to_be_in_viewport(ratio=1)
    resize(page, USUAL["viewport"])
    page.keyboard.press("Escape")
    expect(past).to_have_count(0)

    slider.fill("3")
    expect(past).to_contain_text("move 3 of")
    page.get_by_role("button", name="Next move").click()
    expect(past).to_contain_text("move 4 of")
    page.get_by_label("Moves per second").select_option("2")
    page.get_by_role("button", name="Play through the game").click()
    expect(past).not_to_contain_text("move 4 of")
    page.get_by_role("button", name="Stop").click()
    assert int(slider.input_value()) > 4
    page.get_by_role("button", name="Back to current position").click()
    expect(past).to_have_count(0)

    slider.fill("20")
    expect(past).to_contain_text("move 20 of")
    page.get_by_role("tab", name="More").click()
    page.get_by_role("button", name="Analyse from move 20").click()
    table = page.locator(".table[data-status=playing]")
    expect(table).to_have_attribute("data-moves", "20")
    Player(page, "sandbox").decision()
    expect(table).to_have_attribute("data-moves", "21")
    page.get_by_role("tab", name="More").click()
    person.shoot("timeline-sandbox")
    expect(page.get_by_role("tabpanel")).to_contain_text("This is an analysis board")


def test_a_broken_record_is_refused(crowd: Crowd, tmp_path: Path) -> None:
    """The page says what is wrong with it, and still says it after reading the tables again."""
    record = played("attrition", moves=10).decode().splitlines(keepends=True)
    file = tmp_path / "broken.jsonl"
    file.write_text("".join(record[:4] + record[5:]), encoding="utf-8")
    person = crowd.person("Forger")
    tables = Late(person.page, re.compile(r"/api/lobby"))
    person.go("/tables")
    person.page.locator("input[type=file]").set_input_files(file)
    refused = person.page.get_by_role("alert").filter(has_text="cannot be imported")
    refused.wait_for()
    tables.arrives()
    expect(refused).to_have_count(1)
    person.shoot("timeline-refused")
    assert any("422" in line for line in person.errors)
    person.errors.clear()  # the browser notes every refusal


def submit(person: Person, season: str) -> None:
    """Submit the orders of a season, once they are due."""
    asked = person.page.locator("[data-region=decide].mine")
    expect(asked).to_contain_text(season)
    asked.get_by_role("button", name="Submit orders", exact=True).click()


@pytest.mark.soak
def test_the_computers_moves_are_replayed(crowd: Crowd) -> None:
    """Scene by scene beside the decision, until they are seen or the player answers; and again
    on request, from the timeline or the log."""
    person = crowd.person("Watcher")
    page = person.page
    table = at_table(person, "france")
    person.open(table)
    for season in ("Spring 1901", "Autumn 1901"):
        submit(person, season)
    expect(page.locator("[data-region=decide].mine")).not_to_contain_text("1901:")
    person.go("/icon.svg")  # the page of the table would note again what it shows
    page.evaluate(REVIEWED, table)
    person.open(table)

    review = page.locator("[data-region=review]")
    page.get_by_role("dialog", name="Since you last acted").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Replay the other players’ moves").click()
    expect(review).to_contain_text("Spring 1901")
    expect(page.locator("[data-replayed]")).to_contain_text("The board shows an earlier position")
    review.get_by_role("button", name="Pause").click()
    note = page.locator("[data-region=decide] [role=status]", has_text="question is about")
    expect(note).to_contain_text("The board shows Spring 1901; the question is about")
    assert not violations(page, "[data-region=review], [data-region=decide]")
    board, bar = page.locator(".board-place").bounding_box(), review.bounding_box()
    assert board is not None
    assert bar is not None
    assert bar["y"] >= board["y"] + board["height"]  # nothing of the board is under it
    spring = review.get_attribute("data-scene") or ""
    person.shoot("review-wide")
    for width, height in ((390, 844), (844, 390)):
        resize(page, {"width": width, "height": height})
        assert not page.evaluate(COVERED)
        person.shoot(f"review-{width}")
    resize(page, USUAL["viewport"])
    review.get_by_role("button", name="Next scene").click()
    expect(review).to_contain_text("Autumn 1901")
    note.get_by_role("button", name="Skip to now").click()
    expect(review).to_have_count(0)
    expect(note).to_have_count(0)

    page.get_by_role("button", name="Replay the other players’ moves").click()
    expect(review).to_have_attribute("data-scene", spring)
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Log").click()
    mark = page.locator(".log .fresh")
    expect(mark).to_contain_text("New since your last visit")
    mark.get_by_role("button").click()
    expect(review).to_have_attribute("data-scene", spring)
    late = Late(page, re.compile(r"/timeline\?"))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    late.wait()
    submit(person, "1902")  # the answer counts, and what comes of it is shown next
    expect(review).to_contain_text("1902")
    late.arrives()  # the game as it was before
    expect(review).to_contain_text("1902")
    page.locator(".window").click(position={"x": 9, "y": 9})
    expect(review).to_have_count(0)

    page.get_by_role("button", name="Replay the other players’ moves").click()
    review.get_by_label("Seconds per scene").select_option("0.6")
    review.get_by_role("button", name="Pause").click()
    review.get_by_role("button", name="Resume").click()
    expect(review).to_have_count(0)  # it comes to its end by itself
