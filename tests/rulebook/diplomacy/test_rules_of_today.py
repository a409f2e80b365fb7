"""The book's examples under the rules of today: all but one come out the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from entente.games.diplomacy.rules.editions import STANDARD
from tests.games.diplomacy.judge import Judged, judge
from tests.rulebook.diplomacy import (
    test_demonstration_game,
    test_v_support,
    test_vi_cut_support,
    test_viii_convoy,
    test_x_5_changing_places,
)

Case = Callable[[Judged], None]

EXAMPLES: dict[str, Case] = {
    **{
        name: case
        for section in (
            test_v_support,
            test_vi_cut_support,
            test_viii_convoy,
            test_x_5_changing_places,
        )
        for name, case in vars(section).items()
        if name.startswith("test_")
    },
    **{turn.__name__: turn for turn in test_demonstration_game.TURNS},
}
ONE_ROUTE = EXAMPLES.pop("test_viii_4_example_12_one_broken_route_stops_the_convoy")


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_same_as_in_the_book(name: str) -> None:
    EXAMPLES[name](judge(EXAMPLES[name].__doc__, STANDARD))


def test_example_12_the_other_route_is_taken() -> None:
    """Today one whole route is enough."""
    judge(ONE_ROUTE.__doc__, STANDARD).gives(
        moves="BRE - ENG, LON - BEL by convoy",
        broken="ENG",
        dislodged={"ENG by BRE": "LON, MAO, PIC, WAL"},
    )
