"""What was worked out about a position: remembered as long as it is true, shared by copies."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from entente.games.diplomacy import context
from entente.games.diplomacy.rules.possible_orders import Menus
from tests.games.diplomacy.scene import BOARD, GAME, order, start


def test_copies_share_what_was_worked_out() -> None:
    position = GAME.position(start())
    masks = position.context.centre_masks()
    assert position.decisions
    twin = position.copy()
    assert twin.context.menus() is position.context.menus()
    assert twin.context.position is position.context.position
    assert twin.context.centre_masks() is masks


def test_a_copy_that_is_played_on_leaves_the_memory_of_the_other_alone() -> None:
    position = GAME.position(start())
    before = position.context.menus()
    twin = position.copy()
    order(twin.state, austria="A VIE - GAL")
    assert "A GAL" in twin.context.menus().numbers
    assert "A GAL" not in position.context.menus().numbers
    assert position.context.menus() is before


def test_cached_values_equal_computed_ones() -> None:
    rng = Random(4)
    position = GAME.begin({"players": 2, "end_year": 1918}, "4")
    while position.decisions:
        decision = position.decisions[0]
        fresh = GAME.context(position.state)
        assert position.context.menus().names == fresh.menus().names
        assert position.context.centre_masks() == fresh.centre_masks()
        assert decision.menu == GAME.position(position.state).decisions[0].menu
        position.apply_unchecked(decision, decision.menu.sample(rng))
    assert position.state.year > BOARD.tables.game.first_year


def test_a_copy_made_while_something_is_worked_out_is_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Several threads read a position: one copies it while another works out its menus."""
    position = GAME.position(start())
    assert position.decisions
    order(position.state, austria="A VIE - GAL")
    twins = []

    class Slow(Menus):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            twins.append(position.copy())
            super().__init__(*args, **kwargs)

    monkeypatch.setattr(context, "Menus", Slow)
    assert "A GAL" in position.context.menus().numbers
    monkeypatch.undo()
    assert "A GAL" in twins[0].context.menus().numbers
