"""The levels."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, inf
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from entente.games.attrition.war import War
from entente.kernel import Decision
from entente.players.evaluation.attrition import AttritionPosition, settle
from entente.players.minds import EASY, HARD, NORMAL, USUAL, Budget, Purse
from entente.players.minds.attrition.candidates import ways
from entente.players.minds.attrition.conduct import PLANNED, Conduct, moment
from entente.players.minds.attrition.knowledge import USUAL_WEIGHTS, Weights, squash, total_for
from entente.players.minds.attrition.reasons import reasons_for
from entente.players.minds.attrition.search import LEAST, Future, Way, compare
from entente.players.player import Sight
from entente.players.thought import Line, Step, Thought, shared
from entente.players.trials import fingerprint

# Not worth a comparison: futures do not find better than the quick judgement says.
SETTLED = (
    "losses",
    "return_tiles",
    "rolling_nation",
    "plan_battles",
    "choose_battle",
    "advance",
    "redeploy",
)
SMALL = 4  # what weighs little gets this part of the thinking
WEIGHTY = ("rail", "mobilise", "move", "declare_war", "surrender")
TOLD = 5  # lines that are kept
THEN = 6  # steps of a line that are kept …
THEN_AT_MOST = 20  # … where it parts later from the lines before it


class Level(NamedTuple):
    """How a level thinks. Without futures it does what looks best to it at once."""

    weights: Weights = USUAL_WEIGHTS
    usual: int = 0  # futures that are looked at, if nobody says how many
    worlds: int = 1
    plans: int = 1
    judgements: float = inf  # of regions, in all futures that are usual
    least: int = LEAST  # worlds before a way falls away
    rails: bool = True
    blur: float = 0.0  # how far it is off in what a region is worth
    overlooked: float = 0.0  # of all regions, each turn


# A beginner hardly asks what the enemy can do next, leaves land empty behind him, and sets his
# heart on places that are not worth it.
BEGINNER = Weights(
    ground=0.25,
    capital=0.9,
    infantry=0.3,
    artillery=0.4,
    airplane=0.4,
    idle=0.5,
    waiting=0.2,
    lean=0.25,
    fear=0.15,
    fear_empty=0.3,
    fear_contested=0.1,
    hope=0.2,
    share=0.6,
    advance=0.2,
)

# Too careful: it fears attacks more than it should, and prizes its tiles above ground.
CAREFUL = Weights(
    ground=0.2,
    capital=0.9,
    airplane=0.33,
    idle=0.3,
    lean=0.2,
    fear=0.28,
    fear_empty=0.6,
    hope=0.15,
    share=0.6,
    advance=0.4,
)

LEVELS = {
    EASY: Level(BEGINNER, rails=False, blur=0.8, overlooked=0.4),
    NORMAL: Level(CAREFUL, usual=24, worlds=12, plans=2),
    HARD: Level(usual=160, judgements=180_000, worlds=48, plans=8, least=8),
}


class AttritionMind:
    """Plans turns, and keeps to the plan until something comes between."""

    def __init__(self, level: Level, seed: str) -> None:
        self._level = level
        self._seed = seed
        self._conduct = Conduct(level.weights, rails=level.rails)

    def think(self, sight: Sight, budget: Budget = USUAL) -> Thought:
        """What to do, and why."""
        decision, level = sight.decision, self._level
        if decision.menu.size() == 1:
            return Thought(action := next(iter(decision.menu)), 0.0, (Line(action, 0.0),))
        seen = f"{self._seed}/{fingerprint(sight)}"
        rng = Random(seen)
        worlds = [sight.imagine(rng) for _ in range(level.worlds)]
        settle(worlds, sight.seat, rng)
        question = worlds[0].decision(sight.seat, decision.window)
        assert question is not None
        if level.blur:
            self._misjudge(worlds[0].context, sight.seat)
        if not level.usual or self._is_settled(worlds[0].context, question):
            return self._at_once(worlds[0], question, rng)
        purse = Purse(budget, level.usual)
        most = level.judgements * purse.left / level.usual
        if decision.step not in WEIGHTY:
            purse.left = max(1, purse.left // SMALL)
        plans = max(2, min(level.plans, purse.left // level.least))
        found = ways(worlds[0], question, level.weights, rng, plans)[: 2 * plans]
        if len(found) > 1:
            future = Future(worlds, question, seen, turns=1, most=most)
            found = compare(future, found, purse, level.least)
        return self._told(worlds[0], question, found, max(1, purse.spent))  # a plan at least

    def _misjudge(self, war: War, seat: str) -> None:
        """What a beginner thinks of places, the same for a whole turn."""
        rng = Random(f"{self._seed}/{moment(war)}/{seat}")
        blur, overlooked = self._level.blur, self._level.overlooked
        self._conduct.goals = {
            region: 0.0 if rng.random() < overlooked else exp(rng.gauss(0.0, blur))
            for region in war.board.regions
        }

    def _is_settled(self, war: War, question: Decision) -> bool:
        """Whether there is nothing to compare any more: the plan of the turn is made."""
        if question.step in SETTLED:
            return True
        return question.step in PLANNED and self._conduct.is_under_way(war, question)

    def _at_once(self, world: AttritionPosition, question: Decision, rng: Random) -> Thought:
        """What the quick judgement says."""
        action = self._conduct.answer(world, question, rng)
        if question.step in PLANNED:
            way = Way((action,), self._conduct.planned)
        else:
            way = Way((action,))
        return self._told(world, question, [way], 1)

    def _told(
        self, world: AttritionPosition, question: Decision, found: list[Way], spent: int
    ) -> Thought:
        best, seat = found[0], question.seat
        reasons = reasons_for(world.context, seat, question.step, best, found[1:])
        if best.plan is not None:
            self._conduct.follow(world.context, best.plan)
        now = squash(total_for(world.context, seat))
        rests = [tuple(Step(seat, each) for each in way.rest) for way in found[:TOLD]]
        lines = tuple(
            self._line(way, rest[: _told_of(rest, rests[:number])], now)
            for number, (way, rest) in enumerate(zip(found, rests, strict=False))
        )
        return Thought(best.said[0], lines[0].worth, lines, reasons, max(1, spent))

    def _line(self, way: Way, then: tuple[Step, ...], now: float) -> Line:
        if not way.worths:
            return Line(way.said[0], now, then=then)
        return Line(way.said[0], way.mean, way.worst, then, way.feared)


def quick(weights: Mapping[str, float], seed: str) -> AttritionMind:
    """Somebody who judges by these figures, and compares nothing."""
    return AttritionMind(Level(replace(USUAL_WEIGHTS, **weights)), seed)


def _told_of(rest: tuple[Step, ...], before: list[tuple[Step, ...]]) -> int:
    """How many steps of a line are told: enough to see where it parts from those before it."""
    return min(THEN_AT_MOST, max(THEN, 1 + shared(rest, before)))
