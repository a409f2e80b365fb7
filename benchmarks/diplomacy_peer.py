"""Time random games of our peer, the PyPI package `diplomacy`."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import NamedTuple

from diplomacy import Game as PeerGame


class PeerRun(NamedTuple):
    """A random game: the number of its movement phases, the seconds to process them, the seconds
    including the choice of orders, and those of the whole game."""

    phases: int
    processing: float
    everything: float
    whole: float


def peer_run(seed: int, length: int) -> PeerRun:
    """Play a number of phases with random legal orders."""
    rng, game = Random(seed), PeerGame()
    run = PeerRun(0, 0.0, 0.0, 0.0)
    for _ in range(length):
        if game.is_game_done:
            break
        start = process_time()
        possible, places = game.get_all_possible_orders(), game.get_orderable_locations()
        for power in game.powers:
            choices = [possible[place] for place in places[power] if possible[place]]
            game.set_orders(power, [rng.choice(orders) for orders in choices])
        movement = game.phase_type == "M"
        ready = process_time()
        game.process()
        done = process_time()
        run = PeerRun(
            run.phases + movement,
            run.processing + movement * (done - ready),
            run.everything + movement * (done - start),
            run.whole + done - start,
        )
    return run
