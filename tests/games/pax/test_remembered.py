"""Cached values of a power equal computed ones."""

from __future__ import annotations

from random import Random

import pytest

from entente.games.pax.areas.communication import network
from entente.games.pax.board import STATUS_WORDS, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.game import PaxBritannica
from entente.games.pax.movement.marker_orders import may_have, placings
from entente.games.pax.movement.orders import orders_of


@pytest.mark.parametrize(("seed", "mode"), [("a", "open"), ("b", "open"), ("c", "sealed")])
def test_orders_and_lines_are_those_of_a_fresh_look(seed: str, mode: str) -> None:
    game = PaxBritannica({})
    position = game.begin({"players": 4, "turns": 2, "phase_mode": mode}, seed)
    rng, compared = Random(seed), 0
    while position.outcome is None:
        seat = position.to_move[0]
        decision = rng.choice(position.decisions_for(seat))
        if decision.step in ("open_movement", "plans") and rng.random() < 0.2:
            world = position.context
            fresh = PaxContext(game.board, position.state)
            for power in world.majors:
                assert orders_of(world, power, 1) == orders_of(fresh, power, 1)
                assert network(world, power) == network(fresh, power)
            compared += 1
        position.apply_unchecked(decision, decision.menu.sample(rng))
    assert compared > 5


def test_the_offered_markers_are_the_legal_ones() -> None:
    game = PaxBritannica({})
    position = game.begin({"players": 7}, "offers")
    world = position.context
    for power in world.majors:
        world.receive(power, 500)
        offered = {tuple(order.split()[1:]) for order in placings(world, power)}
        allowed = {
            (area, word)
            for area in game.board.areas
            for word, status in STATUS_WORDS.items()
            if status is not Status.NONE
            and word != ("state" if power != "united_states" else "dominion")
            and may_have(world, power, area, status) is None
        }
        assert offered == allowed
