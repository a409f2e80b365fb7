"""Actions in words, also where one verb belongs to several questions."""

from __future__ import annotations

import pytest

from tests.games.pax.random_games import the_game


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("decline persia", "do not attack in Persia"),
        ("decline france.italy-1", "decline "),
        ("sign", "sign"),
        ("abandon persia", "give up Persia"),
        ("france none", "France loses nothing"),
        ("france 3 1", "France loses: 3 + 1"),
        ("austria decline serbia", "Austria-Hungary: do not attack in Serbia"),
    ],
)
def test_an_action_is_told_by_what_it_is_about(action: str, said: str) -> None:
    game = the_game()
    assert game.catalog("en").strict.say(game.presentation.label(action)).startswith(said)
