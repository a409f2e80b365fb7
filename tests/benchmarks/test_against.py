"""Two source trees side by side."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from benchmarks.against import ROOT, Beside, Tree
from benchmarks.measures import EVERY, MEASURES, along, recorded
from benchmarks.trees import EarlierPosition
from entente.games.attrition.game import Attrition
from entente.games.attrition.state import AttritionState
from entente.kernel import Decision, Seat, View, registry

GAME = Attrition({})


def test_a_tree_measures_what_it_is_asked_for() -> None:
    with Tree(ROOT) as tree:
        assert 0 < tree.measure("attrition", "copy of a state") < 10_000
        assert 0 < tree.measure("attrition", "move of a match") < 100_000


def test_what_is_no_source_tree_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no source tree"):
        Tree(tmp_path)


def test_what_takes_longer_than_we_bear_is_marked() -> None:
    assert Beside("attrition", "x", 120.0, 100.0).line.endswith("1.20 ×   SLOWER")
    assert Beside("attrition", "x", 105.0, 100.0).line.endswith("1.05 ×")


class EarlierGame:
    """What games did themselves before there were positions."""

    def decisions(self, state: AttritionState) -> dict[Seat, Decision]:
        return GAME.position(state).decisions()

    def apply(self, state: AttritionState, seat: Seat, action: str) -> None:
        GAME.position(state).apply(seat, action)

    def copy(self, state: AttritionState) -> AttritionState:
        return GAME.copy(state)

    def view(self, state: AttritionState, seat: Seat) -> View:
        return GAME.view(state, seat)


def test_a_tree_without_positions_plays_the_same_game() -> None:
    kept = along(GAME, {}, 1)
    position, rng = EarlierPosition(EarlierGame(), GAME.start({}, "1")), Random(1)
    for number in range(EVERY + 1):
        before = position.copy()
        (decision,) = position.asked
        position.play(decision, decision.menu.sample(rng))
        if number % EVERY == 0:
            assert before.state == kept[number // EVERY].state
            assert before.view(decision.seat) == kept[number // EVERY].view(decision.seat)
        assert position.state != before.state


@pytest.mark.parametrize("what", ["decision in random play", "decision of the greedy player"])
def test_every_measurement_comes_to_something(what: str) -> None:
    assert MEASURES[what](GAME, 2) > 0


def test_a_recorded_game_can_be_played_again() -> None:
    assert recorded(GAME, {}).verify(registry.load).over
