"""The candidates to compare: plans with different weights and goals, or a short menu."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import exp, inf
from random import Random
from typing import NamedTuple

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
        replace(
            weights,
            fear=weights.fear * 1.6,
            fear_empty=min(1.0, weights.fear_empty * 1.3),
            fear_beyond=min(1.0, weights.fear_beyond * 1.6),
        ),
        replace(weights, lean=weights.lean * 1.7),
        replace(weights, fear_empty=weights.fear_empty * 0.6),
    ]


class TurnPlans(NamedTuple):
    """Plans for the rest of a turn, and the operations that they cost."""

    plans: list[tuple[str, ...]]
    operations: int


def plans(
    war: AttritionContext,
    decision: Decision,
    weights: AttritionWeights,
    most: int,
    operations: float = inf,
) -> TurnPlans:
    """Plans for the rest of the turn without duplicates: first with other weights, then with goals.
    When the operations are spent, no more are made; one is made always."""
    different, spent = dict[tuple[str, ...], tuple[str, ...]](), 0
    for policy, goals in islice(_planners(war, decision, weights), 3 * most):
        if different and (len(different) >= most or spent >= operations):
            break
        actions = policy.plan(war, decision, goals)
        spent += policy.operations
        different.setdefault(tuple(sorted(actions)), actions)
    return TurnPlans(list(different.values()), spent)


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
        region
        for region in war.board.regions
        if (region in evaluator.threats or region in evaluator.fronts)
        and war.status(region) == decision.seat
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
    operations: float = inf,
) -> tuple[list[Candidate], int]:
    """Return the candidates and the operations that their plans cost; the candidate of the policy
    without search comes first."""
    war, menu, step = position.context, decision.menu, decision.step
    if step in PLANNED:
        found, candidates = plans(war, decision, weights, most, operations), []
        for plan in found.plans:
            first = planned_for(step, plan)
            candidates.append(Candidate((first or DONE,), without(plan, first)))
        return _different(candidates), found.operations
    quick = TurnPolicy(weights).reply(position, decision, rng)
    if menu.size() <= MOST:
        others = [action for action in menu if action != quick]
    else:
        others = [menu.sample(rng) for _ in range(MOST - 1)]
        others = [action for action in dict.fromkeys(others) if action != quick]
    if isinstance(menu, Pick):
        others = others[:5]
    return [Candidate((quick,)), *(Candidate((action,)) for action in others)], 0


def _different(candidates: list[Candidate]) -> list[Candidate]:
    return list(
        {(candidate.actions, candidate.plan): candidate for candidate in candidates}.values()
    )
