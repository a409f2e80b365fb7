"""Random orders of our side in the comparison with the package `diplomacy`."""

from __future__ import annotations

from random import Random

from benchmarks.diplomacy_orders import random_orders
from entente.games.diplomacy.game import Diplomacy

GAME = Diplomacy({})


def test_a_power_without_units_plays_on() -> None:
    """A power that has centres but no units answers with its vote alone."""
    state = GAME.start({}, "0")
    state.units = {**state.units, "AUSTRIA": []}
    position = GAME.position(state)
    for decision in position.decisions:
        action = random_orders(decision.menu, Random(0))
        assert decision.menu.canonical(action) is not None
        position.apply(decision.seat, action)
    assert state.season == "autumn" or state.dislodged


def test_no_power_votes_for_an_end() -> None:
    menu = GAME.begin({}, "0").required_by_seat()["russia"].menu
    answers = [random_orders(menu, Random(seed)).split("; ") for seed in range(200)]
    assert {answer[-1] for answer in answers} == {"orders"}
    assert {len(answer) for answer in answers} == {5}
