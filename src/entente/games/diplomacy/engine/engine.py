"""The engine of Diplomacy: orders by search, retreats and adjustments by trying all answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine import reasons
from entente.games.diplomacy.engine.batch_search import BatchOrderSearch, ForceUse, is_supported
from entente.games.diplomacy.engine.features import BEGINNER, CentreEvaluator
from entente.games.diplomacy.engine.search import KEPT_LINES, DiplomacyLevel, OrderSearch
from entente.games.diplomacy.engine.winter import Choice, Use, adjusted, retreated
from entente.kernel import Decision, Slots
from entente.players.engines import EASY, HARD, NORMAL, USUAL, Budget
from entente.players.player import PlayerView
from entente.players.search_result import Reason, SearchLine, SearchResult
from entente.players.trials import fingerprint

LEVELS = {
    EASY: DiplomacyLevel(40, overlooked=0.65, starts=2, weights=BEGINNER),
    NORMAL: DiplomacyLevel(3_000, worlds=5, trials=50, starts=6),
    HARD: DiplomacyLevel(
        17_000,
        worlds=10,
        trials=150,
        starts=16,
        climbs=2,
        rounds=60,
        reckoned=5,
        arrays=12_000,
        compiled=600_000,
    ),
}


class DiplomacyEngine:
    """Searches at a level. Nothing is kept from one decision to the next."""

    def __init__(self, level: DiplomacyLevel, seed: str) -> None:
        self._level = level
        self._seed = seed

    def think(self, view: PlayerView, budget: Budget = USUAL) -> SearchResult:
        """Choose orders, retreats or adjustments."""
        return self._thought(view, None, budget)

    def weigh(self, view: PlayerView, action: str, budget: Budget = USUAL) -> SearchResult:
        """Return the same, with a line for an answer that was given."""
        return self._thought(view, view.decision.menu.canonical(action), budget)

    def _thought(self, view: PlayerView, compared: str | None, budget: Budget) -> SearchResult:
        decision, menu = view.decision, view.decision.menu
        assert isinstance(menu, Slots)
        seen = f"{self._seed}/{fingerprint(view)}"
        europe: DiplomacyContext = view.determinize(Random(f"{seen}/worlds")).context
        rng = Random(seen)
        evaluator = CentreEvaluator(europe, view.seat, self._level.weights)
        if decision.step == "orders":
            return self._search(europe, decision, evaluator, budget, seen).thought(compared)
        if decision.step == "adjust":
            arrays = self._level.arrays and is_supported(europe)
            use = ForceUse(europe, view.seat) if arrays else Use(europe, view.seat)
            ranked = adjusted(europe, view.seat, menu, evaluator, use, compared)
            return _chosen(
                decision, ranked, evaluator, compared, partial(reasons.of_winter, europe, view.seat)
            )
        ranked = retreated(europe, view.seat, menu, evaluator, rng, compared)
        return _chosen(
            decision, ranked, evaluator, compared, partial(reasons.of_retreat, europe, view.seat)
        )

    def _search(
        self,
        europe: DiplomacyContext,
        decision: Decision,
        evaluator: CentreEvaluator,
        budget: Budget,
        seen: str,
    ) -> OrderSearch:
        """Return the search of the level: over the arrays of the batch engine where those can
        represent the game."""
        rng = Random(seen)
        if self._level.arrays and is_supported(europe):
            return BatchOrderSearch(self._level, europe, decision, evaluator, budget, rng)
        return OrderSearch(self._level, europe, decision, evaluator, budget, rng)


def _chosen(
    decision: Decision,
    ranked: Sequence[Choice],
    evaluator: CentreEvaluator,
    compared: str | None,
    why: Callable[[str], tuple[Reason, ...]],
) -> SearchResult:
    """Return the best of some answers that were evaluated one by one, and one that was given."""
    shown = [*ranked[:KEPT_LINES], *(each for each in ranked[KEPT_LINES:] if each[1] == compared)]
    lines = tuple(
        SearchLine(answer, evaluator.scaled(worth), reasons=why(answer)) for worth, answer in shown
    )
    assert decision.menu.canonical(lines[0].action) == lines[0].action
    return SearchResult(lines[0].action, lines[0].worth, lines, lines[0].reasons, len(ranked))
