"""What the other seats may well order: what somebody would who looks no further than his moves.

Each of them is thought to choose as a plain player does: sets are assembled, tried against what he
may expect of everybody else, and the best is bettered. A world has one such set of every seat.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from entente.games.diplomacy.context import DiplomacyContext
from entente.kernel import Seat
from entente.players.engines.diplomacy.candidates import (
    LUCK,
    OTHERS_LUCK,
    STAYING,
    Campaign,
    GreedyTrials,
    Orders,
    improved,
)

GUESSES = 6  # of each seat, at first sight
OPPOSED = 4  # of such, that a set is tried against
STARTS = 6  # sets of which the best is bettered
DOUBTED = 3  # one world in so many
FEWEST = OPPOSED * STARTS * 2  # trials that it takes to think at all


class Forecast:
    """Sets of orders of every seat but one."""

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
        self.sets: dict[Seat, list[Orders]] = {each: [] for each in self.others}  # in the worlds
        self.trials = 0  # made so far

    def worlds(self, number: int, trials: int, enough: Callable[[], bool]) -> list[Orders]:
        """So many worlds. In each everybody thinks for so many trials; at first sight where those
        are too few, or when it is enough. Nobody is sure to do what he should: in every third one
        many a unit stays at home."""
        found = list[Orders]()
        for each in range(number):
            world = self._world(trials, enough)
            found.append(self._in_doubt(world) if each % DOUBTED == 1 else world)
        return found

    def _in_doubt(self, orders: Orders) -> Orders:
        return {number: order for number, order in orders.items() if self.rng.random() >= STAYING}

    def _world(self, trials: int, enough: Callable[[], bool]) -> Orders:
        orders: Orders = {}
        for other, sets in self.sets.items():
            if trials < FEWEST or enough():
                found = self.rng.choice(self.guesses[other])
            else:
                found = self._thought(other, trials)
            if found not in sets:
                sets.append(found)
            orders |= found
        return orders

    def _thought(self, seat: Seat, trials: int) -> Orders:
        """A set of a seat that thinks about it."""
        campaign, rng = self.campaigns[seat], self.rng
        trial = GreedyTrials(
            self.europe, campaign.chart, [self._against(seat) for _ in range(OPPOSED)]
        )
        trial.left = trials
        sets = [campaign.assemble(rng, LUCK if number else 0.0) for number in range(STARTS)]
        best = max(sets, key=lambda orders: (trial.worth(orders), rng.random()))
        found = improved(campaign, trial, best, rng)
        self.trials += trials - trial.left
        return found

    def _against(self, seat: Seat) -> Orders:
        """What a seat may reckon with: the ordinary, but many a unit stays at home."""
        rng = self.rng
        found: Orders = {}
        for other, guesses in self.guesses.items():
            if other != seat:
                found |= rng.choice(guesses)
        return self._in_doubt(found)
