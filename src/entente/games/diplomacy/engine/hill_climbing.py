"""Hill climbing: many starts, then changes that do better in the same worlds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random

from entente.games.diplomacy.board import Unit
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine.candidates import Orders, units_after
from entente.games.diplomacy.engine.features import CentreEvaluator
from entente.games.diplomacy.engine.wide_candidates import WideCampaign
from entente.games.diplomacy.rules.orders import HOLDS, Order
from entente.games.diplomacy.state import AUTUMN
from entente.players.engines import SearchBudget

GIVEN_UP = 0.35  # centres that a change may be behind after some worlds before it is dropped


class Trials:
    """Evaluates sets of orders in the same worlds."""

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
        """Add worlds and return their numbers."""
        before, count = len(self.worlds), range(len(self.units))
        self.worlds += [[world.get(n, HOLDS) for n in count] for world in worlds]
        return range(before, len(self.worlds))

    def worth_in(self, orders: Orders, world: int) -> float:
        """Return the value of a set in one world."""
        self.search_budget.spend()
        return self.evaluator.worth(self.after(self.all_orders(orders, world)), autumn=self.autumn)

    def all_orders(self, orders: Orders, world: int) -> list[Order]:
        """Return the orders of all units in a world, with a set."""
        all_orders = self.worlds[world][:]
        for number, order in orders.items():
            all_orders[number] = order
        return all_orders

    def worths(self, orders: Orders) -> list[float]:
        return [self.worth_in(orders, world) for world in range(len(self.worlds))]

    def better(self, orders: Orders, than: Sequence[float]) -> list[float] | None:
        """Return the values of a set in all worlds if it is better; None as soon as that is
        unlikely."""
        worths = list[float]()
        ahead = 0.0
        for world, other in enumerate(than):
            worth = self.worth_in(orders, world)
            worths.append(worth)
            ahead += worth - other
            if world >= 1 and ahead < -GIVEN_UP:
                return None
        return worths if ahead > 1e-9 else None

    def after(self, orders: Sequence[Order]) -> list[Unit]:
        """Return the units after the moves; dislodged units count as lost."""
        return units_after(self.board, self.rules, self.units, orders)


class ScoredOrders:
    """A set of orders and its value in each world."""

    __slots__ = ("mean", "orders", "worths")

    def __init__(self, orders: Orders, worths: list[float]) -> None:
        self.orders = orders
        self.worths = worths
        self.mean = sum(worths) / len(worths)


def climb(campaign: WideCampaign, trials: Trials, start: ScoredOrders, rng: Random) -> ScoredOrders:
    """Change orders as long as that improves the set and the budget lasts."""
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
            changed = campaign.settled(changed)
            if changed == best.orders:
                continue
            worths = trials.better(changed, best.worths)
            if worths is not None:
                best = ScoredOrders(changed, worths)
        if best is before:
            return best


def _changes(campaign: WideCampaign, start: ScoredOrders, rng: Random) -> Iterable[Orders]:
    """Single orders first, unit by unit in random order; then several orders at once."""
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
