"""Whole games played at random: they never fail, and they end."""

from __future__ import annotations

from random import Random

import pytest

from entente.kernel import OptionValue, conformance
from tests.amount import THOROUGH, amount
from tests.games.pax.random_games import begin, play, the_game

SHORT: list[dict[str, OptionValue]] = [
    {"players": 4, "turns": 2},
    {"players": 5, "turns": 1, "phase_mode": "sealed"},
    {"players": 8, "turns": 1},
]
VARIANTS = conformance.variants(the_game(), mixes=8) if THOROUGH else {}
LONG = [
    {"players": players, "phase_mode": mode, **options}
    for options in VARIANTS.values()
    for players in (4, 5, 6, 7, 8)
    for mode in ("open", "sealed")
]


@pytest.mark.amount
@pytest.mark.parametrize("options", [*SHORT, *LONG], ids=str)
def test_a_game_ends(options: dict[str, OptionValue]) -> None:
    for seed in range(amount(1, 3)):
        table = begin(seed, **options)
        play(table, Random(seed))
        assert table.outcome is not None
        assert set(table.outcome.scores) == set(table.context.seats)
