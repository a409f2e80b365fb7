"""Third-party games, played to their end in the page with the common client alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.amount import THOROUGH
from tests.browser.conftest import FAILED
from tests.browser.games import moved
from tests.browser.pages import follow, overflow, settled, visit
from tests.browser.people import Crowd, Person
from tests.browser.play import Player
from tests.browser.test_phone import PHONE
from tests.server.running import Server

ORDERS = 4  # that each side gives in the race
MOST_CLICKS = 200
RESERVES, KNOWN = "dl div:has-text('Your divisions in all') dd", re.compile(r"^\s*[3-8]\s*$")
LAST_LINE = {"conference": "Round 2 begins.", "orders": "They stand:"}


@pytest.fixture
def strangers(
    chromium: Browser,
    foreign_server: Server,
    rested_strangers: list[Person],
    request: pytest.FixtureRequest,
) -> Iterator[Crowd]:
    """People at that server."""
    with Crowd(chromium, foreign_server, rested_strangers) as people:
        yield people
        if request.node.stash.get(FAILED, False):
            people.shoot(request.node.name)


def play_to_the_end(person: Person, *, touch: bool) -> Player:
    """Click on what is offered, until the game is over; the computer plays the other seats."""
    player = Player(person.page, "common", board=0.7, touch=touch)
    for _ in range(MOST_CLICKS):
        if not player.step():
            return player
    raise AssertionError("the game does not end")


def test_the_race_begins(crowd: Crowd) -> None:
    """By a click on the game's own board; one's own reserves; in French."""
    franz, marie = crowd.person("Franz"), crowd.person("Marie")
    table = franz.table("race", seats={"germany": "me"})
    marie.call("POST", f"/tables/{table}/join", {"seat": "allies"})
    franz.open(table)
    page = franz.page
    expect(page.locator(RESERVES)).to_have_text(KNOWN)
    march = page.locator(".race-map [data-action='march 1']")
    march.click()
    expect(march).to_have_count(0)
    assert moved(marie, table)
    Player(page, "race").decision()
    page.get_by_label("Language", exact=True).select_option("fr")
    position = page.get_by_role("table")
    position.get_by_role("columnheader", name="Étapes vers le nord").wait_for()
    franz.shoot("common-race-begun")


@pytest.mark.soak
def test_two_people_race_to_the_sea(crowd: Crowd) -> None:
    """What one of them knows is in their own page alone."""
    franz, marie = crowd.person("Franz"), crowd.person("Marie")
    table = franz.table("race", seats={"germany": "me"})
    franz.open(table)
    marie.sit(table, "allies")
    page = franz.page
    watcher = crowd.person("Watcher")
    watcher.open(table)
    for person in (franz, marie):
        expect(person.page.locator(RESERVES)).to_have_text(KNOWN)
    expect(watcher.page.locator(RESERVES)).to_have_text("–")
    watcher.page.close()
    position = page.get_by_role("table")
    position.get_by_role("columnheader", name="Stages north").wait_for()
    settled(page)
    franz.shoot("common-race")
    march = page.locator(".race-map [data-action='march 1']")
    march.click()  # on the game's own board
    expect(march).to_have_count(0)
    expect(marie.page.locator(".race-map [data-action='halt']")).to_be_visible()
    sides = [Player(each.page, "race") for each in (franz, marie)]
    for side in [sides[1], *sides * (ORDERS - 1)]:
        assert side.decision()
    page.get_by_text("The sea is reached.").first.wait_for()
    for seat, stages in stages_north(franz, table).items():
        row = position.get_by_role("row", name=re.compile(seat, re.IGNORECASE))
        expect(row.get_by_role("cell").last).to_have_text(str(stages))
    settled(page)
    franz.shoot("common-race-over")
    page.locator("[data-digest]").click()  # by seat: the game does not sum anything up
    digest = page.get_by_role("dialog", name="Since you last acted")
    digest.locator("[data-actor=allies] .lines li").first.wait_for()
    assert digest.locator("[data-part]").count() == 0
    digest.get_by_role("button", name="Continue").click()
    page.get_by_label("Language", exact=True).select_option("fr")
    position.get_by_role("columnheader", name="Étapes vers le nord").wait_for()
    page.get_by_text("La mer est atteinte.").first.wait_for()
    franz.shoot("common-race-french")


def stages_north(person: Person, table: str) -> dict[str, int]:
    """How far both are in the end, as the server has it."""
    last = person.call("GET", f"/tables/{table}/positions/8?seat=germany")
    north: dict[str, int] = last["seats"]["germany"]["view"]["north"]
    return north


@pytest.mark.soak
def test_every_kind_of_question_is_answered_against_a_computer(strangers: Crowd) -> None:
    """Choices, amounts, picks and forms; sealed slots; a picture in plain text, a drawn board."""
    anna = strangers.person("Anna")
    page = anna.page
    visit(anna, "/about")
    for game in ("conference", "orders"):
        player = played_against_the_computer(anna, game)
        assert player.clicks["confirm"]
        page.get_by_role("tab", name="Log").click()
        expect(page.get_by_role("log")).to_contain_text(LAST_LINE[game])
    played_against_the_computer(anna, "garden", shown="THE WHOLE GARDEN")
    page.get_by_text("Everything is planted.").first.wait_for()
    assert played_against_the_computer(anna, "park").clicks["board"]


def played_against_the_computer(
    person: Person, game: str, *, shown: str = "", touch: bool = False, begun: bool = False
) -> Player:
    """Who plays the first seat of a game to its end, or its beginning, with the computer on the
    others."""
    info = next(each for each in person.call("GET", "/games") if each["id"] == game)
    mine, *others = info["seats"]
    table = person.table(game, seats={mine: "me", **dict.fromkeys(others, "random")})
    follow(person, f"/tables/{table}")
    person.page.locator(".table").wait_for()
    if shown:
        expect(person.page.get_by_label("Position in plain text")).to_contain_text(shown)
    where = "common-phone" if touch else "common"
    person.shoot(f"{where}-{game}")
    assert not overflow(person.page)
    if begun:
        player = Player(person.page, "common", board=0.7, touch=touch)
        assert player.decision()
    else:
        player = play_to_the_end(person, touch=touch)
    assert not overflow(person.page)
    person.shoot(f"{where}-{game}-over")
    return player


@pytest.mark.soak
def test_on_a_telephone(strangers: Crowd) -> None:
    """Every day one game to its end, and of the others the first decision."""
    anna = strangers.person("Anna", **PHONE)
    visit(anna, "/about")
    for game in ("race", "conference", "garden"):
        played_against_the_computer(anna, game, touch=True, begun=not THOROUGH)
    assert played_against_the_computer(anna, "park", touch=True).clicks["board"]


@pytest.mark.soak
def test_the_pages_about_a_game_without_board_cards_or_data(strangers: Crowd) -> None:
    anna = strangers.person("Anna")
    page = anna.page
    anna.go("/")
    page.get_by_role("heading", name="The Race to the Sea").wait_for()
    settled(page)
    anna.shoot("common-home")
    for path in ("", "/rules", "/cards", "/data"):
        anna.go(f"/games/race{path}")
        page.locator("h1").first.wait_for()
        expect(page.locator(".problem")).to_have_count(0)
        assert not overflow(page)
