"""A letter that is being written stays in its conversation, and is lost by nothing but sending."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from entente.kernel.typography import typeset
from tests.amount import THOROUGH
from tests.browser.pages import follow, overflow, resize, violations
from tests.browser.people import Crowd, Person
from tests.browser.test_phone import PHONE

SECRET = "Between us: Trieste will be empty in the autumn."
TAB = "[role=tablist], [role=tabpanel]"
PUBLIC = "A good year to everybody."
POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")

# Nothing covers the middle of an element.
ON_TOP = """(element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def at_table(person: Person, *own: str) -> str:
    """A table of Diplomacy where a person plays these powers, and computers the others."""
    seats = {power: "me" if power in own else "random" for power in POWERS}
    return person.table("diplomacy", seats=seats)


def read_press(page: Page) -> None:
    page.get_by_role("tab", name="Chat").click()


def box(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Message to")


def talk(page: Page, who: str) -> None:
    """Open a conversation."""
    talks = page.get_by_role("list", name="Conversations")
    talks.get_by_role("button", name=who).click()


def begin(page: Page, *powers: str) -> None:
    """Begin a conversation with some powers."""
    page.get_by_role("button", name="+ New").click()
    for power in powers:
        page.get_by_role("checkbox", name=power).check()
    page.get_by_role("button", name="Start conversation").click()


def kept(page: Page) -> None:
    """Wait until the server has what is written."""
    expect(page.locator(".write")).to_have_attribute("data-kept", "true")


def to_italy(person: Person) -> str:
    """France has begun a letter to Italy; the table."""
    table = at_table(person, "france")
    person.open(table)
    read_press(person.page)
    begin(person.page, "Italy")
    box(person.page).fill(SECRET)
    return table


# -- one conversation and another


@pytest.mark.soak
def test_a_letter_stays_where_it_was_written_until_it_is_sent(crowd: Crowd) -> None:
    person = crowd.person("Fanny")
    page = person.page
    table = to_italy(person)

    # It stands in its own conversation only.
    page.get_by_role("button", name="Send to Italy").wait_for()
    talk(page, "Everyone")
    expect(box(page)).to_have_value("")
    page.get_by_role("button", name="Send to everyone").wait_for()
    person.shoot("letters-everybody")
    box(page).fill(PUBLIC)
    talk(page, "Italy")
    expect(box(page)).to_have_value(SECRET)
    person.shoot("letters-italy")
    begin(page, "Germany", "Russia")
    expect(box(page)).to_have_value("")
    page.get_by_role("button", name="Send to Germany and Russia").wait_for()
    talk(page, "Everyone")
    expect(box(page)).to_have_value(PUBLIC)
    box(page).fill("")
    talk(page, "Italy")

    # It outlasts other tabs, a reload and other pages.
    page.get_by_role("tab", name="Log").click()
    expect(box(page)).to_have_count(0)
    read_press(page)
    expect(box(page)).to_have_value(SECRET)
    box(page).press("End")
    box(page).type(" Burn this.")
    page.reload()  # at once, before anything can have been kept
    read_press(page)
    expect(box(page)).to_have_value("")  # to all
    box(page).fill(PUBLIC)
    talk(page, "Italy")
    expect(box(page)).to_have_value(SECRET + " Burn this.")
    kept(page)
    page.get_by_role("link", name="Tables").click()
    page.get_by_role("heading", name="Tables").wait_for()
    follow(person, f"/tables/{table}")
    read_press(page)
    talk(page, "Italy")
    expect(box(page)).to_have_value(SECRET + " Burn this.")

    # Once sent it is gone from the box, and no other letter with it.
    page.get_by_role("button", name="Send to Italy").click()
    letters = page.get_by_role("log", name="Italy")
    letters.get_by_text(SECRET).wait_for()
    expect(box(page)).to_have_value("")
    talk(page, "Everyone")
    expect(page.get_by_role("log", name="Everyone").get_by_text(SECRET)).to_have_count(0)
    expect(box(page)).to_have_value(PUBLIC)
    page.reload()
    read_press(page)
    expect(box(page)).to_have_value(PUBLIC)
    talk(page, "Italy")
    letters.get_by_text(SECRET).wait_for()
    expect(box(page)).to_have_value("")


def test_a_player_of_several_powers_sees_the_power_they_write_for(crowd: Crowd) -> None:
    """A seat with a decision does not take the other's letter over."""
    person = crowd.person("Berta")
    page = person.page
    person.open(at_table(person, "france", "turkey"))
    read_press(page)
    box(page).fill("Signed, France")
    page.get_by_role("group", name="My seats").get_by_role("button", name="Turkey").click()
    expect(box(page)).to_have_value("Signed, France")
    writer = page.get_by_role("combobox", name="Write as")
    expect(writer).to_have_value("france")
    writer.select_option("turkey")
    expect(box(page)).to_have_value("")
    writer.select_option("france")
    page.get_by_role("button", name="Send to everyone").click()
    expect(page.locator(".letters article", has_text="Signed, France")).to_contain_text("France")


# -- in two windows


@pytest.mark.soak
def test_two_windows_of_one_writer_lose_nothing(crowd: Crowd) -> None:
    person = crowd.person("Fanny")
    page = person.page
    table = to_italy(person)
    kept(page)
    other = person.context.new_page()
    other.goto(f"{person.server.address}/tables/{table}")
    read_press(other)
    talk(other, "Italy")
    expect(box(other)).to_have_value(SECRET)

    box(other).fill("Written in the other window.")
    kept(other)
    box(page).fill("Written here.")
    choice = page.get_by_text("Draft in another window:")
    choice.wait_for()
    page.get_by_text("Written in the other window.").wait_for()
    expect(box(page)).to_have_value("Written here.")
    assert not violations(page, TAB)
    person.shoot("letters-two-windows")
    page.reload()
    read_press(page)
    talk(page, "Italy")
    choice.wait_for()
    page.get_by_role("button", name="Use the other version").click()
    expect(box(page)).to_have_value("Written in the other window.")
    expect(choice).to_have_count(0)

    box(page).fill("Agreed here.")
    kept(page)
    box(other).fill("And there.")
    other.get_by_role("button", name="Keep this version").click()
    kept(other)
    other.get_by_role("button", name="Send to Italy").click()
    for window in (other, page):
        window.get_by_role("log").get_by_text("And there.").wait_for()
    expect(box(other)).to_have_value("")
    expect(box(page)).to_have_value("")

    # A window with an old letter shows the newer one and sends nothing.
    for window in (other, page):
        begin(window, "Turkey")
    box(page).fill(SECRET)
    kept(page)
    other.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(box(other)).to_have_value(SECRET)
    box(other).fill("Trieste will not be empty.")
    kept(other)
    page.get_by_role("button", name="Send to Turkey").click()
    page.get_by_text("Draft in another window:").wait_for()
    expect(page.locator("blockquote")).to_have_text("Trieste will not be empty.")
    expect(box(page)).to_have_value(SECRET)
    expect(page.locator(".letters article")).to_have_count(0)
    person.shoot("letters-old-window")
    page.get_by_role("button", name="Use the other version").click()
    expect(box(page)).to_have_value("Trieste will not be empty.")

    box(other).fill("Trieste will be full.")
    kept(other)
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(box(page)).to_have_value("Trieste will be full.")
    page.get_by_role("button", name="Send to Turkey").click()
    expect(page.locator(".letters article")).to_have_text(re.compile("Trieste will be full."))
    expect(box(page)).to_have_value("")
    person.errors[:] = [line for line in person.errors if "409" not in line]  # what was refused


# -- whose it is


@pytest.mark.amount
def test_no_one_else_at_this_browser_or_table_sees_a_letter(crowd: Crowd) -> None:
    """On a shared computer too: after signing out nothing of it is left. In the long test also no
    one at the table, where the server's tests look every day."""
    fanny, boris = crowd.person("Fanny"), crowd.person("Boris")
    page = fanny.page
    seats = {"france": "me", "russia": None, "england": "random"}
    table = fanny.table("diplomacy", options={"players": 3, "split": "B"}, seats=seats)
    boris.call("POST", f"/tables/{table}/join", {"seat": "russia"})
    fanny.open(table)
    read_press(page)
    box(page).fill(SECRET)
    kept(page)
    box(page).fill(SECRET + " Once more.")
    if THOROUGH:
        boris.open(table)
        read_press(boris.page)
        expect(box(boris.page)).to_have_value("")
        assert SECRET not in boris.received

    page.get_by_role("link", name="Fanny").click()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("heading", name="Log in").wait_for()
    fanny.sign_in("Somebody else")
    fanny.open(table)
    read_press(page)
    page.get_by_text("Spectators can read public messages").wait_for()
    assert SECRET not in fanny.received


@pytest.mark.soak
@pytest.mark.parametrize("height", [300, 430])
def test_above_the_keyboard_of_a_telephone_a_letter_can_be_sent(crowd: Crowd, height: int) -> None:
    """Nothing covers the button, and the tabs are there again when the keyboard is gone."""
    person = crowd.person("Fanny", **PHONE)
    page = person.page
    person.open(at_table(person, "france"))
    page.get_by_role("tab", name="Chat").tap()
    box(page).tap()
    resize(page, {"width": 390, "height": height})  # as the keyboard leaves it
    box(page).fill("A good year to everybody.")
    send = page.get_by_role("button", name="Send to everyone")
    person.shoot(f"letters-keyboard-{height}")
    expect(send).to_be_in_viewport(ratio=1)
    assert send.evaluate(ON_TOP)
    send.tap()
    page.get_by_role("log").get_by_text("A good year to everybody.").wait_for()
    resize(page, {"width": 390, "height": 844})
    expect(page.get_by_role("tab", name="Chat")).to_be_visible()
    expect(page.locator(".board-place")).to_be_visible()


@pytest.mark.soak
def test_letters_are_written_on_a_telephone_in_french(crowd: Crowd) -> None:
    person = crowd.person("Fanny", locale="fr-FR", color_scheme="dark", **PHONE)
    page = person.page
    table = at_table(person, "france")
    person.open(table)
    page.get_by_role("tab", name="Messages").tap()
    page.get_by_role("button", name="Nouvelle conversation").tap()
    page.get_by_role("checkbox", name="Italie").check()
    page.get_by_role("checkbox", name="Allemagne").check()
    page.get_by_role("button", name="Commencer la conversation").tap()
    letter = page.get_by_role("textbox", name="Écrire à")
    letter.fill("Entre nous.")
    page.get_by_role("button", name=typeset("Envoyer à : Allemagne et Italie")).wait_for()
    person.shoot("letters-phone")
    assert not overflow(page)
    assert not violations(page, TAB)
    page.get_by_role("list", name="Conversations").get_by_role("button", name="Tous").tap()
    expect(letter).to_have_value("")
    page.get_by_role("button", name="Envoyer à tous").scroll_into_view_if_needed()
    person.shoot("letters-phone-everybody")
