"""What happened since a player last acted: shown on return, in every game and both languages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.amount import THOROUGH, daily_first
from tests.browser.pages import resize, violations
from tests.browser.people import USUAL, Crowd, Person
from tests.server.running import Json, hear

PHONE: ViewportSize = {"width": 390, "height": 844}
SEATS: dict[str, Json] = {
    "diplomacy": {
        "france": "me",
        **dict.fromkeys(("austria", "england", "germany", "italy", "russia", "turkey"), "random"),
    },
    "pax": {
        "great_britain": "me",
        **dict.fromkeys(("france", "germany", "united_states"), "greedy:cautious"),
    },
    "turmoil": {"liberal": "me", "authoritarian": "random"},
    "attrition": {"entente": "me", "central": "random"},
}
OPTIONS: dict[str, Json] = {"pax": {"players": "4", "turns": "2"}}
# The page has not been open since the first move, and shows what it shows by default.
AWAY = """(table) => {
    localStorage['entente.settings'] = '{"pace": 999, "nets": "grave"}';
    localStorage['entente.seen'] = JSON.stringify({[table]: 1});
}"""


def answer(decision: Json) -> str:
    """An answer that ends the player's part soon: ready, or the first of every choice."""
    menu = decision["menu"]
    if menu["type"] == "slots":
        return "; ".join(choices[0] for choices in menu["slots"].values())
    actions: list[str] = menu.get("actions", ["ready"])  # among several menus
    return "ready" if "ready" in actions else actions[0]


def play_on(person: Person, table: str, news: int) -> None:
    """Answer beside the page until others have acted that often since the last answer."""
    with person.live(table) as socket:
        state = hear(socket, "state")
        acted = 0
        for _ in range(400):
            asked = [
                (seat, decision)
                for seat, part in state["seats"].items()
                for decision in part["view"]["decisions"]
                if seat in part["view"]["to_move"]
            ]
            if state["moves"] - acted > news and asked and acted:
                return
            if asked:
                seat, decision = asked[0]
                frame: dict[str, Any] = {"type": "act", "seat": seat, "version": state["version"]}
                socket.send(json.dumps({**frame, "action": answer(decision)}))
            state = hear(socket, "state")
            if asked:
                acted = state["moves"]
    raise AssertionError("nothing happened")


def parts(sheet: Locator, part: str) -> Locator:
    return sheet.locator(f"[data-part={part}]")


# Every day one game has this test.
DAILY = "turmoil"


@pytest.mark.amount
@pytest.mark.parametrize("game", daily_first(sorted(SEATS, key=lambda each: each != DAILY)))
def test_a_returning_player_sees_what_happened(crowd: Crowd, game: str) -> None:
    """By power or side, with what it did to the player and what is in danger; the board marks both,
    the question waits behind it. In French on the same page; it can be opened again."""
    person = crowd.person("Returner")
    page = person.page
    table = person.table(game, seats=SEATS[game], options=OPTIONS.get(game, {}))
    play_on(person, table, 0 if game == "diplomacy" else 1)
    person.go("/icon.svg")
    page.evaluate(AWAY, table)
    person.open(table)

    sheet = page.get_by_role("dialog", name="Since you last acted")
    sheet.wait_for()
    expect(parts(sheet, "effects")).to_contain_text("Effects on you")
    expect(parts(sheet, "dangers")).to_contain_text("In danger now")
    others = sheet.locator("[data-actor]").first
    expect(others.locator(".lines li").first).to_be_visible()
    assert page.locator("[data-region=review]").count() == 0
    expect(page.locator("svg.board .since-changed").first).to_be_attached()
    assert not violations(page, "[data-region=digest]")
    person.shoot(f"digest-{game}")
    # The page has answered for Russia; that is no action of the player.
    question = page.locator("[data-region=decide]")
    expect(question.get_by_text("Russia fights on.")).to_have_count(0)
    # The question is covered: its keys do nothing.
    version = person.version
    page.keyboard.press("1")
    changes = sheet.get_by_role("button", name="Changes")
    changes.click()
    expect(page.locator("svg.board .since-changed")).to_have_count(0)
    changes.click()
    assert person.version == version

    if THOROUGH:
        resize(page, PHONE)
        box = sheet.bounding_box()
        assert box is not None
        assert box["width"] >= PHONE["width"] - 8
        person.shoot(f"digest-{game}-phone")
        resize(page, USUAL["viewport"])
    sheet.get_by_role("button", name="Continue").click()
    expect(sheet).to_have_count(0)
    expect(page.locator("[data-mark=changed]")).to_be_visible()  # on the board, until turned off
    page.get_by_role("button", name="Hide the marks").click()
    expect(page.locator("svg.board .since-changed")).to_have_count(0)

    page.get_by_label("Language", exact=True).select_option("fr")
    page.get_by_role("button", name="Revoir les coups des autres joueurs").wait_for()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.locator("[data-digest]").click()
    french = page.get_by_role("dialog", name="Depuis votre dernière action")
    expect(parts(french, "effects")).to_contain_text("Effets sur vous")
    expect(parts(french, "dangers")).to_contain_text("En danger maintenant")
    expect(french.locator("[data-actor] .lines li").first).to_be_visible()
    person.shoot(f"digest-{game}-fr")

    if not THOROUGH:
        return
    french.get_by_role("button", name="Revoir sur le plateau").click()
    expect(page.locator("[data-replayed]")).to_contain_text(
        "Le plateau montre une position antérieure"
    )
    expect(page.locator("[data-region=review]")).to_be_visible()
    expect(page.locator("[data-region=decide].again")).to_have_count(1)
    person.shoot(f"digest-{game}-replay")
