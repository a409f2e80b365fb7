"""12: random wars end and leave nothing illegal."""

from __future__ import annotations

from random import Random

import pytest

from tests.amount import amount
from tests.games.pax.random_wars import all_is_settled, play_out, position, watched_rounds


@pytest.mark.amount
@pytest.mark.parametrize("seed", range(amount(30, 2000)))
def test_every_war_ends_and_all_is_settled(seed: int) -> None:
    rng = Random(seed)
    made = position(rng)
    with watched_rounds():
        play_out(made, rng)
    all_is_settled(made)
