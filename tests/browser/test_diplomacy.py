"""A season and a whole year of Diplomacy; what is secret stays so until it is shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import violations
from tests.browser.people import POLL, Crowd, Person

# Three players: England, Germany and Austria; Russia and Italy; France and Turkey.
OPTIONS = {"players": 3, "split": "B"}
# An order of each that no other power can give.
SECRETS = ("F LON - NTH", "A MOS - LVN", "A PAR - PIC")
AHEAD = "F BRE S A PIC"  # which one of them writes for autumn while it is spring
LETTER = "Between us: Venice is yours to lose."
ANSWER = "We shall see about Venice."
OTHERS = ("england", "france", "germany", "italy", "russia", "turkey")
PUBLIC = "A good year to everybody."


def write(person: Person, orders: str) -> None:
    """Type orders; they are drafted at the server."""
    box = person.page.get_by_label("Type an order")
    box.fill(orders)
    box.press("Enter")
    expect(box).to_have_value("")


def hand_in(person: Person) -> None:
    person.page.get_by_role("button", name="Submit orders", exact=True).click()


def letter(person: Person, text: str) -> None:
    person.page.get_by_role("textbox", name="Message to").fill(text)
    person.page.get_by_role("button", name="Send").click()


def gather(crowd: Crowd) -> tuple[Person, Person, Person]:
    """Three people at a table, each on their page."""
    first, second, third = (crowd.person(name) for name in ("Anna", "Boris", "Claire"))
    seats = {"england": "me", "russia": None, "france": None}
    table = first.table("diplomacy", options=OPTIONS, seats=seats)
    first.open(table)
    second.sit(table, "russia")
    third.sit(table, "france")
    for person in (first, second, third):
        person.page.get_by_text("Spring 1901").first.wait_for()
    return first, second, third


def test_a_season_of_two(crowd: Crowd) -> None:
    """Orders are written, and secret until both have submitted; then all see what came of them."""
    anna, boris = people = crowd.person("Anna"), crowd.person("Boris")
    table = anna.table("diplomacy", options={"players": 2}, seats={"austria": "me"})
    anna.open(table)
    boris.sit(table, "england")
    orders = ("A VIE - TYR", "F LON - NTH")
    for person, order in zip(people, orders, strict=True):
        write(person, order)
        person.page.get_by_text("Draft saved").wait_for()
    hand_in(anna)
    anna.page.get_by_text("Orders submitted").wait_for()
    assert orders[0] not in boris.received
    assert orders[1] not in anna.received
    hand_in(boris)
    for person in people:
        person.page.get_by_text("Autumn 1914").first.wait_for()
        person.hears(*orders)
    boris.shoot("diplomacy-revealed")


@pytest.mark.soak
def test_a_whole_year_with_letters(crowd: Crowd) -> None:
    """Orders are secret until all have written, letters reach those to whom they were written;
    movement, retreats, adjustments."""
    anna, boris, claire = people = gather(crowd)
    exchange_letters(anna, boris, claire)
    write(anna, "A VIE - TYR")
    write_in_secret(people)
    for person in people:
        person.page.get_by_text("Autumn 1901").first.wait_for()
        person.hears(*SECRETS)
    find_what_was_written_ahead(claire, (anna, boris))
    boris.shoot("diplomacy-revealed")

    write(anna, "F TRI - VEN; A TYR S F TRI - VEN")
    anna.shoot("diplomacy-autumn")
    for person in people:
        hand_in(person)
    box = boris.page.get_by_label("Type an order")
    expect(box).to_have_attribute("placeholder", "Type retreats: A VIE - GAL; F TRI D")
    boris.shoot("diplomacy-retreats")
    write(boris, "A VEN - TUS")
    prepare_the_winter(boris)
    hand_in(boris)
    write(anna, "BUILD A VIE")
    anna.shoot("diplomacy-winter-build")
    hand_in(anna)
    for person in people:
        person.page.get_by_text("Spring 1902").first.wait_for()
    boris.hears("Italy removes A TUS")

    received = claire.received
    assert PUBLIC in received
    assert LETTER not in received
    assert ANSWER not in received


@pytest.mark.soak
def test_orders_are_seen_in_every_window_of_their_writer(crowd: Crowd) -> None:
    """What is written in one appears in the other, there and back; it is handed in once."""
    anna, boris, _ = gather(crowd)
    other = anna.context.new_page()
    other.goto(anna.page.url)
    here, there = (page.get_by_label("Order for Army Vienna") for page in (anna.page, other))
    there.wait_for()
    write(anna, "A VIE - TYR; F TRI - VEN")
    expect(there).to_have_value("A VIE - TYR")
    there.select_option("A VIE - GAL")
    expect(here).to_have_value("A VIE - GAL")
    expect(anna.page.get_by_label("Order for Fleet Trieste")).to_have_value("F TRI - VEN")
    other.get_by_role("button", name="Clear all").click()
    expect(here).not_to_have_value("A VIE - GAL")
    write(anna, f"A VIE - BOH; {SECRETS[0]}")
    expect(there).to_have_value("A VIE - BOH")
    assert SECRETS[0] not in boris.received
    hand_in(anna)
    other.get_by_role("button", name="Submit orders", exact=True).wait_for(state="hidden")
    anna.page.get_by_role("button", name="Withdraw and edit").click()
    expect(here).to_have_value("A VIE - BOH")
    anna.page.get_by_text("Draft saved").wait_for()
    other.reload()
    expect(there).to_have_value("A VIE - BOH")
    other.close()


@pytest.mark.soak
def test_notes_stay_with_their_seat(crowd: Crowd) -> None:
    """Writing for one of two seats while another is to move keeps that seat."""
    person = crowd.person("Hilde")
    page = person.page
    seats = {"england": "me", "austria": "me"}
    person.open(person.table("diplomacy", seats=seats, options={"players": 2}))
    mine = page.get_by_role("group", name="My seats").get_by_role("button")
    first, second = mine.nth(0), mine.nth(1)
    expect(first).to_have_attribute("aria-pressed", "true")
    hand_in(person)
    expect(second).to_have_attribute("aria-pressed", "true")
    first.click()
    page.get_by_role("tab", name="Notes").click()
    notes, kept = page.locator("#notes"), page.get_by_text("Saved", exact=True)
    notes.press_sequentially("Trust nobody")
    kept.wait_for()
    expect(first).to_have_attribute("aria-pressed", "true")
    notes.press_sequentially(", least of all Turkey")
    second.click()  # before it is kept
    expect(notes).to_have_value("")
    kept.wait_for()
    page.reload()
    page.get_by_role("tab", name="Notes").click()
    for seat, text in ((first, "Trust nobody, least of all Turkey"), (second, "")):
        seat.click()
        expect(notes).to_have_value(text)


def write_ahead(claire: Person) -> None:
    """Before her orders are handed in she writes those of autumn, on the map and in the list, for
    units where they would stand."""
    page = claire.page
    page.get_by_role("button", name="Orders for the next turn").click()
    listed = page.get_by_role("list", name="Advance orders")
    expect(listed.get_by_role("button", name="Give an order to Army Picardy")).to_be_visible()
    for province in ("PIC", "BEL"):
        page.locator(f'.board path.province[data-id="{province}"]').dispatch_event("click")
    expect(listed.get_by_label("Order for Army Picardy")).to_have_value("A PIC - BEL")
    listed.get_by_label("Order for Army Marseilles").select_option("A MAR - SPA")
    listed.get_by_label("Order for Fleet Brest").select_option(AHEAD)
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    assert violations(page) == []
    claire.shoot("diplomacy-ahead")
    page.get_by_role("button", name="Spring 1902").click()
    expect(listed.get_by_role("button", name="Give an order to Army Belgium")).to_be_visible()
    page.get_by_role("button", name="Back to current turn").first.click()


def find_what_was_written_ahead(claire: Person, others: tuple[Person, ...]) -> None:
    """It is in her draft, and she can change it; no one else has heard of it."""
    page = claire.page
    expect(page.get_by_text("All your advance orders are still legal (3 orders)")).to_be_visible()
    orders = page.get_by_role("list", name="Your orders")
    expect(orders.get_by_label("Order for Army Picardy")).to_have_value("A PIC - BEL")
    expect(page.get_by_role("button", name="Submit orders", exact=True)).to_be_visible()
    for person in others:
        assert AHEAD not in person.received
    page.get_by_role("button", name="Clear all").click()


def prepare_the_winter(boris: Person) -> None:
    """While retreating, Boris prepares the removals of winter, when Boris is away."""
    page = boris.page
    page.get_by_role("button", name="Conditional orders").click()
    dialog = page.get_by_role("dialog", name="Conditional orders")
    dialog.get_by_label("Add a removal").select_option("Remove army Rome")
    dialog.get_by_label("Add a removal").select_option("Remove army Tuscany")
    listed = dialog.get_by_role("listitem")
    expect(listed).to_have_count(2)
    listed.first.get_by_role("button").click()
    expect(listed).to_have_text(["Remove army Tuscany ✕"])
    expect(dialog.get_by_role("status")).to_have_text("Saved")
    assert violations(page, "dialog[open]") == []
    boris.shoot("diplomacy-later")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Conditional orders (prepared)")).to_be_visible()


def exchange_letters(anna: Person, boris: Person, claire: Person) -> None:
    """Anna and Boris write to each other, Claire to all."""
    for person in (anna, boris, claire):
        person.page.get_by_role("tab", name="Chat").click()
    anna.page.get_by_role("button", name="+ New").click()
    anna.page.get_by_role("checkbox", name="Russia").check()
    anna.page.get_by_role("button", name="Start conversation").click()
    letter(anna, LETTER)
    boris.page.get_by_role("list", name="Conversations").get_by_role("button").nth(1).click()
    boris.page.get_by_text(LETTER).wait_for()
    letter(boris, ANSWER)
    anna.page.get_by_text(ANSWER).wait_for()
    letter(claire, PUBLIC)
    for person in (anna, boris):
        everybody = person.page.get_by_role("list", name="Conversations").get_by_role("button")
        everybody.first.click()
        person.page.get_by_text(PUBLIC).wait_for()
    boris.shoot("diplomacy-press")


def write_in_secret(people: tuple[Person, ...]) -> None:
    """All submit orders; no one sees another's before the last has submitted."""
    for person, secret in zip(people, SECRETS, strict=True):
        write(person, secret)
        person.page.get_by_text("Draft saved").wait_for()
    people[0].shoot("diplomacy-writing")
    for person in people[:2]:
        hand_in(person)
        person.page.get_by_text("Orders submitted").wait_for()
    people[0].shoot("diplomacy-handed-in")
    for person, own in zip(people, SECRETS, strict=True):
        received = person.received
        assert own in received
        assert not [secret for secret in SECRETS if secret != own and secret in received]
    write_ahead(people[2])
    hand_in(people[2])


def test_a_click_that_leads_nowhere_says_why(crowd: Crowd) -> None:
    """A foreign unit, an empty province, a place out of reach of the unit that was picked; then
    the effect of a click on a foreign unit, and the confirmation of orders."""
    anna = crowd.person("Anna")
    anna.prepare("localStorage.removeItem('entente.settings')")
    anna.open(anna.table("diplomacy", seats={"austria": "me", **dict.fromkeys(OTHERS, "random")}))
    anna.page.get_by_text("Spring 1901").first.wait_for()

    def click(province: str) -> None:
        anna.page.locator(f'.board path.province[data-id="{province}"]').dispatch_event("click")

    click("PAR")
    anna.page.get_by_text("A PAR belongs to France.").wait_for()
    click("GAL")
    anna.page.get_by_text("Begin with the one that is to go there").wait_for()
    click("VIE")
    expect(anna.page.get_by_text("Begin with the one that is to go there")).not_to_be_visible()
    click("MOS")
    anna.page.get_by_text("A VIE cannot reach Moscow").wait_for()
    click("VIE")
    attack_a_foreign_unit(anna.page, click)
    be_asked_before_what_is_regretted(anna.page)


# No menu is over the middle of a province.
UNCOVERED = """(id) => {
    const province = document.querySelector(`.board path.province[data-id="${id}"]`);
    const { x, y, width, height } = province.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return !top?.closest('.sheet');
}"""


def attack_a_foreign_unit(page: Page, click: Callable[[str], None]) -> None:
    """A click on it attacks it; it can be supported instead, by a menu that covers no province
    which is clicked next."""
    click("TRI")
    venice = page.locator('.board path.province[data-id="VEN"]')
    at = venice.bounding_box()
    assert at is not None
    middle = {"clientX": at["x"] + at["width"] / 2, "clientY": at["y"] + at["height"] / 2}
    venice.dispatch_event("click", middle)
    attack = page.locator('.board [data-order="F TRI - VEN"]')
    expect(attack).to_be_visible()
    meanings = page.get_by_role("group", name="Attack entered.")
    meanings.wait_for()
    for beside in ("APU", "TUS", "ROM", "PIE", "TYR", "ADR"):
        page.wait_for_function(UNCOVERED, arg=beside, polling=POLL)
    meanings.get_by_role("button", name="Support").click()
    click("VEN")
    expect(page.locator('.board [data-order="F TRI S A VEN"]')).to_be_visible()
    expect(attack).to_have_count(0)
    click("TRI")
    click("VEN")
    meanings.get_by_role("button", name="Keep it").click()
    expect(meanings).to_have_count(0)
    expect(attack).to_be_visible()


def be_asked_before_what_is_regretted(page: Page) -> None:
    """Orders that do not fit together, and units without an order; unless one does not want it."""
    box = page.get_by_label("Type an order")
    box.fill("A VIE S F TRI")
    box.press("Enter")
    expect(box).to_have_value("")
    hand_in = page.get_by_role("button", name="Submit orders", exact=True)
    hand_in.click()
    asked = page.get_by_role("alertdialog", name="Are you sure?")
    expect(asked.locator("[data-caution] p")).to_have_text(
        [
            "A VIE supports F TRI in place, but F TRI moves away.",
            "Without an order, A BUD holds.",
        ]
    )
    asked.get_by_role("button", name="Cancel").click()
    expect(hand_in).to_be_visible()
    page.get_by_role("tab", name="More").click()
    page.get_by_label("Ask for confirmation").select_option("only when it cannot be undone")
    hand_in.click()
    page.get_by_text("Summer 1901").or_(page.get_by_text("Autumn 1901")).first.wait_for()
