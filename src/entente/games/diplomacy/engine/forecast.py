"""What the other seats are likely to order: what a greedy player would.

Each seat is assumed to choose like a greedy player: it assembles sets, tries them against what it
expects of the others, and improves the best. A world has one such set of each seat.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine.candidates import (
    LUCK,
    OTHERS_LUCK,
    STAYING,
    Campaign,
    GreedyTrials,
    Orders,
    improved,
)
from entente.kernel import Seat

GUESSES = 6  # sets per seat without search
OPPOSED = 4  # sets against which one is tried
STARTS = 6  # sets from which the best is improved
DOUBTED = 3  # one world in this many
FEWEST = OPPOSED * STARTS * 2  # trials that a search needs


class Forecast:
    """Sets of orders for every seat except one."""

    def __init__(self, europe: DiplomacyContext, seat: Seat, rng: Random) -> None:
        self.europe = europe
        self.rng = rng
        self.campaigns = {each: Campaign(europe, each) for each in europe.survivors()}
        self.guesses: dict[Seat, list[Orders]] = {
            each: [campaign.assemble(rng, OTHERS_LUCK) for _ in range(GUESSES)]
            for each, campaign in self.campaigns.items()
        }
        self.others = [
            each for each, campaign in self.campaigns.items() if each != seat and campaign.mine
        ]
        # The sets used in the worlds.
        self.sets: dict[Seat, list[Orders]] = {each: [] for each in self.others}
        self.trials = 0  # so far

    def worlds(self, number: int, trials: int, enough: Callable[[], bool]) -> list[Orders]:
        """Make worlds in which each seat searches for `trials` trials; without a search if those
        are too few, or when `enough` says so. In every third one, some units do not do the
        expected."""
        worlds = list[Orders]()
        for each in range(number):
            world = self._world(trials, enough)
            worlds.append(self._in_doubt(world) if each % DOUBTED == 1 else world)
        return worlds

    def _in_doubt(self, orders: Orders) -> Orders:
        return {number: order for number, order in orders.items() if self.rng.random() >= STAYING}

    def _world(self, trials: int, enough: Callable[[], bool]) -> Orders:
        orders: Orders = {}
        for other, sets in self.sets.items():
            if trials < FEWEST or enough():
                own_orders = self.rng.choice(self.guesses[other])
            else:
                own_orders = self._searched_orders(other, trials)
            if own_orders not in sets:
                sets.append(own_orders)
            orders |= own_orders
        return orders

    def _searched_orders(self, seat: Seat, trials: int) -> Orders:
        """Return a set of a seat, found by a search."""
        campaign, rng = self.campaigns[seat], self.rng
        trial = GreedyTrials(
            self.europe, campaign.chart, [self._against(seat) for _ in range(OPPOSED)]
        )
        trial.left = trials
        sets = [campaign.assemble(rng, LUCK if number else 0.0) for number in range(STARTS)]
        best = max(sets, key=lambda orders: (trial.worth(orders), rng.random()))
        best_orders = improved(campaign, trial, best, rng)
        self.trials += trials - trial.left
        return best_orders

    def _against(self, seat: Seat) -> Orders:
        """Return what a seat may expect of the others; some units stay where they are."""
        rng = self.rng
        orders: Orders = {}
        for other, guesses in self.guesses.items():
            if other != seat:
                orders |= rng.choice(guesses)
        return self._in_doubt(orders)
