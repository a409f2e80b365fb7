"""What moves on a board: with it a game goes on as without, and who wants none has none."""

from __future__ import annotations

import pytest

from tests.browser.games import given, played
from tests.browser.pages import follow, visit
from tests.browser.people import GAMES, POLL, Crowd, Person
from tests.browser.play import Player

MOVES = {"attrition": 40, "diplomacy": 10, "turmoil": 40}
DECISIONS = {"attrition": 3, "diplomacy": 3, "turmoil": 3}

# How many animations and transitions begin from now on.
COUNT = """window.begun = 0;
    for (const kind of ['animationstart', 'transitionrun'])
        addEventListener(kind, () => { window.begun += 1 }, true);"""


def play_on(person: Person, game: str) -> None:
    """Decisions in the middle of a game, where a click or two make one; at Diplomacy, results that
    are shown on the map."""
    if game == "diplomacy":
        results = person.page.locator("details", has_text="Spring 1901: orders")
        results.locator("summary").click()
        for order in results.get_by_role("button", name="A VIE").all()[: DECISIONS[game]]:
            order.click()
        return
    player = Player(person.page, "motion")
    for _ in range(DECISIONS[game]):
        assert player.decision()


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_a_moving_board_is_playable_and_motion_can_be_switched_off(crowd: Crowd, game: str) -> None:
    person = crowd.person("Everybody", reduced_motion="no-preference")
    page = person.page
    table = given(person, played(game, MOVES[game]))
    visit(person, "/about")
    page.evaluate(COUNT)
    follow(person, f"/tables/{table}")
    play_on(person, game)
    page.wait_for_function("() => window.begun > 0", polling=POLL)

    page.emulate_media(reduced_motion="reduce")
    follow(person, "/about")
    page.evaluate("window.begun = 0")
    follow(person, f"/tables/{table}")
    page.locator(".table").wait_for()
    play_on(person, game)
    assert page.evaluate("window.begun") == 0
