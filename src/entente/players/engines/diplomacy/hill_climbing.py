"""The search for a set of orders: many starts, then changes that do better in the same worlds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random

from entente.games.diplomacy.board import Unit
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.rules.orders import HOLDS, Order
from entente.games.diplomacy.state import AUTUMN
from entente.players.engines import SearchBudget
from entente.players.engines.diplomacy.candidates import Orders, units_after
from entente.players.engines.diplomacy.features import CentreEvaluator
from entente.players.engines.diplomacy.wide_candidates import WideCampaign

GIVEN_UP = 0.35  # centres that a change may lie behind after some worlds and still be tried on


class Trials:
    """What sets of orders come to in the same worlds."""

    def __init__(
        self,
        europe: DiplomacyContext,
        evaluator: CentreEvaluator,
        worlds: Sequence[Orders],
        search_budget: SearchBudget,
    ) -> None:
        self.board, self.rules = europe.board, europe.rules
        self.units = europe.position.units
        self.autumn = europe.state.season == AUTUMN
        self.evaluator = evaluator
        self.search_budget = search_budget
        self.worlds: list[list[Order]] = []
        self.add(worlds)

    def add(self, worlds: Sequence[Orders]) -> range:
        """More worlds; their numbers."""
        before, count = len(self.worlds), range(len(self.units))
        self.worlds += [[world.get(n, HOLDS) for n in count] for world in worlds]
        return range(before, len(self.worlds))

    def worth_in(self, orders: Orders, world: int) -> float:
        """What a set comes to in one world."""
        self.search_budget.spend()
        return self.evaluator.worth(self.after(self.given(orders, world)), autumn=self.autumn)

    def given(self, orders: Orders, world: int) -> list[Order]:
        """The orders of all units in a world in which a set is handed in."""
        given = self.worlds[world][:]
        for number, order in orders.items():
            given[number] = order
        return given

    def worths(self, orders: Orders) -> list[float]:
        return [self.worth_in(orders, world) for world in range(len(self.worlds))]

    def better(self, orders: Orders, than: Sequence[float]) -> list[float] | None:
        """What a set comes to in all worlds if that is more; None as soon as it is hopeless."""
        found = list[float]()
        ahead = 0.0
        for world, other in enumerate(than):
            worth = self.worth_in(orders, world)
            found.append(worth)
            ahead += worth - other
            if world >= 1 and ahead < -GIVEN_UP:
                return None
        return found if ahead > 1e-9 else None

    def after(self, orders: Sequence[Order]) -> list[Unit]:
        """The units that stand after the moves; who is dislodged counts as lost."""
        return units_after(self.board, self.rules, self.units, orders)


class ScoredOrders:
    """A set of orders and what it comes to in each world."""

    __slots__ = ("mean", "orders", "worths")

    def __init__(self, orders: Orders, worths: list[float]) -> None:
        self.orders = orders
        self.worths = worths
        self.mean = sum(worths) / len(worths)


def climb(campaign: WideCampaign, trials: Trials, start: ScoredOrders, rng: Random) -> ScoredOrders:
    """Change some orders for better ones, as long as that helps and the purse lasts."""
    best = start
    while True:
        before = best
        for change in _changes(campaign, best, rng):
            if trials.search_budget.exhausted:
                return best
            changed = {**best.orders, **change}
            if changed == best.orders:
                continue
            changed = campaign.repaired(changed) if len(change) == 1 else changed
            worths = trials.better(changed, best.worths)
            if worths is not None:
                best = ScoredOrders(changed, worths)
        if best is before:
            return best


def _changes(campaign: WideCampaign, start: ScoredOrders, rng: Random) -> Iterable[Orders]:
    """Single orders first, those of all units in some order; then those of several at once."""
    units = campaign.mine[:]
    rng.shuffle(units)
    orders = start.orders
    return chain(
        *(campaign.single(number, orders) for number in units),
        campaign.concerted(orders),
        campaign.guarded(orders),
        campaign.ferries(),
        campaign.following(orders),
    )
