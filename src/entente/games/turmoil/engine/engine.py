"""The levels of Europe in Turmoil.

All levels try candidate actions and evaluate the result. Easy evaluates right after its own card,
overlooks some candidates and misjudges the others a little. Normal and hard play the turn on in
imagined positions, hard in many more of them. Only hard uses the fitted weights; normal rates
points it can see above the ground they come from.
"""

from __future__ import annotations

from random import Random

from entente.games.turmoil.engine.features import WEIGHTS, TurmoilWeights
from entente.games.turmoil.engine.reasons import reasons
from entente.games.turmoil.engine.search import Depth, Search
from entente.kernel import parse_action
from entente.players.engines import EASY, HARD, NORMAL, USUAL, Budget, Engine, Level, SearchBudget
from entente.players.engines.comparison import only_action, rank
from entente.players.player import PlayerView
from entente.players.search_result import SearchLine, SearchResult
from entente.players.trials import fingerprint

KEPT_LINES = 5
UNDECIDED = 0.999  # the most that a misjudged position is worth; 1 is won


class TurmoilLevel(Level, frozen=True):
    """The settings of a level."""

    card: Depth | None = None  # how far it searches when it chooses a card
    detail: Depth | None = None  # and when it carries the card out
    weights: TurmoilWeights = WEIGHTS


# A beginner counts what is scored and held, and sees neither cards nor war coming.
PLAIN = TurmoilWeights(
    scoring=0.1,
    hand=0.0,
    war_edge=0.0,
    war=0.0,
    boxes=0.05,
    advantages=0.02,
    brink=0.0,
    germany=0.0,
)

# A good player rates the points of the next scoring above the ground they come from.
NEAR = TurmoilWeights(
    scoring=0.08,
    battleground=0.08,
    normal=0.04,
    independent=0.05,
    hand=0.0,
    war_edge=0.05,
    war=0.4,
    brink=0.0,
    germany=0.0,
)

LEVELS = {
    EASY: TurmoilLevel(500, overlooked=0.35, blur=0.55, weights=PLAIN),
    NORMAL: TurmoilLevel(4_000, card=Depth(4, 2, 16), weights=NEAR),
    HARD: TurmoilLevel(40_000, card=Depth(20, 12, 16, cut=2), detail=Depth(5, 3, 2)),
}


def create_engine(game_id: str, level: str, seed: str) -> Engine:
    """Return the engine of a level."""
    return TurmoilEngine(LEVELS[level], seed)


class TurmoilEngine:
    """Searches at a level."""

    def __init__(self, level: TurmoilLevel, seed: str) -> None:
        self._level = level
        self._seed = seed

    def think(self, view: PlayerView, budget: Budget = USUAL) -> SearchResult:
        """Rank the candidates when the card is over, then play the best of them on."""
        decision, level = view.decision, self._level
        if (only := only_action(decision)) is not None:
            return only
        seen = f"{self._seed}/{fingerprint(view)}"
        rng = Random(seen)
        search_budget = SearchBudget(budget, level.positions)
        search = Search(view, seen, search_budget, level.weights)
        lines = self._one_ply(search, rng)
        depth = level.card if decision.step == "play_card" else level.detail
        if depth is not None and len(lines) > 1 and not search_budget.exhausted:
            compared = search.compare([line.action for line in lines[: depth.compared]], depth)
            lines = compared or lines
        best, kept, spent = lines[0], tuple(lines[:KEPT_LINES]), search_budget.spent
        return SearchResult(best.action, best.worth, kept, reasons(search, kept), spent)

    def _one_ply(self, search: Search, rng: Random) -> list[SearchLine]:
        """Lines of one action, best first."""
        level = self._level
        actions = search.proposed(rng)
        if level.overlooked and len(actions) > 2:
            seen = [each for each in actions if rng.random() >= level.overlooked]
            scored = [
                each for each in actions if parse_action(each).verb == "score" and each not in seen
            ]
            actions = [*seen, *scored] or actions
        if len(actions) == 1:  # nothing to compare
            return [SearchLine(actions[0], search.at_once(actions[0]))]
        return rank(
            actions,
            lambda action: self._blurred(search.at_once(action), rng),
            search.search_budget,
            rng,
        )

    def _blurred(self, worth: float, rng: Random) -> float:
        """Return a value with the error of the level; the end of the game is never misjudged."""
        error = rng.gauss(0.0, self._level.blur) * (1.0 - worth * worth)
        return max(-UNDECIDED, min(UNDECIDED, worth + error)) if error else worth
