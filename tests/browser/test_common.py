"""Games of somebody else's, played to their end in the page with the common client alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import toy_games
from tests.browser.pages import overflow, settled
from tests.browser.people import Crowd, Person
from tests.browser.play import Player
from tests.browser.test_phone import PHONE
from tests.server.running import Server

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def foreign_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which the package with the games is installed."""
    folder = tmp_path_factory.mktemp("installed")
    toy_games.install(folder)
    path = [str(folder), str(ROOT), os.environ.get("PYTHONPATH", "")]
    home = tmp_path_factory.mktemp("server")
    with Server(home, PYTHONPATH=os.pathsep.join(filter(None, path))) as server:
        yield server


@pytest.fixture
def strangers(chromium: Browser, foreign_server: Server) -> Iterator[Crowd]:
    """People at that server."""
    with Crowd(chromium, foreign_server) as people:
        yield people


def play_to_the_end(people: list[Person], most: int = 200, touch: bool = False) -> list[Player]:
    """Whoever is asked clicks on something, until the game is over on everybody's page."""
    players = [Player(each.page, str(n), board=0.7, touch=touch) for n, each in enumerate(people)]
    for _ in range(most):
        version = max(person.version for person in people)
        for person in people:
            person.sees_version(version)
        if people[0].page.locator(".table").get_attribute("data-status") == "over":
            return players
        next(each for each in players if each.decide.evaluate(MINE)).decision()
    raise AssertionError("the game does not end")


MINE = "(place) => place.classList.contains('mine')"


def test_two_people_race_to_the_sea(strangers: Crowd) -> None:
    franz, marie = strangers.person("Franz"), strangers.person("Marie")
    table = franz.table("race", seats={"germany": "me"})
    franz.open(table)
    marie.sit(table, "allies")
    page = franz.page
    position = page.get_by_role("table")
    expect(position.get_by_role("columnheader", name="Stages north")).to_be_visible()
    settled(page)
    franz.shoot("common-race")
    assert franz.call("GET", f"/tables/{table}")["status"] == "playing"
    assert marie.page.locator(".stage dd").inner_text() != ""
    play_to_the_end([franz, marie])
    expect(page.get_by_text("The sea is reached.").first).to_be_visible()
    north = position.get_by_role("row").nth(1).get_by_role("cell").last
    assert int(north.inner_text()) == franz_went(franz, table)
    settled(page)
    franz.shoot("common-race-over")
    page.get_by_role("button", name="Français").first.click()
    expect(position.get_by_role("columnheader", name="Étapes vers le nord")).to_be_visible()
    expect(page.get_by_text("La mer est atteinte.").first).to_be_visible()
    franz.shoot("common-race-french")


def franz_went(franz: Person, table: str) -> int:
    """How far Germany is, as the server has it."""
    moments = franz.call("GET", f"/tables/{table}/moments/8")
    return int(moments["seats"]["germany"]["view"]["north"]["germany"])


def test_a_secret_is_in_its_own_page_alone(strangers: Crowd) -> None:
    franz, marie = strangers.person("Franz"), strangers.person("Marie")
    table = franz.table("race", seats={"germany": "me"})
    franz.open(table)
    marie.sit(table, "allies")
    watcher = strangers.person("Watcher")
    watcher.open(table)
    reserves = ".stage dl div:has-text('Divisions you had') dd"
    for person in (franz, marie):
        expect(person.page.locator(reserves)).to_have_text(range_of_reserves())
    expect(watcher.page.locator(reserves)).to_have_text("–")


def range_of_reserves() -> object:
    import re

    return re.compile(r"^\s*[3-8]\s*$")


@pytest.mark.parametrize("game", ["conference", "orders"])
def test_every_kind_of_question_is_answered_against_a_computer(strangers: Crowd, game: str) -> None:
    """Choices, amounts, picks and forms; sealed slots."""
    anna = strangers.person("Anna")
    seats = {"conference": ("austria", "britain", "france"), "orders": ("red", "blue")}[game]
    table = anna.table(game, seats={seats[0]: "me", **dict.fromkeys(seats[1:], "random")})
    anna.open(table)
    settled(anna.page)
    anna.shoot(f"common-{game}")
    (player,) = play_to_the_end([anna])
    assert player.clicks["confirm"]
    anna.shoot(f"common-{game}-over")
    anna.page.get_by_role("tab", name="Log").click()
    expect(anna.page.get_by_role("tabpanel").get_by_role("listitem").first).to_be_visible()


def test_a_picture_in_plain_text_follows_the_game(strangers: Crowd) -> None:
    anna = strangers.person("Anna")
    anna.open(anna.table("garden", seats={"red": "me", "blue": "random"}))
    expect(anna.page.get_by_label("The position in plain text")).to_contain_text("THE WHOLE GARDEN")
    anna.shoot("common-garden")
    play_to_the_end([anna])
    expect(anna.page.get_by_text("Everything is planted.").first).to_be_visible()


def test_a_drawn_board_is_clicked(strangers: Crowd) -> None:
    anna = strangers.person("Anna")
    anna.open(anna.table("park", seats={"red": "me", "blue": "random"}))
    settled(anna.page)
    anna.shoot("common-park")
    (player,) = play_to_the_end([anna])
    assert player.clicks["board"]
    anna.shoot("common-park-over")


@pytest.mark.parametrize("game", ["race", "conference", "garden", "park"])
def test_on_a_telephone(strangers: Crowd, game: str) -> None:
    anna = strangers.person("Anna", **PHONE)
    info = next(each for each in anna.call("GET", "/games") if each["id"] == game)
    mine, *others = info["seats"]
    anna.open(anna.table(game, seats={mine: "me", **dict.fromkeys(others, "random")}))
    settled(anna.page)
    anna.shoot(f"common-phone-{game}")
    assert not overflow(anna.page)
    play_to_the_end([anna], touch=True)
    assert not overflow(anna.page)
    anna.shoot(f"common-phone-{game}-over")


def test_the_pages_about_a_game_without_board_cards_or_data(strangers: Crowd) -> None:
    anna = strangers.person("Anna")
    page = anna.page
    anna.go("/")
    expect(page.get_by_role("heading", name="The Race to the Sea")).to_be_visible()
    settled(page)
    anna.shoot("common-home")
    for path in ("", "/rules", "/cards", "/data"):
        anna.go(f"/games/race{path}")
        expect(page.locator("h1").first).to_be_visible()
        expect(page.locator(".problem")).to_have_count(0)
        assert not overflow(page)
