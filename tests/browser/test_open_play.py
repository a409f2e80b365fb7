"""Open play in the page, with the common client: three powers act when they like."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import FAILED
from tests.browser.pages import overflow, settled
from tests.browser.people import Crowd, Person
from tests.browser.test_phone import PHONE
from tests.server.running import Server

Powers = tuple[Person, Person, Person]


@pytest.fixture
def powers(
    chromium: Browser,
    foreign_server: Server,
    rested_strangers: list[Person],
    request: pytest.FixtureRequest,
) -> Iterator[Powers]:
    """Austria, Britain and, on a phone, France, in a game that has started."""
    with Crowd(chromium, foreign_server, rested_strangers) as people:
        austria, britain = people.person("Anna"), people.person("Ben")
        france = people.person("Fleur", **PHONE)
        table = austria.table("concert", seats={"austria": "me"})
        austria.open(table)
        britain.sit(table, "britain")
        france.sit(table, "france")
        yield austria, britain, france
        if request.node.stash.get(FAILED, False):
            people.shoot(request.node.name)


def decide(person: Person) -> Locator:
    return person.page.locator("[data-region=decide]")


def question(person: Person, prompt: str) -> Locator:
    """Return the button that selects one of several decisions."""
    return (
        decide(person)
        .get_by_role("group", name="Your pending choices")
        .get_by_role("button")
        .filter(has_text=prompt)
    )


def act(person: Person, label: str) -> None:
    """Choose what is listed, and see that it was taken."""
    before = person.version
    decide(person).get_by_role("button", name=re.compile(f"{label}$", re.IGNORECASE)).click()
    expect(person.page.locator(".table")).not_to_have_attribute("data-version", str(before))
    expect(decide(person).get_by_role("alert")).to_have_count(0)


def confirm(person: Person) -> None:
    """Hand in what was filled in, and see that it was taken."""
    before = person.version
    decide(person).get_by_role("button", name="Confirm").click()
    expect(person.page.locator(".table")).not_to_have_attribute("data-version", str(before))
    expect(decide(person).get_by_role("alert")).to_have_count(0)


def about_the_game(person: Person) -> list[str]:
    """The frames that a page has received, except presence."""
    return [frame for frame in person.heard if '"type":"presence"' not in frame]


def fill_in_an_offer(person: Person, to: str) -> None:
    """An offer with one clause, as the form asks for it."""
    form = decide(person)
    form.get_by_label("Choose one", exact=True).select_option(label="offer")
    form.get_by_label("to", exact=True).select_option(label=to)
    form.get_by_label("Item 1: Choose one").select_option(label="cede")
    form.locator("select").last.select_option(label="Tunis")


@pytest.mark.soak
def test_three_powers_act_when_they_like(powers: Powers) -> None:
    """A round of the game, with all that goes on in it."""
    two_buy_at_once_and_no_one_is_late(powers)
    an_optional_seat_is_not_urged(powers)
    an_offer_is_made_by_form_and_signed(powers)
    a_plan_is_made_in_private_and_sealed(powers)


def two_buy_at_once_and_no_one_is_late(powers: Powers) -> None:
    """The market is open to all: what one does makes nothing of the others' pages stale."""
    austria, britain, france = powers
    for person in powers:
        expect(decide(person).locator(".prompt")).to_contain_text("Do you buy?")
        expect(question(person, "A treaty, or war?")).to_contain_text("optional")
        expect(question(person, "Do you buy?")).to_contain_text("required")
    settled(austria.page)
    austria.shoot("open-market")
    france.shoot("open-market-phone")
    assert not overflow(france.page)
    version = austria.version
    ready, buy = (
        decide(person).get_by_role("button", name=name)
        for person, name in ((austria, "Ready"), (britain, "Buy Egypt"))
    )
    ready.click()
    buy.click()
    for person in powers:
        person.sees_version(version + 2)
        expect(decide(person).get_by_role("alert")).to_have_count(0)
        expect(decide(person).get_by_role("button", name="Buy Egypt")).to_have_count(0)
        expect(decide(person)).to_have_class(re.compile(r"\bmine\b"))


def an_optional_seat_is_not_urged(powers: Powers) -> None:
    austria, britain, _ = powers
    act(austria, "Ready")
    expect(decide(austria)).to_contain_text("You can act now. Waiting for Britain and France.")
    expect(decide(austria)).not_to_have_class(re.compile(r"\bmine\b"))
    expect(decide(britain)).to_have_class(re.compile(r"\bmine\b"))
    expect(austria.page).not_to_have_title(re.compile("Your turn"))
    expect(britain.page).to_have_title(re.compile("Your turn"))
    settled(austria.page)
    austria.shoot("open-may")
    austria.page.get_by_label("Language", exact=True).select_option("fr")
    expect(decide(austria)).to_contain_text("Vous pouvez agir maintenant.")
    expect(austria.page.get_by_role("group", name="Vos choix en attente")).to_contain_text(
        "facultatif"
    )
    austria.page.get_by_label("Langue").select_option("en")
    expect(decide(austria)).to_contain_text("You can act now.")


def an_offer_is_made_by_form_and_signed(powers: Powers) -> None:
    austria, britain, france = powers
    austria.page.keyboard.press("q")
    expect(decide(austria).locator(".prompt")).to_contain_text("A treaty, or war?")
    fill_in_an_offer(austria, "France")
    # Neither another's move nor another question takes away what is filled in.
    act(britain, "Ready")
    austria.sees_version(britain.version)
    question(austria, "Do you buy?").click()
    question(austria, "A treaty, or war?").click()
    expect(decide(austria).get_by_label("to", exact=True)).to_have_value("france")
    settled(austria.page)
    austria.shoot("open-offer")
    confirm(austria)
    expect(decide(austria).get_by_label("Choose one", exact=True)).to_have_value("-1")
    # The game waits for France at its desk now, which looked at the market.
    expect(question(france, "A treaty, or war?")).to_contain_text("required")
    question(france, "A treaty, or war?").tap()
    france.shoot("open-sign-phone")
    assert not overflow(france.page)
    sign = decide(france).get_by_label("Choose one", exact=True)
    sign.select_option(label="Sign t1")
    confirm(france)
    for person in powers:
        person.sees_version(france.version)
    austria.page.get_by_role("tab", name="Log").click()
    expect(austria.page.get_by_role("log")).to_contain_text("France signs.")


def a_plan_is_made_in_private_and_sealed(powers: Powers) -> None:
    austria, britain, france = powers
    question(france, "Do you buy?").tap()
    act(france, "Ready")  # as the others are
    question(austria, "How do you vote?").click()  # who looks at the desk stays there
    for person in powers:
        act(person, "Vote aye")
    for person in powers:  # all have heard of the last vote
        expect(decide(person).locator(".prompt")).to_contain_text("Where do you march?")
        settled(person.page)
    expect(decide(austria)).to_contain_text("Only you can see your plan.")
    seen, heard = britain.version, about_the_game(britain)
    for place in ("Crete", "Tunis"):
        act(austria, f"March to {place}")
    plan = austria.page.locator(".stage dl div:has-text('plan') dd")
    expect(plan).to_contain_text("march tunis")
    settled(austria.page)
    austria.shoot("open-plan")
    decide(austria).get_by_role("button", name="Undo").click()
    expect(plan).not_to_contain_text("march tunis")
    decide(austria).get_by_role("button", name="March to Tunis").wait_for()
    assert britain.version == seen
    assert about_the_game(britain) == heard, "a private plan has leaked"
    for person in powers:
        act(person, "Seal the plan")
    austria.page.get_by_role("tab", name="Log").click()
    expect(austria.page.get_by_role("log")).to_contain_text("Austria takes Crete.")
    expect(decide(france).locator(".prompt")).to_contain_text("Do you buy?")
