"""The levels."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from entente.players.evaluation.attrition import settle
from entente.players.minds import EASY, HARD, NORMAL, USUAL, Budget, Purse
from entente.players.minds.attrition.candidates import ways
from entente.players.minds.attrition.conduct import PLANNED, Conduct, moment
from entente.players.minds.attrition.knowledge import USUAL_WEIGHTS, Weights
from entente.players.minds.attrition.search import Future, Way, compare
from entente.players.player import Sight
from entente.players.thought import Line, Step, Thought
from entente.players.trials import fingerprint

SETTLED = ("losses", "return_tiles", "rolling_nation")  # not worth a comparison
TOLD = 5
THEN = 6


class Level(NamedTuple):
    """How a level thinks."""

    usual: int = 0  # futures that are looked at, if nobody says how many
    worlds: int = 1
    plans: int = 1
    turns: int = 1
    weights: Weights = USUAL_WEIGHTS


LEVELS = {
    EASY: Level(),
    NORMAL: Level(),
    HARD: Level(120, worlds=12, plans=12),
}


class AttritionMind:
    """Plans turns, and keeps to the plan until something comes between."""

    def __init__(self, level: Level, seed: str) -> None:
        self._level = level
        self._seed = seed
        self._conduct = Conduct(level.weights)

    def think(self, sight: Sight, budget: Budget = USUAL) -> Thought:
        decision, level = sight.decision, self._level
        if decision.menu.size() == 1:
            return Thought(action := next(iter(decision.menu)), 0.0, (Line(action, 0.0),))
        seen = f"{self._seed}/{fingerprint(sight)}"
        rng = Random(seen)
        worlds = [sight.imagine(rng) for _ in range(level.worlds)]
        settle(worlds, sight.seat, rng)
        first = worlds[0]
        question = first.decision(sight.seat, decision.window)
        assert question is not None
        purse = Purse(budget, level.usual)
        if not level.usual or (decision.step in PLANNED and self._conduct.is_under_way(first.context, question)):
            action = self._conduct.answer(first, question, rng)
            return Thought(action, 0.0, (Line(action, 0.0),))
        if decision.step in SETTLED:
            action = self._conduct.answer(first, question, rng)
            return Thought(action, 0.0, (Line(action, 0.0),))
        if decision.step not in PLANNED or decision.step in ("advance", "redeploy"):
            purse.left = min(purse.left, level.usual // 4)
        found = ways(first, question, level.weights, rng, level.plans)
        if len(found) > 1:
            found = compare(Future(worlds, question, seen, turns=level.turns), found, purse)
        best = found[0]
        if best.plan is not None:
            self._conduct.follow(first.context, best.plan)
        lines = tuple(self._line(way, sight.seat) for way in found[:TOLD])
        return Thought(best.said[0], lines[0].worth, lines, positions=purse.spent)

    def _line(self, way: Way, seat: str) -> Line:
        rest = (*way.said[1:], *(way.plan or ()))
        then = tuple(Step(seat, action) for action in rest[:THEN])
        if not way.worths:
            return Line(way.said[0], 0.0, then=then)
        return Line(way.said[0], way.mean, way.worst, then, way.feared)
