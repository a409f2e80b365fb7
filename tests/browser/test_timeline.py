"""The past of a game: a record is opened, looked through, and tried out from a move on."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.games import played
from tests.browser.people import Crowd
from tests.browser.play import Player


def test_a_record_is_looked_through_and_forked(crowd: Crowd, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(played("attrition"))
    person = crowd.person("Historian")
    page = person.page
    person.go("/tables")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("heading", name="The game is over").wait_for()

    slider = page.get_by_role("slider", name="Move of the game")
    past = page.locator(".banner.past")
    slider.fill("12")
    expect(past).to_contain_text("You are looking at move 12")
    person.shoot("timeline-past")
    page.keyboard.press("Escape")
    expect(past).to_have_count(0)

    slider.fill("3")
    expect(past).to_contain_text("move 3 of")
    page.get_by_role("button", name="One move forward").click()
    expect(past).to_contain_text("move 4 of")
    page.get_by_label("Moves a second").select_option("2")
    page.get_by_role("button", name="Show the game move by move").click()
    expect(past).not_to_contain_text("move 4 of")
    page.get_by_role("button", name="Stop").click()
    assert int(slider.input_value()) > 4
    page.get_by_role("button", name="Back to the present").click()
    expect(past).to_have_count(0)

    slider.fill("20")
    expect(past).to_contain_text("move 20 of")
    page.get_by_role("tab", name="More").click()
    page.get_by_role("button", name="Try out from move 20").click()
    table = page.locator(".table[data-status=playing]")
    expect(table).to_have_attribute("data-moves", "20")
    Player(page, "sandbox").decision()
    expect(table).to_have_attribute("data-moves", "21")
    page.get_by_role("tab", name="More").click()
    person.shoot("timeline-sandbox")
    expect(page.get_by_role("tabpanel")).to_contain_text("This is a sandbox")


def test_a_broken_record_is_refused(crowd: Crowd, tmp_path: Path) -> None:
    """The page says what is wrong with it."""
    record = played("attrition", moves=10).decode().splitlines(keepends=True)
    file = tmp_path / "broken.jsonl"
    file.write_text("".join(record[:4] + record[5:]), encoding="utf-8")
    person = crowd.person("Forger")
    person.go("/tables")
    person.page.locator("input[type=file]").set_input_files(file)
    person.page.get_by_role("alert").wait_for()
    person.shoot("timeline-refused")
    assert any("422" in line for line in person.errors)
    person.errors.clear()  # the browser notes every refusal
