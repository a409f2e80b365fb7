"""The search for orders of a seat that has given its word."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from entente.games.diplomacy.answers.slots import DRAW
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine.batch_search import BatchOrderSearch
from entente.games.diplomacy.engine.candidates import Orders
from entente.games.diplomacy.engine.failed_moves import Repeats
from entente.games.diplomacy.engine.features import CentreEvaluator
from entente.games.diplomacy.engine.hill_climbing import ScoredOrders, Trials, climb
from entente.games.diplomacy.engine.negotiation.word import Word
from entente.games.diplomacy.engine.search import (
    KEPT_LINES,
    NO_REPEATS,
    DiplomacyLevel,
    OrderSearch,
)
from entente.games.diplomacy.engine.wide_candidates import WideCampaign
from entente.kernel import Decision
from entente.players.engines import Budget, SearchBudget

WORLDS = 10  # at most, in which sets are compared again
POSITIONS = 900  # for comparing and improving them
CLIMBS = 2


class PricedTrials(Trials):
    """Evaluates sets of orders in the same worlds, less the price of broken promises and of moves
    that fail again."""

    def __init__(
        self,
        europe: DiplomacyContext,
        evaluator: CentreEvaluator,
        worlds: Sequence[Orders],
        search_budget: SearchBudget,
        word: Word,
        repeats: Repeats = NO_REPEATS,
    ) -> None:
        self.word, self.repeats = word, repeats
        super().__init__(europe, evaluator, worlds, search_budget)

    def worth_in(self, orders: Orders, world: int) -> float:
        self.search_budget.spend()
        after = self.after(self.all_orders(orders, world))
        worth = self.evaluator.worth(after, autumn=self.autumn)
        cost = self.repeats.cost(self.board, self.units, orders, after)
        return worth - self.word.price(orders) - cost


def improve(
    campaign: WideCampaign,
    trials: PricedTrials,
    sets: Sequence[Orders],
    rng: Random,
    climbs: int = CLIMBS,
) -> list[ScoredOrders]:
    """Return sets of orders, best first: those that are known, the same with every promise kept,
    and the best of them improved."""
    distinct = list[Orders]()
    for orders in (*sets, *map(trials.word.obeyed, sets)):
        if orders not in distinct:
            distinct.append(orders)
    scored = [ScoredOrders(orders, trials.worths(orders)) for orders in distinct]
    scored.sort(key=lambda each: -each.mean)
    scored += [climb(campaign, trials, start, rng) for start in scored[:climbs]]
    scored.sort(key=lambda each: -each.mean)
    ranked = list[ScoredOrders]()
    for each in scored:
        if all(each.orders != other.orders for other in ranked):
            ranked.append(each)
    return ranked


class KeepsWord(OrderSearch):
    """A search in which promises count: its own have a price, those of others are believed as far
    as they are trusted."""

    word: Word

    def bind(self, word: Word, seed: str) -> None:
        """Set the promises, before the search."""
        self.word, self._word_seed = word, seed
        self.imagined = list[Orders]()  # the worlds before any promise is believed
        self._ranked: list[ScoredOrders] | None = None

    def ranked_sets(self) -> list[Orders]:
        """Return the sets that the search has found, best first."""
        return [each.orders for each in self._searched()]

    def _searched(self) -> list[ScoredOrders]:
        if self._ranked is None:
            self._ranked = self._search_once()
        return list(self._ranked)

    def _search_once(self) -> list[ScoredOrders]:
        ranked = super()._searched()
        self.imagined = self.worlds
        if not self.word:
            return ranked
        self.worlds = self.word.believed(self.worlds[:WORLDS], self._word_seed)
        search_budget = SearchBudget(Budget(positions=POSITIONS), POSITIONS)
        trials = PricedTrials(
            self.europe, self.evaluator, self.worlds, search_budget, self.word, self.repeats
        )
        self.trials = trials
        sets = [each.orders for each in ranked]
        return improve(self.campaign, trials, sets, self.rng)[:KEPT_LINES]

    def _worths(self, orders: Orders) -> list[float]:
        return self.trials.worths(orders) if self.word else super()._worths(orders)

    def _written(self, orders: Orders) -> str:
        written = super()._written(orders)
        return f"{written.rpartition('; ')[0]}; {DRAW}" if self.word.wants_draw else written


class PledgedSearch(KeepsWord):
    """The search of the levels that search in plain Python."""


class PledgedBatchSearch(KeepsWord, BatchOrderSearch):
    """The search of the hard level."""


def pledged_search(
    level: DiplomacyLevel,
    europe: DiplomacyContext,
    decision: Decision,
    evaluator: CentreEvaluator,
    budget: Budget,
    word: Word,
    seed: str,
    *,
    arrays: bool,
) -> KeepsWord:
    """Return the search of a level for a seat that has given its word."""
    kind = PledgedBatchSearch if arrays else PledgedSearch
    search: KeepsWord = kind(level, europe, decision, evaluator, budget, Random(seed))
    search.bind(word, seed)
    return search
