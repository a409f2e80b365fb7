"""What moves on a board: with it a game goes on as without, and who wants none has none."""

from __future__ import annotations

from typing import Literal

import pytest

from tests.browser.games import given, played
from tests.browser.pages import settled
from tests.browser.people import GAMES, Crowd, Person
from tests.browser.play import Player

Motion = Literal["no-preference", "reduce"]
MOVES = {"attrition": 40, "diplomacy": 10, "turmoil": 40}
DECISIONS = {"attrition": 3, "diplomacy": 0, "turmoil": 3}

# How many animations and transitions begin from now on.
COUNT = """window.begun = 0;
    for (const kind of ['animationstart', 'transitionrun'])
        addEventListener(kind, () => { window.begun += 1 }, true);"""


def played_on(crowd: Crowd, game: str, motion: Motion) -> Person:
    """Somebody in the middle of a game, who has made decisions where a click or two make one."""
    person = crowd.person("Everybody", reduced_motion=motion)
    person.context.add_init_script(COUNT)
    person.open(given(person, played(game, MOVES[game])))
    player = Player(person.page, "motion")
    for _ in range(DECISIONS[game]):
        player.decision()
    return person


@pytest.mark.parametrize("game", GAMES)
def test_a_board_that_moves_is_played_on(crowd: Crowd, game: str) -> None:
    person = played_on(crowd, game, "no-preference")
    person.page.wait_for_function("window.begun > 0")


@pytest.mark.parametrize("game", GAMES)
def test_who_wants_no_motion_sees_none(crowd: Crowd, game: str) -> None:
    person = played_on(crowd, game, "reduce")
    settled(person.page)
    assert person.page.evaluate("window.begun") == 0
