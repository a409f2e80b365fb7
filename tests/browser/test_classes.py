"""A class with its students and a real table with a projector, as their pages show them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import overflow, violations
from tests.browser.people import KNOWS, Crowd, Json, Person

PHONE: Json = {"viewport": {"width": 390, "height": 844}}


def join(student: Person, code: str, name: str) -> None:
    student.context.add_init_script(KNOWS)
    student.is_like_new = False
    student.go(f"/class/{code}")
    student.page.get_by_role("textbox", name="Your name").fill(name)
    student.page.get_by_role("button", name="Join").click()
    student.page.get_by_role("link", name="My board").click()
    student.page.locator(".table").wait_for()


def type_orders(page: Page, orders: str) -> None:
    """Write orders for the power that is shown; they are kept as a draft."""
    page.get_by_placeholder("Type orders").fill(orders)
    with page.expect_response(lambda answer: answer.url.endswith("/draft")):
        page.get_by_role("button", name="Add", exact=True).click()


def open_class(teacher: Person, name: str) -> str:
    """A person with an account opens a class, at which all play France; its code."""
    teacher.call("POST", "/register", {"name": name, "password": "correct horse"})
    teacher.go("/classes")
    page = teacher.page
    page.get_by_label("Class name").fill("History 10b")
    page.get_by_label("Game").select_option("diplomacy")
    page.get_by_label("Each student plays").select_option("france")
    page.get_by_role("button", name="Create a class").click()
    return page.locator("[data-code]").inner_text()


def test_a_student_joins_a_class_and_is_seen(crowd: Crowd) -> None:
    """The teacher sees the orders as they are written, and stops the boards."""
    teacher, ada = crowd.person("Professor"), crowd.person()
    code = open_class(teacher, "Professor Violet")
    join(ada, code, "Ada")
    type_orders(ada.page, "A PAR - BUR; F BRE - MAO; A MAR H")
    copy = teacher.page.locator("[data-copy]")
    expect(copy).to_contain_text("F BRE - MAO; A MAR H; A PAR - BUR")
    assert violations(teacher.page) == []
    teacher.page.get_by_role("button", name="Freeze all boards").click()
    expect(ada.page.get_by_text("The teacher has frozen the boards.")).to_be_visible()


def test_a_student_types_the_code_and_reads_the_comment_at_the_board(crowd: Crowd) -> None:
    """The code is typed on the home page or that of classes, as it was dictated."""
    teacher, ada = crowd.person("Professor Scarlet"), crowd.person(**PHONE)
    code = open_class(teacher, "Professor Scarlet")
    ada.prepare(KNOWS)
    for path in ("/", "/classes"):
        ada.go(path)
        ada.page.get_by_label("Class code").fill(f"{code[:4].lower()} {code[4:].lower()}")
        ada.shoot(f"class-code{path.replace('/', '-')}")
        assert not overflow(ada.page)
        ada.page.get_by_role("button", name="Join", exact=True).click()
        ada.page.get_by_role("textbox", name="Your name").wait_for()
    join(ada, code, "Ada")
    school = teacher.page.url.rpartition("/")[2]
    teacher.call("POST", f"/classes/{school}/comments", {"text": "Hm."})
    comment = ada.page.locator(".table [data-comment]")
    expect(comment).to_contain_text("Hm.")
    ada.shoot("class-comment-phone")
    comment.get_by_role("button", name="Close").click()
    expect(comment).to_have_count(0)


@pytest.mark.soak
def test_a_class_from_joining_to_comparing(crowd: Crowd) -> None:
    teacher, ada, ben = crowd.person("Professor"), crowd.person(), crowd.person(**PHONE)
    page, code = teacher.page, open_class(teacher, "Professor Plum")
    join(ada, code, "Ada")
    join(ben, code, "Ben")
    type_orders(ada.page, "A PAR - BUR; F BRE - MAO; A MAR H")
    copies = page.locator("[data-copy]")
    expect(copies).to_have_count(2)
    expect(copies.first).to_contain_text("F BRE - MAO; A MAR H; A PAR - BUR")
    expect(copies.last).to_contain_text("Nothing entered yet")
    expect(copies.locator("svg.board")).to_have_count(2)
    assert violations(page) == []
    teacher.shoot("class-teacher")

    page.get_by_role("button", name="Freeze all boards").click()
    expect(ben.page.get_by_text("The teacher has frozen the boards.")).to_be_visible()
    ben.shoot("class-frozen-phone")
    copies.first.get_by_role("button", name="Show to everyone").click()
    page.get_by_label("Comment", exact=True).fill("Compare Burgundy.")
    page.get_by_role("button", name="Send comment").click()
    ben.page.get_by_role("link", name="Back to the class").click()
    expect(ben.page.get_by_text("Compare Burgundy.")).to_be_visible()
    expect(ben.page.locator("[data-spotlight] svg.board")).to_be_visible()
    assert violations(ben.page) == []
    assert overflow(ben.page) == []
    assert "F BRE - MAO; A MAR H" not in ben.received  # Ben's own menu names single orders
    ben.shoot("class-student-phone")


@pytest.mark.soak
def test_a_real_table_with_a_referee_and_a_projector(crowd: Crowd) -> None:
    anna, room = crowd.person("Anna"), crowd.person()
    anna.go("/tables/new?game=diplomacy")
    anna.page.get_by_label("Face to face").check()
    anna.page.get_by_role("button", name="Create table").click()
    referee = anna.page.locator("[data-region=referee]")
    referee.wait_for()
    table = anna.page.url.rpartition("/")[2].partition("?")[0]
    room.go(f"/tables/{table}/projector")
    referee.get_by_role("button", name="Start clock").click()
    expect(room.page.locator("[data-timer=running]")).to_be_visible()
    type_orders(anna.page, "A VIE - GAL; F TRI H; A BUD - SER")
    expect(room.page.get_by_text("Waiting for Austria-Hungary")).to_be_visible()
    assert "VIE - GAL" not in room.received
    assert violations(room.page) == []
    referee.get_by_role("button", name="Adjudicate").click()
    expect(room.page.get_by_role("heading", name="Autumn 1901")).to_be_visible()
    room.shoot("projector")
    anna.go(f"/tables/{table}/sheets")
    expect(anna.page.get_by_role("heading", name="Austria-Hungary")).to_be_visible()
    expect(anna.page.get_by_text("A GAL", exact=True)).to_be_visible()
    assert violations(anna.page) == []
