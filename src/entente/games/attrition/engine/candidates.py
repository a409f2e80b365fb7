"""The candidates to compare: plans with different weights and goals, or a short menu."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import exp
from random import Random

from msgspec.structs import replace

from entente.games.attrition.context import DONE, AttritionContext
from entente.games.attrition.engine.features import (
    AttritionPosition,
    AttritionWeights,
    RegionEvaluator,
)
from entente.games.attrition.engine.search import Candidate
from entente.games.attrition.engine.turn_policy import PLANNED, TurnPolicy, planned_for, without
from entente.kernel import Decision, Pick

MOST = 14  # from a menu
GOALS = 5  # regions at which a plan may aim
WHIM = 0.6  # standard deviation of the noise in a random plan

Factors = dict[str, float]


def moods(weights: AttritionWeights) -> list[AttritionWeights]:
    """Return the same weights, bolder and more cautious."""
    return [
        weights,
        replace(weights, fear=weights.fear * 0.4, fear_contested=weights.fear_contested * 0.4),
        replace(weights, fear=weights.fear * 1.6, fear_empty=min(1.0, weights.fear_empty * 1.3)),
        replace(weights, lean=weights.lean * 1.7),
        replace(weights, fear_empty=weights.fear_empty * 0.6),
    ]


def plans(
    war: AttritionContext, decision: Decision, weights: AttritionWeights, most: int
) -> list[tuple[str, ...]]:
    """Plans for the rest of the turn without duplicates: first with other weights, then with
    goals."""
    different = dict[tuple[str, ...], tuple[str, ...]]()
    for policy, goals in islice(_planners(war, decision, weights), 3 * most):
        if len(different) >= most:
            break
        actions = policy.plan(war, decision, goals)
        different.setdefault(tuple(sorted(actions)), actions)
    return list(different.values())


def _planners(
    war: AttritionContext, decision: Decision, weights: AttritionWeights
) -> Iterator[tuple[TurnPolicy, Factors]]:
    for mood in moods(weights):
        yield TurnPolicy(mood), {}
    evaluator = RegionEvaluator(war, decision.seat, weights)
    targets = [
        region
        for region in war.board.regions
        if region in evaluator.chances and war.status(region) != decision.seat
    ]
    targets.sort(key=lambda region: (-evaluator.weigh(region), region))
    for region in targets[:GOALS]:
        yield TurnPolicy(weights), {region: 2.5}
    posts = [
        r for r in war.board.regions if r in evaluator.threats and war.status(r) == decision.seat
    ]
    posts.sort(key=lambda region: (-evaluator.weigh(region), region))
    for region in posts[:GOALS]:
        yield TurnPolicy(weights), {region: 2.0}
    for region in targets[:GOALS]:
        yield TurnPolicy(weights), {region: 0.3}
    if decision.step == "rail":
        yield TurnPolicy(weights, rails=False), {}
    rng = Random(str(targets))
    while True:  # random plans
        yield TurnPolicy(weights), {r: exp(rng.gauss(0.0, WHIM)) for r in war.board.regions}


def find_candidates(
    position: AttritionPosition,
    decision: Decision,
    weights: AttritionWeights,
    rng: Random,
    most: int,
) -> list[Candidate]:
    """Return the candidates; that of the policy without search comes first."""
    war, menu, step = position.context, decision.menu, decision.step
    if step in PLANNED:
        candidates = []
        for plan in plans(war, decision, weights, most):
            first = planned_for(step, plan)
            candidates.append(Candidate((first or DONE,), without(plan, first)))
        return _different(candidates)
    quick = TurnPolicy(weights).reply(position, decision, rng)
    if menu.size() <= MOST:
        others = [action for action in menu if action != quick]
    else:
        others = [menu.sample(rng) for _ in range(MOST - 1)]
        others = [action for action in dict.fromkeys(others) if action != quick]
    if isinstance(menu, Pick):
        others = others[:5]
    return [Candidate((quick,)), *(Candidate((action,)) for action in others)]


def _different(candidates: list[Candidate]) -> list[Candidate]:
    return list(
        {(candidate.actions, candidate.plan): candidate for candidate in candidates}.values()
    )
