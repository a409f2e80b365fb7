"""The names of phases: five in a year, in their order, and none besides."""

from __future__ import annotations

import pytest

from entente.games.diplomacy.phase_names import ADJUSTMENTS, RETREATS, YEAR, Phase, phase_named
from entente.games.diplomacy.state import AUTUMN, WINTER


def test_the_five_phases_of_a_year_are_named_in_their_order() -> None:
    names = [Phase(kind, season, 1901).name for season, kind in YEAR]
    assert names == ["S1901M", "S1901R", "F1901M", "F1901R", "W1901A"]
    assert [phase_named(name) for name in names] == [Phase(k, s, 1901) for s, k in YEAR]
    assert [Phase(kind, season).step for season, kind in YEAR] == [0, 1, 2, 3, 4]


def test_a_phase_without_a_season_is_named_by_its_kind() -> None:
    assert Phase(RETREATS).name == "retreats"
    assert Phase(RETREATS, AUTUMN, 1902).name == "F1902R"
    assert Phase(ADJUSTMENTS, WINTER, 12345).name == "W12345A"


@pytest.mark.parametrize("name", ["", "S1901A", "W1901M", "W1901R", "s1901m", "S01M", "COMPLETED"])
def test_other_words_name_no_phase(name: str) -> None:
    assert phase_named(name) is None
