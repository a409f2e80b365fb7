"""Joining: a new table by a preset, a game at once, and the contents of an invitation."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from entente.kernel.typography import typeset
from tests.browser.pages import follow, overflow, violations, visit
from tests.browser.people import Crowd, Json, Person

NEW = "/tables/new?game=attrition"
PHONE = {"width": 390, "height": 844}


def preset(page: Page, name: str) -> Locator:
    return page.locator("label", has=page.get_by_role("radio", name=name))


def made(person: Person) -> Json:
    """Open the table that is filled in, as the server has it."""
    person.page.get_by_role("button", name="Create table").click()
    person.page.locator(".table").wait_for()
    answer: Json = person.call("GET", "/tables/" + person.page.url.rpartition("/")[2])
    return answer


@pytest.mark.soak
def test_a_preset_fills_in_what_it_says_and_is_remembered(crowd: Crowd) -> None:
    """The line of the card, the fields under it, and the table that is made say the same."""
    person = crowd.person("Host")
    page = person.page
    visit(person, NEW)
    card = preset(page, "Tournament")
    for words in ("60 minutes", "30 seconds", "public chat only", "names hidden", "no spectators"):
        expect(card).to_contain_text(words)
    card.click()
    fold = page.locator("summary", has_text="All settings")
    expect(fold).to_contain_text("Default settings for this table type.")
    expect(page.get_by_label("Minutes per player")).to_be_hidden()
    fold.click()
    assert not violations(page)
    expect(page.get_by_label("Minutes per player")).to_have_value("60")
    expect(page.get_by_label("Your side")).to_have_value("by lot")
    page.get_by_label("Allow spectators").check()
    page.get_by_label("Tanks").check()
    expect(fold).to_contain_text("Changed: Tanks: yes · spectators allowed")
    page.get_by_label("Bid for sides").select_option(label="Central Powers +2 tiles")
    expect(fold).to_contain_text("Changed: Tanks: yes · Bid for sides: Central Powers +2 tiles · ")
    expect(page.get_by_role("link", name="house rule H1")).to_be_visible()
    page.get_by_label("Your side").select_option(label="Entente")
    expect(fold).to_contain_text("spectators allowed · sides as chosen")
    table = made(person)
    assert not table["random_seats"]
    assert table["time_control"] == {"kind": "live", "minutes": 60, "increment": 30}
    assert (table["chat"], table["on_timeout"]) == ("public", "forfeit")
    assert table["anonymous"]
    assert table["spectators"]
    assert table["options"]["tanks"] is True
    assert table["options"]["bid"] == "central_2"
    assert table["seats"]["entente"]["me"]
    assert table["seats"]["central"]["open"]

    follow(person, NEW)
    expect(page.get_by_role("radio", name="Tournament")).to_be_checked()
    preset(page, "Beginners").click()
    expect(preset(page, "Beginners")).to_contain_text("computers (Easy) in the other seats")
    expect(page.get_by_role("radio", name="⚙ Easy")).to_be_checked()
    page.get_by_role("radio", name="⚙ Hard").check()
    page.get_by_label("Your side").select_option(label="Random side")
    table = made(person)
    assert table["random_seats"]
    assert table["time_control"] == {"kind": "free"}
    assert table["private"]
    assert table["seats"]["entente"]["computer"] == "hard"
    assert table["status"] == "playing"


def test_a_refused_value_is_reported_beside_its_field(crowd: Crowd) -> None:
    """The bounds are the server's; a field that is folded away comes into sight."""
    person = crowd.person("Host")
    page = person.page
    visit(person, NEW)
    preset(page, "Correspondence").click()
    fold = page.locator("summary", has_text="All settings")
    fold.click()
    hours = page.get_by_label("Hours per move")
    most = person.call("GET", "/tables/limits")["hours"]["most"]
    hours.fill(str(most + 1))
    fold.click()
    expect(hours).to_be_hidden()
    page.get_by_role("button", name="Create table").click()
    expect(hours).to_be_focused()
    expect(hours).to_have_attribute("aria-invalid", "true")
    beside = page.locator(".field", has=page.locator("#new-hours")).get_by_role("alert")
    expect(beside).to_contain_text(f"from 1 to {most}")
    assert not violations(page)
    hours.fill(str(most))
    name = page.get_by_label("Table name")
    name.fill("Nobody\N{RIGHT-TO-LEFT OVERRIDE}")  # only the server knows what cannot be printed
    page.get_by_role("button", name="Create table").click()
    expect(name).to_be_focused()
    titled = page.locator(".field", has=page.locator("#new-title"))
    titled.get_by_role("alert").wait_for()
    expect(beside).to_have_count(0)
    name.fill("Somebody")
    assert made(person)["time_control"]["hours"] == most
    person.errors.clear()  # the browser notes every refusal


@pytest.mark.soak
def test_play_now_on_the_side_and_at_the_strength_that_were_chosen(crowd: Crowd) -> None:
    person = crowd.person("Somebody")
    page = person.page
    visit(person, "/")
    card = page.locator("article.sheet", has=page.locator("a[href='/games/attrition']").first)
    expect(card).to_contain_text("You play as Central Powers against ⚙ Normal.")
    expect(card.get_by_label("Your side")).to_be_hidden()
    card.get_by_role("button", name="Change side or level").click()
    assert not violations(page)
    card.get_by_label("Your side").select_option(label="Entente")
    strength = card.get_by_role("group", name="Computer level")
    expect(strength.get_by_role("radio", name="⚙ Normal")).to_be_checked()
    strength.get_by_role("radio", name="⚙ Easy").check()
    expect(card).to_contain_text("You play as Entente against ⚙ Easy.")
    expect(strength).to_contain_text("a sensible beginner")
    strength.get_by_text("more computer players").click()
    strength.get_by_role("radio", name="⚙ Random").check()
    expect(card).to_contain_text("You play as Entente against ⚙ Random.")

    visit(person, "/games/attrition")
    page.get_by_text("You play as Entente against ⚙ Random.").wait_for()
    page.get_by_role("button", name="Play now").click()
    page.locator(".table[data-status=playing]").wait_for()
    table = person.call("GET", "/tables/" + page.url.rpartition("/")[2])
    assert table["seats"]["entente"]["me"]
    assert table["seats"]["central"]["computer"] == "random"


INVITED = {
    "en-GB": (
        ("Attrition", "Non-standard rules", "Event cards: yes"),
        ("Tie at the end: the Entente wins", "(default: a draw)"),
        ("Pace", "24 hours per move, not counting Sunday"),
        ("Chat", "public chat only", "names shown"),
    ),
    "fr-FR": (
        ("Attrition", "Règles modifiées", typeset("Cartes événement : oui")),
        (typeset("Égalité finale : l'Entente gagne"), typeset("(par défaut : partie nulle)")),
        ("Cadence", "24 heures par coup, sans compter dimanche"),
        ("Messages", "messages publics seulement", "noms visibles"),
    ),
}


@pytest.mark.parametrize("locale", ["fr-FR", pytest.param("en-GB", marks=pytest.mark.soak)])
def test_an_invitation_shows_what_differs(crowd: Crowd, locale: str) -> None:
    """The host, the game, its unusual rules, the time control, the chat, in that order; before
    joining an open table, and before taking a seat that is given away."""
    host = crowd.person("Host")
    table = host.table(
        "attrition",
        seats={"central": "me"},
        options={"events": True, "tie": "entente"},
        time_control={"kind": "correspondence", "hours": 24, "days_off": [6]},
        chat="public",
    )
    wanted = [words for line in INVITED[locale] for words in line]
    guest = crowd.person("Invited", locale=locale, viewport=PHONE)
    page = guest.page
    guest.open(table)
    decide = page.locator("[data-region=decide]")
    page.locator("dt").filter(has_text=wanted[1]).wait_for()
    in_order(decide, ["Host", *wanted])
    assert not violations(page, "[data-region=decide]")
    assert not overflow(page)
    guest.shoot(f"invited-{locale}")

    offered = host.call("POST", f"/tables/{table}/offer", {"seat": "central"})
    visit(guest, f"/take/{table}/{offered['token']}")
    page.locator("dt").filter(has_text=wanted[1]).wait_for()
    in_order(page.locator("main"), ["Host", *wanted])
    assert not violations(page)
    assert not overflow(page)
    guest.shoot(f"offered-{locale}")


def test_an_offer_at_an_unknown_table_has_no_seat_to_take(crowd: Crowd) -> None:
    guest = crowd.person("Invited")
    visit(guest, "/take/nowhere/token")
    guest.page.get_by_role("alert").wait_for()
    assert not guest.page.get_by_role("button", name="Take seat").count()
    guest.go("/tables/nowhere")
    guest.page.get_by_role("alert").wait_for()
    assert guest.page.title() == "Table – Entente"
    guest.errors.clear()  # the browser reports the answer 404


def in_order(where: Locator, parts: list[str]) -> None:
    """Each of the parts is in the text, after those before it; capitals do not matter."""
    wanted = re.compile(".*".join(map(re.escape, parts)), re.IGNORECASE | re.DOTALL)
    expect(where).to_contain_text(wanted, use_inner_text=True)
