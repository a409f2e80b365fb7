"""The levels at Europe in Turmoil.

All of them try what they may do and look at what it comes to. An easy one looks at once after its
own card, overlooks some of what it might do and misjudges the rest a little; the others play the
turn on in imagined positions with what looked best, and the hard one in many more of them. The hard
one alone weighs everything as games have shown it to be worth; a normal one thinks of the points it
sees before the ground they come from.
"""

from __future__ import annotations

from random import Random

from entente.players.engines import EASY, HARD, NORMAL, USUAL, Budget, Engine, Level, SearchBudget
from entente.players.engines.turmoil.features import WEIGHTS, TurmoilWeights
from entente.players.engines.turmoil.reasons import reasons
from entente.players.engines.turmoil.search import Depth, Search
from entente.players.player import PlayerView
from entente.players.search_result import Line, SearchResult
from entente.players.trials import fingerprint

TOLD = 5  # lines that are kept


class TurmoilLevel(Level, frozen=True):
    """The settings of a level."""

    card: Depth | None = None  # how far it searches when it chooses a card
    detail: Depth | None = None  # and when it carries the card out
    weights: TurmoilWeights = WEIGHTS


# A beginner counts what is scored and what he holds, and sees neither cards nor war coming.
PLAIN = TurmoilWeights(scoring=0.1, hand=0.0, war_edge=0.0, war=0.0, boxes=0.05, advantages=0.02)

# A good player counts the points of the next scoring more than the ground they stand on.
NEAR = TurmoilWeights(
    scoring=0.08,
    battleground=0.08,
    normal=0.04,
    independent=0.05,
    hand=0.0,
    war_edge=0.05,
    war=0.4,
)

LEVELS = {
    EASY: TurmoilLevel(500, overlooked=0.35, blur=0.12, weights=PLAIN),
    NORMAL: TurmoilLevel(4_000, card=Depth(4, 2, 16), weights=NEAR),
    HARD: TurmoilLevel(40_000, card=Depth(20, 12, 16, cut=2), detail=Depth(5, 3, 2)),
}


def create_engine(game_id: str, level: str, seed: str) -> Engine:
    """Somebody who thinks at a level."""
    return TurmoilEngine(LEVELS[level], seed)


class TurmoilEngine:
    """Thinks about Europe in Turmoil."""

    def __init__(self, level: TurmoilLevel, seed: str) -> None:
        self._level = level
        self._seed = seed

    def think(self, view: PlayerView, budget: Budget = USUAL) -> SearchResult:
        """What looks best when the card is over; then what looks best after more has been
        played."""
        decision, level = view.decision, self._level
        if decision.menu.size() == 1:
            return SearchResult(action := next(iter(decision.menu)), 0.0, (Line(action, 0.0),))
        seen = f"{self._seed}/{fingerprint(view)}"
        rng = Random(seen)
        search_budget = SearchBudget(budget, level.positions)
        search = Search(view, seen, search_budget, level.weights)
        lines = self._at_first_sight(search, rng)
        depth = level.card if decision.step == "play_card" else level.detail
        if depth is not None and len(lines) > 1 and not search_budget.exhausted:
            compared = search.compare([line.action for line in lines[: depth.compared]], depth)
            lines = compared or lines
        best, kept, spent = lines[0], tuple(lines[:TOLD]), search_budget.spent
        return SearchResult(best.action, best.worth, kept, reasons(search, kept), spent)

    def _at_first_sight(self, search: Search, rng: Random) -> list[Line]:
        """Lines of one action, best first."""
        level = self._level
        actions = search.proposed(rng)
        if level.overlooked and len(actions) > 2:
            seen = [each for each in actions if rng.random() >= level.overlooked]
            scored = [each for each in actions if each.startswith("score ") and each not in seen]
            actions = [*seen, *scored] or actions
        if len(actions) == 1:  # nothing else is worth trying
            return [Line(actions[0], search.at_once(actions[0]))]
        found = list[tuple[float, float, Line]]()
        for action in actions:
            if found and search.search_budget.exhausted:
                break
            worth = self._blurred(search.at_once(action), rng)
            found.append((worth, rng.random(), Line(action, worth)))
        found.sort(key=lambda each: each[:2], reverse=True)
        return [line for _, _, line in found]

    def _blurred(self, worth: float, rng: Random) -> float:
        """What a level takes something to be worth. Nobody misjudges an end."""
        return worth + rng.gauss(0.0, self._level.blur) * (1.0 - worth * worth)
