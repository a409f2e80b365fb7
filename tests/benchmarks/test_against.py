"""The comparison of two source trees."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.against import ROOT, Comparison, Tree
from benchmarks.measures import MEASURES, random_record
from entente.games.attrition.game import Attrition
from entente.kernel import registry

GAME = Attrition({})


def test_a_tree_measures_a_requested_figure() -> None:
    with Tree(ROOT) as tree:
        assert 0 < tree.measure("attrition", "copy of a state") < 10_000
        assert 0 < tree.measure("attrition", "move of a match") < 100_000


def test_a_folder_that_is_not_a_source_tree_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="not a source tree"):
        Tree(tmp_path)


def test_a_regression_beyond_the_limit_is_marked() -> None:
    assert Comparison("attrition", "x", 120.0, 100.0).line.endswith("1.20 ×   SLOWER")
    assert Comparison("attrition", "x", 105.0, 100.0).line.endswith("1.05 ×")


@pytest.mark.parametrize("what", ["decision in random play", "decision of the greedy player"])
def test_a_measurement_returns_a_positive_time(what: str) -> None:
    assert MEASURES[what](GAME, 2) > 0


def test_a_random_record_can_be_replayed() -> None:
    assert random_record(GAME, {}).verify(registry.load).over
