"""A mind for any game: what its evaluation proposes is tried, and the best of it is played on.

The levels differ in how well they judge and how far they look. An easy one looks at once after its
own action, at some of what it might do, and misjudges; the others compare what looked best by what
it leads to, in the same imagined positions.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from entente.kernel import Decision
from entente.players.engines import (
    EASY,
    HARD,
    NORMAL,
    USUAL,
    Budget,
    Engine,
    Evaluation,
    SearchBudget,
    evaluation_of,
)
from entente.players.player import AnyPosition, PlayerView
from entente.players.search_result import Line, SearchResult, Step
from entente.players.trials import SampledPositions, fingerprint

TOLD = 5  # lines that are kept
THEN = 4  # steps of a line that are kept


class Level(NamedTuple):
    """How a level thinks."""

    usual: int  # positions, if nobody says how many
    overlooked: float = 0.0  # of what could be tried
    blur: float = 0.0  # how far a judgement may be off
    compared: int = 0  # lines that are played on
    answers: int = 0  # of anybody, until one looks again


LEVELS = {
    EASY: Level(200, overlooked=0.3, blur=0.08),
    NORMAL: Level(1_000, compared=4, answers=6),
    HARD: Level(4_000, compared=8, answers=16),
}


def mind(game_id: str, level: str, seed: str) -> Engine:
    """Somebody who thinks at a level."""
    return AnyGameEngine(evaluation_of(game_id), LEVELS[level], seed)


class AnyGameEngine:
    """Thinks with the evaluation of a game."""

    def __init__(self, evaluation: Evaluation, level: Level, seed: str) -> None:
        self._evaluation = evaluation
        self._level = level
        self._seed = seed

    def think(self, sight: PlayerView, budget: Budget = USUAL) -> SearchResult:
        """What looks best right after it; then what looks best after more has been played."""
        decision, level = sight.decision, self._level
        if decision.menu.size() == 1:
            return SearchResult(action := next(iter(decision.menu)), 0.0, (Line(action, 0.0),))
        seen = f"{self._seed}/{fingerprint(sight)}"
        rng = Random(seen)
        trials = SampledPositions(self._evaluation, sight, seen)
        purse = SearchBudget(budget, level.usual)
        lines = self._at_first_sight(trials, decision, purse, rng)
        if level.compared and not purse.exhausted:
            lines = self._played_on(trials, decision, lines, purse)
        best = lines[0]
        return SearchResult(best.action, best.worth, tuple(lines[:TOLD]), positions=purse.spent)

    def _at_first_sight(
        self, trials: SampledPositions, decision: Decision, purse: SearchBudget, rng: Random
    ) -> list[Line]:
        """Lines of one action, best first."""
        level = self._level
        actions = trials.actions(decision, rng)
        if level.overlooked:
            seen = [each for each in actions if rng.random() >= level.overlooked]
            actions = seen or actions
        found = list[tuple[float, float, Line]]()
        for action in actions:
            if found and purse.exhausted:
                break
            purse.spend(len(trials.worlds))
            worth = trials.worth(decision, action) + rng.gauss(0.0, level.blur)
            found.append((worth, rng.random(), Line(action, worth)))
        found.sort(key=lambda each: each[:2], reverse=True)
        return [line for _, _, line in found]

    def _played_on(
        self, trials: SampledPositions, decision: Decision, lines: list[Line], purse: SearchBudget
    ) -> list[Line]:
        """The best lines, after more answers by everybody: as many worlds for each."""
        compared = lines[: self._level.compared]
        tried: list[list[tuple[float, tuple[Step, ...]]]] = [[] for _ in compared]
        for number in range(len(trials.worlds)):
            if purse.exhausted:
                break
            for line, ends in zip(compared, tried, strict=True):
                ends.append(self._end(trials, decision, line.action, number, purse))
        if not tried[0]:
            return lines
        told = []
        for line, ends in zip(compared, tried, strict=True):
            mean = sum(worth for worth, _ in ends) / len(ends)
            worst, feared = min(ends, key=lambda end: end[0])
            then = ends[0][1]
            told.append(Line(line.action, mean, worst, then, feared))
        told.sort(key=lambda line: line.worth, reverse=True)
        return told

    def _end(
        self,
        trials: SampledPositions,
        decision: Decision,
        action: str,
        number: int,
        purse: SearchBudget,
    ) -> tuple[float, tuple[Step, ...]]:
        """What a line comes to in one world, and how it went on."""
        position = trials.worlds[number].copy()
        rng = Random(f"{trials.seed}/{number}/on")
        position.apply(trials.seat, action, decision.window)
        then = list[Step]()
        for _ in range(self._level.answers):
            asked = position.decisions
            if not asked or not asked[0].must:
                break
            answer = self._quick(position, asked[0], rng, purse)
            if len(then) < THEN:
                then.append(Step(asked[0].seat, answer))
            position.apply(asked[0].seat, answer, asked[0].window)
        purse.spend()
        return self._evaluation.evaluate(position, trials.seat), tuple(then)

    def _quick(
        self, position: AnyPosition, asked: Decision, rng: Random, purse: SearchBudget
    ) -> str:
        """What looks best to whoever is asked, of a few of its actions."""
        proposed = self._evaluation.propose(position, asked, rng)[:6]
        if len(proposed) == 1:
            return proposed[0]
        if asked.sealed or not proposed:
            return self._evaluation.answer(position, asked, rng)
        best = (-2.0, "")
        for action in proposed:
            after = position.copy()
            after.apply(asked.seat, action, asked.window)
            purse.spend()
            best = max(best, (self._evaluation.evaluate(after, asked.seat), action))
        return best[1]
