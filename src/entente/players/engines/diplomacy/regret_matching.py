"""Sets of orders of all seats against each other: who would regret which?

Regret matching. In each round everybody draws one of his sets, and sees what each of his others
would have come to against what the rest has drawn. What would have done better he draws more often
from then on. What he has drawn on the average of all rounds is what somebody may well order who
reckons with others that reckon with him.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import NamedTuple

from entente.games.diplomacy.board import Unit
from entente.games.diplomacy.rules.orders import HOLDS, Order
from entente.kernel import Seat
from entente.players.engines.diplomacy.candidates import Orders

Worth = Callable[[Sequence[Unit]], float]


class Rival:
    """A seat with sets to draw from; each has an order for every unit of the seat."""

    def __init__(self, sets: Sequence[Orders], worth: Worth) -> None:
        self.sets = sets
        self.worth = worth
        self.regrets = [0.0] * len(sets)
        self.shares = [0.0] * len(sets)  # how often each was to be drawn, in all rounds together

    def draw(self, rng: Random) -> int:
        """One of the sets: the likelier the more it is regretted that it was not drawn."""
        wanted = [max(0.0, regret) for regret in self.regrets]
        total = sum(wanted)
        now = [each / total for each in wanted] if total else [1.0 / len(wanted)] * len(wanted)
        self.shares = [share + more for share, more in zip(self.shares, now, strict=True)]
        return _drawn(now, rng)

    def usual(self, rng: Random) -> Orders:
        """One of the sets, as often as it was drawn on the average."""
        return self.sets[_drawn(self.shares, rng)]

    def learn(self, drawn: int, worths: Sequence[float]) -> None:
        """What each of the sets would have come to in a round."""
        for number, worth in enumerate(worths):
            self.regrets[number] += worth - worths[drawn]


def _drawn(weights: Sequence[float], rng: Random) -> int:
    return rng.choices(range(len(weights)), cum_weights=list(accumulate(weights)))[0]


class RegretMatching(NamedTuple):
    """All seats that have units, how many units there are, and what stands `after` the orders of
    all of them."""

    rivals: Mapping[Seat, Rival]
    units: int
    after: Callable[[Sequence[Order]], Sequence[Unit]]

    @property
    def cost(self) -> int:
        """How many times orders are carried out in a round, at most."""
        return 1 + sum(len(rival.sets) - 1 for rival in self.rivals.values())

    def round(self, rng: Random) -> None:
        """Everybody draws, and learns what he would have done better."""
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
        """What all seats but one may order."""
        found: Orders = {}
        for seat, rival in self.rivals.items():
            if seat != but:
                found |= rival.usual(rng)
        return found


def _give(orders: list[Order], one: Orders) -> None:
    for number, order in one.items():
        orders[number] = order
