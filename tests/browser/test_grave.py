"""Irreversible actions need a confirmation."""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.amount import THOROUGH
from tests.browser.games import until_asked
from tests.browser.pages import follow, overflow, violations, visit
from tests.browser.people import Crowd, Person
from tests.browser.play import Player
from tests.browser.test_phone import PHONE
from tests.server.running import hear

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
DIALOG = "[role=alertdialog]"
SURRENDER = "button.choice[data-action=surrender]"
# The browser says that a dialog was closed only after keys that were already pressed.
LEFT_AND_ASKED_AGAIN = f"""key => {{
    document.querySelector('{DIALOG}').close();
    window.dispatchEvent(new KeyboardEvent('keydown', {{ key }}));
}}"""


def surrender_choice(person: Person) -> Locator:
    """The Entente decides for the first time whether Russia surrenders; return that choice.

    The page answers with no, until the player asks for the question on the mat.
    """
    table = person.table("attrition", seats={"central": "greedy", "entente": "me"})
    until_asked(person, table)
    with person.live(table) as socket:
        version = hear(socket, "state")["version"]
    follow(person, f"/tables/{table}")
    person.sees_version(version + 1)
    page = person.page
    offer, choice = page.locator("[data-russia] button"), page.locator(SURRENDER)
    expect(choice).to_have_count(0)
    on_phone = page.locator("#tab-decide").count() > 0
    if on_phone:
        page.locator("#tab-panel").click()
    offer.click()
    if on_phone:
        page.locator("#tab-decide").click()
    choice.wait_for()
    return choice


def sure(page: Page) -> Locator:
    return page.get_by_role("alertdialog")


@pytest.mark.amount
def test_a_surrender_needs_a_confirmation(crowd: Crowd) -> None:
    """Each time at another table, since it is irreversible."""
    person = crowd.person("Raymond")
    visit(person, "/about")
    choice = surrender_choice(person)
    by_mouse(person, choice)
    by_keyboard(person, choice)
    if THOROUGH:
        by_a_player_who_confirms_every_action(person)


def by_mouse(person: Person, choice: Locator) -> None:
    """The player changes their mind."""
    page = person.page
    expect(page.locator("button.choice").first).to_have_text("1 Keep Russia fighting")
    before = person.version

    choice.click()
    dialog = sure(page)
    expect(dialog).to_have_accessible_name("Surrender Russia?")
    expect(dialog).to_contain_text("All Russian tiles will be destroyed")
    expect(dialog).to_contain_text("This cannot be undone.")
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        seen = violations(page, DIALOG, colours_only=scheme != SCHEMES[0])
        assert not seen
        person.shoot(f"grave-surrender-{scheme}")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    assert person.version == before


def by_keyboard(person: Person, choice: Locator) -> None:
    """The number of the choice and Enter do not surrender: the way back has the focus first."""
    page = person.page
    before = person.version
    number = choice.get_attribute("data-key")
    assert number is not None
    choice.focus()
    for leave in ("Enter", "Escape"):
        page.keyboard.press(number)
        expect(sure(page).get_by_role("button", name="Cancel")).to_be_focused()
        page.keyboard.press("u")  # keys that play are left alone meanwhile
        page.keyboard.press(leave)
        expect(sure(page)).to_have_count(0)
        expect(choice).to_be_focused()
        assert person.version == before
    page.keyboard.press(number)
    expect(sure(page).get_by_role("button", name="Cancel")).to_be_focused()
    page.evaluate(LEFT_AND_ASKED_AGAIN, number)
    expect(sure(page).get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Tab")
    expect(sure(page).get_by_role("button", name="Accept Russia's surrender")).to_be_focused()
    page.keyboard.press("Enter")
    person.sees_version(before + 1)


def by_a_player_who_confirms_every_action(person: Person) -> None:
    """There is only one confirmation, by the mouse too."""
    page = person.page
    choice = surrender_choice(person)
    before = person.version
    page.get_by_role("tab", name="More").click()
    page.get_by_label("Confirm every action").check()
    choice.click()
    sure(page).get_by_role("button", name="Accept Russia's surrender").click()
    expect(sure(page)).to_have_count(0)
    person.sees_version(before + 1)
    page.get_by_role("tab", name="Log").click()
    page.get_by_text("Russia surrenders.").first.wait_for()


@pytest.mark.soak
def test_on_a_telephone_in_french(crowd: Crowd) -> None:
    person = crowd.person("Raymond", locale="fr-FR", **PHONE)
    page = person.page
    visit(person, "/about")
    before_choice = surrender_choice(person)
    before = person.version
    before_choice.tap()
    dialog = sure(page)
    expect(dialog).to_contain_text("Toutes les tuiles russes sont détruites")
    expect(dialog).to_contain_text("Ce choix est définitif.")
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        person.shoot(f"grave-phone-{scheme}")
        assert not violations(page, DIALOG, colours_only=scheme != SCHEMES[0])
    assert not overflow(page)
    dialog.get_by_role("button", name="Annuler").tap()
    expect(dialog).to_have_count(0)
    assert person.version == before


@pytest.mark.soak
def test_giving_up_in_diplomacy(crowd: Crowd) -> None:
    """Orders that are drafted stay where one thinks better of it."""
    person = crowd.person("Théophile")
    page = person.page
    powers = ("austria", "england", "germany", "italy", "russia", "turkey")
    seats: dict[str, Any] = {"france": "me", **dict.fromkeys(powers, "random")}
    table = person.table("diplomacy", seats=seats, options={"end_year": 1902})
    person.open(table)
    person.sees_version(7)  # the six computers have decided
    box = page.get_by_label("Type an order")
    box.fill("A PAR - PIC")
    box.press("Enter")
    expect(box).to_have_value("")
    page.get_by_text("Draw or concede").click()
    page.get_by_role("button", name="Concede…").click()
    dialog = sure(page)
    expect(dialog).to_have_accessible_name("Concede the game?")
    expect(dialog).to_contain_text("From now on your units will only hold")
    expect(dialog).to_contain_text("Once everyone has answered, this cannot be undone.")
    person.shoot("grave-diplomacy")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.get_by_text("Draft saved").wait_for()
    person.open(table)
    page.get_by_text("Spring 1901").first.wait_for()
    expect(page.locator("[data-region=decide] select").last).to_have_value("A PAR - PIC")

    page.get_by_text("Draw or concede").click()
    page.get_by_role("button", name="Submit no orders…").click()
    expect(dialog).to_have_accessible_name("Submit no orders this season?")
    dialog.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Concede…").click()
    before = person.version
    dialog.get_by_role("button", name="Concede").click()
    expect(page.locator(".table")).not_to_have_attribute("data-version", str(before))
    Player(page, "grave").offer()


# -- a confirmation for one seat acts for no other


def answer_elsewhere(person: Person, table: str, seat: str) -> None:
    """The same person answers on another device, while the dialog stands in this window."""
    with person.live(table) as socket:
        state = hear(socket, "state")
        asked = state["seats"][seat]["prompts"][0]
        parts = list(asked["slots"].values()) or [asked["choices"]]
        action = "; ".join(choices[0]["action"] for choices in parts)
        frame = {"type": "act", "seat": seat, "version": state["version"], "action": action}
        socket.send(json.dumps(frame))
        hear(socket, "done")


def at_both_seats(crowd: Crowd) -> tuple[Person, str]:
    """A person who plays both sides looks at the players of the table."""
    person = crowd.person("Clemens")
    table = person.table("turmoil", seats={"authoritarian": "me", "liberal": "me"})
    person.open(table)
    person.page.get_by_role("tab", name="Players").click()
    return person, table


@pytest.mark.soak
def test_conceding_is_for_the_seat_that_was_asked_about(crowd: Crowd) -> None:
    """Meanwhile the page has gone on to another seat of the same player."""
    person, table = at_both_seats(crowd)
    page = person.page
    looking = page.get_by_role("button", name="Switch to this seat")
    expect(looking.first).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Concede").click()
    expect(sure(page)).to_contain_text("Authoritarian")
    answer_elsewhere(person, table, "authoritarian")
    expect(looking.last).to_have_attribute("aria-pressed", "true")
    expect(sure(page)).to_contain_text("Authoritarian")
    with page.expect_request("**/concede") as asked:
        sure(page).get_by_role("button", name="Concede").click()
    assert asked.value.post_data_json == {"seat": "authoritarian"}
    expect(sure(page)).to_have_count(0)


@pytest.mark.soak
def test_a_confirmation_ends_with_its_game(crowd: Crowd) -> None:
    person, table = at_both_seats(crowd)
    page = person.page
    page.get_by_role("button", name="Concede").click()
    sure(page).wait_for()
    person.call("POST", f"/tables/{table}/concede", {"seat": "liberal"})
    expect(sure(page)).to_have_count(0)


@pytest.mark.soak
def test_handing_in_nothing_is_for_the_season_that_was_asked_about(crowd: Crowd) -> None:
    """Meanwhile the page asks for the orders of another seat, and then for those of another
    season."""
    person = crowd.person("Clemens")
    page = person.page
    seats = {"england": "me", "austria": "me"}
    table = person.table("diplomacy", seats=seats, options={"players": 2})
    person.open(table)
    page.get_by_text("Draw or concede").click()
    page.get_by_role("button", name="Submit no orders…").click()
    sure(page).wait_for()
    before = person.version
    answer_elsewhere(person, table, "england")
    person.sees_version(before + 1)
    expect(sure(page)).to_have_count(0)
    page.get_by_role("button", name="Submit no orders…").click()
    sure(page).wait_for()
    answer_elsewhere(person, table, "austria")
    person.sees_version(before + 2)
    expect(sure(page)).to_have_count(0)
