"""What a deal is worth to a seat: its best orders with and without it, in the same worlds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine.candidates import Orders
from entente.games.diplomacy.engine.features import CentreEvaluator
from entente.games.diplomacy.engine.hill_climbing import ScoredOrders, Trials
from entente.games.diplomacy.engine.negotiation.pledged_search import (
    KeepsWord,
    PricedTrials,
    improve,
)
from entente.games.diplomacy.engine.negotiation.promises import Agreement, Facts, Ledger
from entente.games.diplomacy.engine.negotiation.word import Word
from entente.kernel import Seat
from entente.players.engines import Budget, SearchBudget
from entente.players.letters import Letters, Offer

DEAL_WORLDS = 6
DEAL_POSITIONS = 240  # for the best orders with a deal


class Valued(NamedTuple):
    """A deal, what a seat gains by it in centres, and its best orders with it."""

    gain: float
    best: ScoredOrders
    worlds: list[Orders]


class DealComparison:
    """Compares deals for a seat, from the worlds and orders that a search has found."""

    def __init__(self, search: KeepsWord, letters: Letters, ledger: Ledger, facts: Facts) -> None:
        self.search, self.letters = search, letters
        self.ledger, self.facts = ledger, facts
        self.europe: DiplomacyContext = search.europe
        self.seat: Seat = search.seat
        self.seed = f"{search.word.digest}/{self.seat}"
        self.found = search.ranked_sets()
        self.imagined = search.imagined[:DEAL_WORLDS]
        self.word = search.word
        self.base = self._best(self.word)
        self._evaluators: dict[Seat, CentreEvaluator] = {}

    def value(self, partner: Seat, items: Sequence[str], *, trusted: bool = False) -> Valued:
        """Return what an agreement is worth to the seat. With `trusted`, the partner is taken to
        keep it."""
        agreement = self.agreement(partner, items)
        word = self.word.with_agreement(agreement, self.letters, self.ledger, self.facts)
        if trusted:
            word.theirs = [
                duty._replace(trust=1.0) if duty.number == agreement.number else duty
                for duty in word.theirs
            ]
        best, worlds = self._best(word)
        return Valued(best.mean - self.base[0].mean, best, worlds)

    def agreement(self, partner: Seat, items: Sequence[str]) -> Agreement:
        """Return an agreement that does not exist yet."""
        pair = (partner, self.seat)
        return Agreement(Offer(-1, partner, pair, tuple(items), self.letters.now), pair)

    def _best(self, word: Word) -> tuple[ScoredOrders, list[Orders]]:
        """Return the best orders under some promises, and the worlds they were tried in."""
        worlds = word.believed(self.imagined, self.seed)
        search_budget = SearchBudget(Budget(positions=DEAL_POSITIONS), DEAL_POSITIONS)
        trials = PricedTrials(self.europe, self.search.evaluator, worlds, search_budget, word)
        rng = Random(self.seed)
        return improve(self.search.campaign, trials, self.found, rng, climbs=1)[0], worlds

    def partner_gain(self, partner: Seat, valued: Valued) -> float:
        """Return what a partner gains by a deal, as far as the seat can tell."""
        before = self._worth_to(partner, *self.base)
        return self._worth_to(partner, valued.best, valued.worlds) - before

    def _worth_to(self, other: Seat, best: ScoredOrders, worlds: Sequence[Orders]) -> float:
        evaluator = self._evaluators.get(other)
        if evaluator is None:
            evaluator = self._evaluators[other] = CentreEvaluator(self.europe, other)
        budget = SearchBudget(Budget(positions=0), 0)
        trials = Trials(self.europe, evaluator, worlds, budget)
        return sum(trials.worths(best.orders)) / len(worlds)
