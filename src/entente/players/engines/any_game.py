"""An engine for any game: try what the evaluation proposes, then play the best lines on.

The levels differ in how well they judge and how far they look. Easy evaluates right after its own
action, overlooks some candidates and misjudges the others; normal and hard compare the best
candidates by what they lead to, in the same imagined positions.
"""

from __future__ import annotations

from random import Random

from entente.kernel import Decision
from entente.players.engines import (
    EASY,
    HARD,
    NORMAL,
    USUAL,
    Budget,
    Engine,
    Evaluation,
    Level,
    SearchBudget,
    evaluation_of,
)
from entente.players.engines.comparison import LineEnd, compare, line_of, only_action, rank
from entente.players.player import AnyPosition, PlayerView
from entente.players.search_result import SearchLine, SearchResult, Step
from entente.players.trials import SampledPositions, fingerprint

KEPT_LINES = 5
KEPT_STEPS = 4  # of a line
QUICK_CANDIDATES = 6  # for a reply in a line that is played on


class SearchLevel(Level, frozen=True):
    """The settings of a level."""

    compared: int = 0  # lines that are played on
    answers: int = 0  # of all seats, until the position is evaluated


LEVELS = {
    EASY: SearchLevel(200, overlooked=0.3, blur=0.08),
    NORMAL: SearchLevel(1_000, compared=4, answers=6),
    HARD: SearchLevel(4_000, compared=8, answers=16),
}


def create_engine(game_id: str, level: str, seed: str) -> Engine:
    """Return the engine of a level, with the game's evaluation."""
    return AnyGameEngine(evaluation_of(game_id), LEVELS[level], seed)


class AnyGameEngine:
    """Searches with the evaluation of a game."""

    def __init__(self, evaluation: Evaluation, level: SearchLevel, seed: str) -> None:
        self._evaluation = evaluation
        self._level = level
        self._seed = seed

    def think(self, view: PlayerView, budget: Budget = USUAL) -> SearchResult:
        """Rank the candidates right after the action, then play the best of them on."""
        decision, level = view.decision, self._level
        if (only := only_action(decision)) is not None:
            return only
        seen = f"{self._seed}/{fingerprint(view)}"
        rng = Random(seen)
        trials = SampledPositions(self._evaluation, view, seen)
        search_budget = SearchBudget(budget, level.positions)
        lines = self._one_ply(trials, decision, search_budget, rng)
        if level.compared and not search_budget.exhausted:
            lines = self._played_on(trials, decision, lines, search_budget)
        best, spent = lines[0], search_budget.spent
        return SearchResult(best.action, best.worth, tuple(lines[:KEPT_LINES]), positions=spent)

    def _one_ply(
        self,
        trials: SampledPositions,
        decision: Decision,
        search_budget: SearchBudget,
        rng: Random,
    ) -> list[SearchLine]:
        """Lines of one action, best first."""
        level = self._level
        actions = trials.actions(decision, rng)
        if level.overlooked:
            seen = [each for each in actions if rng.random() >= level.overlooked]
            actions = seen or actions

        def worth(action: str) -> float:
            search_budget.spend(len(trials.worlds))
            return trials.worth(decision, action) + rng.gauss(0.0, level.blur)

        return rank(actions, worth, search_budget, rng)

    def _played_on(
        self,
        trials: SampledPositions,
        decision: Decision,
        lines: list[SearchLine],
        search_budget: SearchBudget,
    ) -> list[SearchLine]:
        """Return the best lines after more answers by all seats, each in the same number of
        worlds."""
        ends: dict[str, list[LineEnd]] = {line.action: [] for line in lines[: self._level.compared]}

        def try_out(action: str, number: int) -> None:
            ends[action].append(self._end(trials, decision, action, number, search_budget))

        compare(list(ends), range(len(trials.worlds)), try_out, search_budget)
        scored = [line_of(action, tried) for action, tried in ends.items() if tried]
        scored.sort(key=lambda line: line.worth, reverse=True)
        return scored or lines

    def _end(
        self,
        trials: SampledPositions,
        decision: Decision,
        action: str,
        number: int,
        search_budget: SearchBudget,
    ) -> LineEnd:
        """Play a line on in one world."""
        position = trials.worlds[number].copy()
        rng = Random(f"{trials.seed}/{number}/on")
        position.apply(trials.seat, action, decision.window)
        then = list[Step]()
        for _ in range(self._level.answers):
            decisions = position.decisions
            if not decisions or not decisions[0].must:
                break
            answer = self._quick(position, decisions[0], rng, search_budget)
            if len(then) < KEPT_STEPS:
                then.append(Step(decisions[0].seat, answer))
            position.apply(decisions[0].seat, answer, decisions[0].window)
        search_budget.spend()
        return LineEnd(self._evaluation.evaluate(position, trials.seat), tuple(then))

    def _quick(
        self, position: AnyPosition, decision: Decision, rng: Random, search_budget: SearchBudget
    ) -> str:
        """Return what looks best to the seat that is asked, among a few of its actions."""
        proposed = self._evaluation.propose(position, decision, rng)[:QUICK_CANDIDATES]
        if len(proposed) == 1:
            return proposed[0]
        if decision.sealed or not proposed:
            return self._evaluation.rollout_reply(position, decision, rng)
        best = (-2.0, "")
        for action in proposed:
            after = position.copy()
            after.apply(decision.seat, action, decision.window)
            search_budget.spend()
            best = max(best, (self._evaluation.evaluate(after, decision.seat), action))
        return best[1]
