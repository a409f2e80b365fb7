"""Two source trees side by side."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.against import ROOT, Beside, Tree
from benchmarks.measures import MEASURES, recorded
from entente.games.attrition.game import Attrition
from entente.kernel import registry

GAME = Attrition({})


def test_a_tree_measures_a_requested_figure() -> None:
    with Tree(ROOT) as tree:
        assert 0 < tree.measure("attrition", "copy of a state") < 10_000
        assert 0 < tree.measure("attrition", "move of a match") < 100_000


def test_a_folder_that_is_no_source_tree_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no source tree"):
        Tree(tmp_path)


def test_a_regression_beyond_the_limit_is_marked() -> None:
    assert Beside("attrition", "x", 120.0, 100.0).line.endswith("1.20 ×   SLOWER")
    assert Beside("attrition", "x", 105.0, 100.0).line.endswith("1.05 ×")


@pytest.mark.parametrize("what", ["decision in random play", "decision of the greedy player"])
def test_every_measurement_comes_to_something(what: str) -> None:
    assert MEASURES[what](GAME, 2) > 0


def test_a_recorded_game_can_be_played_again() -> None:
    assert recorded(GAME, {}).verify(registry.load).over
