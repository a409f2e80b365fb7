"""A study is written, by one person or two together; a reader reads it and takes it along."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.pages import overflow, violations
from tests.browser.people import Crowd, Person

PHONE = {"viewport": {"width": 390, "height": 844}}
MARK, TOOL = ".marks line", "Draw on the board"


def author(crowd: Crowd, name: str) -> Person:
    """A person with an account: only they write in studies of others."""
    person = crowd.person(name)
    body = {"name": name, "password": "correct horse battery", "email": None, "language": "en"}
    assert "csrf" in person.call("POST", "/register", body)
    return person


def moves(person: Person) -> Locator:
    return person.page.locator("[data-moves] li .move")


def at(person: Person, node: int) -> None:
    expect(person.page.locator(".study")).to_have_attribute("data-node", str(node))


def centre(person: Person, place: str) -> tuple[float, float]:
    box = person.page.locator(f'svg.board g[data-id="{place}"]').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def begin(anna: Person) -> str:
    """A new study, that all who know its link can read."""
    anna.go("/studies")
    anna.page.get_by_text("New study").click()
    anna.page.get_by_role("textbox", name="Title").fill("Mobilisation")
    anna.page.get_by_label("Visibility").select_option("unlisted")
    new = anna.page.locator("details.new")
    new.get_by_role("combobox", name="Game", exact=True).select_option("attrition")
    anna.page.get_by_role("button", name="Create study").click()
    anna.page.locator(".study svg.board").wait_for()
    return anna.page.url.split("/studies/")[1].split("/")[0]


def comment(person: Person) -> None:
    person.page.get_by_label("Your comment").fill("Too early.")
    person.page.get_by_role("button", name="Save").click()


def test_a_study_is_written_and_read(crowd: Crowd) -> None:
    """A move and a comment; a reader changes neither."""
    anna, eve = author(crowd, "Alone Study"), crowd.person("Eve")
    study = begin(anna)
    anna.page.locator('[data-region="decide"] [data-key="1"]').click()
    expect(moves(anna)).to_have_count(1)
    comment(anna)
    expect(anna.page.locator("[data-moves]").get_by_text("Too early.")).to_be_visible()
    anna.shoot("study-alone")
    assert violations(anna.page) == []
    eve.go(f"/studies/{study}")
    eve.page.get_by_text("Too early.").wait_for()
    expect(moves(eve)).to_have_count(1)
    assert eve.page.get_by_label("Your comment").count() == 0


@pytest.mark.soak
def test_two_people_write_a_study_in_two_browsers(crowd: Crowd) -> None:
    anna, bert = author(crowd, "Anna Study"), author(crowd, "Bert Study")
    study = begin(anna)
    anna.page.get_by_role("button", name="Share").click()
    anna.page.get_by_role("button", name="Create invitation link").click()
    withdraw = anna.page.get_by_role("button", name="Revoke link")
    withdraw.wait_for()
    link = anna.page.get_by_role("textbox", name="Link", exact=True).first
    invitation = link.input_value()
    anna.page.keyboard.press("Escape")

    bert.page.goto(invitation)
    bert.page.get_by_role("button", name="Join study").click()
    bert.page.locator(".study svg.board").wait_for()
    expect(anna.page.get_by_text("Anna Study and Bert Study")).to_be_visible()

    # a move of one, a variation of the other
    anna.page.locator('[data-region="decide"] [data-key="1"]').click()
    expect(moves(bert)).to_have_count(1)
    bert.page.get_by_role("button", name="End mobilisation").click()
    expect(moves(anna)).to_have_count(2)
    at(bert, 2)
    at(anna, 1)
    assert anna.page.locator("[data-depth='1']").count() == 1

    # a comment
    comment(bert)
    expect(anna.page.get_by_text("Too early.")).to_be_visible()
    anna.page.keyboard.press("ArrowDown")
    at(anna, 2)

    # an arrow
    anna.page.get_by_role("button", name=TOOL).click()
    mouse = anna.page.mouse
    mouse.move(*centre(anna, "berlin"))
    mouse.down()
    mouse.move(*centre(anna, "vienna"), steps=4)
    mouse.up()
    expect(anna.page.locator(MARK)).to_have_count(1)
    expect(bert.page.locator(MARK)).to_have_count(1)
    anna.shoot("study")
    assert violations(anna.page) == []

    # a reader of the link reads, and takes the study along
    eve = crowd.person("Eve", **PHONE)
    eve.go(f"/studies/{study}")
    eve.page.get_by_text("Too early.").wait_for()
    moves(eve).nth(1).click()
    expect(eve.page.locator(MARK)).to_have_count(1)
    assert eve.page.get_by_label("Your comment").count() == 0
    assert eve.page.get_by_role("button", name=TOOL).count() == 0
    assert overflow(eve.page) == []
    assert violations(eve.page) == []
    eve.shoot("study-phone")
    eve.page.get_by_role("button", name="Share").click()
    with eve.page.expect_download() as saved:
        eve.page.get_by_role("link", name="Export study").click()
    assert "Too early." in saved.value.path().read_text()

    # what someone deletes is gone for all, with a notice, and comes back
    anna.page.get_by_text("More", exact=True).click()
    anna.page.get_by_role("button", name="Delete from here").click()
    expect(moves(bert)).to_have_count(1)
    at(bert, 0)
    expect(bert.page.get_by_text("Another author has just deleted this line")).to_be_visible()
    anna.page.get_by_role("button", name="Undo my last change").click()
    expect(moves(bert)).to_have_count(2)
