"""What the other seats may well order: as somebody would who wants the most right after his moves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from entente.games.diplomacy.europe import Europe
from entente.kernel import Seat
from entente.players.evaluation.diplomacy_orders import (
    LUCK,
    OTHERS_LUCK,
    STAYING,
    Campaign,
    Orders,
    Trial,
    bettered,
)

GUESSES = 6  # of each seat, at first sight
OPPOSED = 4  # of such, that a set is tried against
STARTS = 6  # sets of which the best is bettered


class Forecast:
    """Sets of orders of every seat but one."""

    def __init__(self, europe: Europe, seat: Seat, rng: Random) -> None:
        self.europe = europe
        self.seat = seat
        self.rng = rng
        self.campaigns = {each: Campaign(europe, each) for each in europe.survivors()}
        self.guesses: dict[Seat, list[Orders]] = {
            each: [campaign.assemble(rng, OTHERS_LUCK) for _ in range(GUESSES)]
            for each, campaign in self.campaigns.items()
        }

    def world(self, trials: int) -> Orders:
        """What all others order: each thinks for so many trials."""
        orders: Orders = {}
        for other, campaign in self.campaigns.items():
            if other != self.seat and campaign.mine:
                orders |= self._of(other, trials)
        return orders

    def worlds(self, number: int, trials: int) -> list[Orders]:
        return [self.world(trials) for _ in range(number)]

    def _of(self, seat: Seat, trials: int) -> Orders:
        """A set of one seat."""
        campaign, rng = self.campaigns[seat], self.rng
        if not trials:
            return rng.choice(self.guesses[seat])
        against = [self._against(seat) for _ in range(OPPOSED)]
        trial = Trial(self.europe, campaign.chart, against)
        trial.left = trials
        sets = [campaign.assemble(rng, LUCK if number else 0.0) for number in range(STARTS)]
        best = max(sets, key=lambda orders: (trial.worth(orders), rng.random()))
        return bettered(campaign, trial, best, rng)

    def _against(self, seat: Seat) -> Orders:
        """What a seat may reckon with: the ordinary, but many a unit stays at home."""
        rng, orders = self.rng, dict[int, object]()
        found: Orders = {}
        for other, guesses in self.guesses.items():
            if other != seat:
                found |= rng.choice(guesses)
        del orders
        return {number: order for number, order in found.items() if rng.random() >= STAYING}


def merged(sets: Sequence[Orders]) -> Orders:
    """Sets of several seats as one."""
    found: Orders = {}
    for orders in sets:
        found |= orders
    return found
