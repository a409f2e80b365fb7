"""Regret matching: the orders at which all seats arrive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from entente.games.diplomacy.board import Unit
from entente.games.diplomacy.engine.candidates import Orders
from entente.games.diplomacy.engine.engine import LEVELS
from entente.games.diplomacy.engine.features import CentreEvaluator
from entente.games.diplomacy.engine.regret_matching import RegretMatching, Rival, Worth
from entente.games.diplomacy.engine.search import OrderSearch
from entente.games.diplomacy.rules.orders import MOVE, Order
from entente.players.engines import HARD, Budget
from tests.games.diplomacy import scene

LEFT, RIGHT = Order(MOVE, 0), Order(MOVE, 1)


def sets_of(unit: int, *orders: Order) -> list[Orders]:
    return [{unit: order} for order in orders]


def standing(orders: Sequence[Order]) -> list[Unit]:
    """Every unit goes where it wants to."""
    return [Unit(n, False, order.target) for n, order in enumerate(orders)]


def contest(worths: Mapping[str, Worth], *orders: Order) -> RegretMatching:
    """Seats with a unit each, which may all go to the same places."""
    rivals = {
        seat: Rival(sets_of(unit, *orders), worth)
        for unit, (seat, worth) in enumerate(worths.items())
    }
    return RegretMatching(rivals, len(rivals), standing)


def played(made: RegretMatching, rounds: int) -> dict[str, list[float]]:
    """Return how often each seat drew each of its sets."""
    rng = Random("contest")
    for _ in range(rounds):
        made.round(rng)
    return {seat: [share / rounds for share in rival.shares] for seat, rival in made.rivals.items()}


def meet(units: Sequence[Unit]) -> bool:
    return units[0].location == units[1].location


def test_a_guess_is_drawn_with_equal_chances() -> None:
    """One power wants to meet the other, which wants to avoid it."""
    hunts: dict[str, Worth] = {
        "france": lambda units: float(meet(units)),
        "italy": lambda units: -float(meet(units)),
    }
    for shares in played(contest(hunts, LEFT, RIGHT), 4_000).values():
        assert shares == pytest.approx([0.5, 0.5], abs=0.06)


def test_a_dominated_set_is_no_longer_drawn() -> None:
    likes: dict[str, Worth] = {
        "france": lambda units: units[0].location + 0.5 * units[1].location,
        "italy": lambda units: -units[1].location + 0.5 * units[0].location,
    }
    shares = played(contest(likes, LEFT, RIGHT), 500)
    assert shares["france"][1] > 0.98
    assert shares["italy"][0] > 0.98


def test_a_world_has_the_draws_of_the_others_and_none_of_its_own() -> None:
    likes: dict[str, Worth] = {
        "france": lambda units: float(units[0].location),
        "italy": lambda units: float(units[1].location),
    }
    made = contest(likes, LEFT, RIGHT)
    played(made, 500)
    rng = Random("worlds")
    worlds = [made.world("france", rng) for _ in range(20)]
    assert all(list(world) == [1] for world in worlds)
    assert sum(world[1] == RIGHT for world in worlds) >= 18


@pytest.mark.parametrize(
    ("positions", "worlds"),
    [(6_000, LEVELS[HARD].worlds + LEVELS[HARD].reckoned), (60, 2)],
)
def test_a_hard_one_models_opponents_that_expect_it_if_it_has_the_time(
    positions: int, worlds: int
) -> None:
    state = scene.start(
        {"FRANCE": "A GAS, A BUR", "ITALY": "A PIE"}, {"FRANCE": "PAR", "ITALY": "ROM, VEN"}
    )
    europe = scene.GAME.position(state).context
    decision = scene.GAME.position(state).decisions_for("france")[0]
    thinking = OrderSearch(
        LEVELS[HARD],
        europe,
        decision,
        CentreEvaluator(europe, "france"),
        Budget(positions),
        Random("contest"),
    )
    result = thinking.thought()
    assert result.lines
    assert len(thinking.worlds) == worlds
