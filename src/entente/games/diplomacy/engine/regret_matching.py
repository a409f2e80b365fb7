"""Regret matching between the sets of orders of all seats.

In each round every seat draws one of its sets and sees how its other sets would have done against
what the others drew. It then draws the better ones more often. Its average over all rounds is a
plausible strategy of a seat that expects the others to think as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import NamedTuple

from entente.games.diplomacy.board import Unit
from entente.games.diplomacy.engine.candidates import Orders
from entente.games.diplomacy.rules.orders import HOLDS, Order
from entente.kernel import Seat

Worth = Callable[[Sequence[Unit]], float]


class Rival:
    """A seat with sets to draw from; each has an order for every unit of the seat."""

    def __init__(self, sets: Sequence[Orders], worth: Worth) -> None:
        self.sets = sets
        self.worth = worth
        self.regrets = [0.0] * len(sets)
        self.shares = [0.0] * len(sets)  # the sum of its probabilities over all rounds

    def draw(self, rng: Random) -> int:
        """Draw a set; the more its absence is regretted, the likelier."""
        wanted = [max(0.0, regret) for regret in self.regrets]
        total = sum(wanted)
        now = [each / total for each in wanted] if total else [1.0 / len(wanted)] * len(wanted)
        self.shares = [share + more for share, more in zip(self.shares, now, strict=True)]
        return _drawn(now, rng)

    def usual(self, rng: Random) -> Orders:
        """Draw a set by its average probability."""
        return self.sets[_drawn(self.shares, rng)]

    def learn(self, drawn: int, worths: Sequence[float]) -> None:
        """Add the regrets of a round."""
        for number, worth in enumerate(worths):
            self.regrets[number] += worth - worths[drawn]


def _drawn(weights: Sequence[float], rng: Random) -> int:
    return rng.choices(range(len(weights)), cum_weights=list(accumulate(weights)))[0]


class RegretMatching(NamedTuple):
    """All seats with units, the number of units, and the units `after` a set of orders of all
    seats."""

    rivals: Mapping[Seat, Rival]
    units: int
    after: Callable[[Sequence[Order]], Sequence[Unit]]

    @property
    def cost(self) -> int:
        """The most adjudications in a round."""
        return 1 + sum(len(rival.sets) - 1 for rival in self.rivals.values())

    def round(self, rng: Random) -> None:
        """Let every seat draw and learn."""
        drawn = {seat: rival.draw(rng) for seat, rival in self.rivals.items()}
        orders = [HOLDS] * self.units
        for seat, rival in self.rivals.items():
            _give(orders, rival.sets[drawn[seat]])
        stands = self.after(orders)
        for seat, rival in self.rivals.items():
            worths = [
                rival.worth(stands if number == drawn[seat] else self._instead(orders, one))
                for number, one in enumerate(rival.sets)
            ]
            rival.learn(drawn[seat], worths)

    def _instead(self, orders: Sequence[Order], one: Orders) -> Sequence[Unit]:
        changed = list(orders)
        _give(changed, one)
        return self.after(changed)

    def world(self, but: Seat, rng: Random) -> Orders:
        """Plausible orders of all seats except one."""
        orders: Orders = {}
        for seat, rival in self.rivals.items():
            if seat != but:
                orders |= rival.usual(rng)
        return orders


def _give(orders: list[Order], one: Orders) -> None:
    for number, order in one.items():
        orders[number] = order
