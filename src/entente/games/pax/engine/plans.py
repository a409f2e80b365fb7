"""Plans for a turn (6): several are made, played out on a sketch of the rest of the game, and the
best is carried out order by order.

A plan is what a power would place with all its money. The usual plan follows the level's own
judgement; the others differ in what they prefer, and in what they place first. All are compared in
the same imagined games, in which the other powers invest at the same time; what counts is the lead
at the end over the best others. Another plan replaces the usual one only if its gain is clearly
more than the noise of the sketch. The comparison is repeated before every marker, so that nothing
has to be remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from entente.games.pax.areas.communication import areas_with_line
from entente.games.pax.board import STATUS_WORDS, Area, Power, Status
from entente.games.pax.context import pool_of
from entente.games.pax.engine.evaluator import spendable
from entente.games.pax.engine.forces import ArmyPlanner
from entente.games.pax.engine.level_evaluator import LevelEvaluator, PlanChoice
from entente.games.pax.engine.level_markers import marker_options, propose_markers, room
from entente.games.pax.engine.markers import (
    Advice,
    MarkerOption,
    first_there,
    provocation_gain,
)
from entente.games.pax.engine.outlook import (
    INFLUENCE,
    INTEREST,
    PROTECTORATE,
    Economy,
    Sketch,
    SketchOption,
    lead,
    outlook,
)
from entente.games.pax.movement.marker_orders import open_levels
from entente.kernel import parse_action
from entente.players.engines.comparison import half

LEAST = 0.7  # of its price: what a marker must bring to be considered
WORLDS = 48  # imagined games
CUT = 8  # imagined games after which the worse half of the plans is dropped
FORCED = 8  # markers that are tried as the first of a plan
WAR_PAYS = 3.0  # times its price: what a casus belli must bring
PREFERRED = 5.0  # how much more a kind of marker counts in a plan that prefers it
LEAST_WORLDS = 8  # imagined games without which the usual plan is kept
SIGNIFICANT = 2.0  # standard errors by which another plan must be better than the usual one
LEAST_GAIN = 4.0  # points by which it must be, since the sketch itself errs


class Plan(NamedTuple):
    """What a power would place, the first first."""

    orders: tuple[int, ...]  # indexes of options
    usual: bool = False  # by the level's own judgement


def plan_markers(
    evaluator: LevelEvaluator,
    power: Power,
    orders: dict[str, tuple[str, ...]],
    planner: ArmyPlanner,
    where: set[Area] | None,
) -> Iterator[Advice]:
    """Yield the next marker of the best plan as advice, with the options that were compared."""
    if evaluator.budget is None or where is not None or power != evaluator.seat:
        yield from propose_markers(evaluator, power, orders, planner, where)
        return
    if not evaluator.plans_ahead:
        yield from propose_markers(evaluator, power, orders, planner, where)
        return
    if evaluator.weights.makes_room:
        lowered = orders.get("lower", ())
        poorest = _room_for_cause(evaluator, power, lowered) or room(evaluator, power, lowered)
        if poorest is not None:
            yield Advice(poorest)
    options = marker_options(evaluator, power, orders, planner, where, LEAST)
    if not options:
        return
    provocation = _provocation(evaluator, power, options)
    if provocation is not None:
        yield Advice(provocation.order, (provocation,))
        return
    best = _best_plan(evaluator, options)
    chosen = _first_order(options, best)
    if chosen is not None:
        rest = [option for option in options if option is not chosen]
        yield Advice(chosen.order, (chosen, *rest))


def _best_plan(evaluator: LevelEvaluator, options: Sequence[MarkerOption]) -> Plan:
    """Play all plans out in the same imagined games, as far as the budget goes, and return the best
    one, or the usual one if no other is clearly better."""
    world, budget = evaluator.world, evaluator.budget
    assert budget is not None
    sketch = Sketch(world, evaluator.seat)
    money = float(spendable(world, evaluator.seat))
    sketch.money[sketch.me] = money
    sketched = [_sketched(sketch, option) for option in options]
    turns = sketch.horizon - sketch.turn + 1
    usual = _usual(options, sketched, sketch, money, evaluator.hurdle)
    others = [
        plan for plan in _plans(options, sketched, sketch, money) if plan.orders != usual.orders
    ]
    plans = [usual, *others][: max(1, budget.left // turns)]
    scores: dict[Plan, list[float]] = {plan: [] for plan in plans}
    leads: dict[Plan, list[float]] = {plan: [] for plan in plans}
    left = plans
    for number in range(WORLDS):
        if len(left) < 2 or budget.exhausted or budget.left < turns * len(left):
            break
        for plan in left:
            rng = Random(f"{evaluator.seed}/{sketch.turn}/{number}")
            points = Economy(sketch, rng).play([sketched[each] for each in plan.orders])
            scores[plan].append(outlook(points, sketch.me))
            leads[plan].append(lead(points, sketch.me))
            budget.spend(turns)
        if (number + 1) % CUT == 0:
            ranked = sorted(left[1:], key=lambda plan: -fmean(scores[plan]))
            left = [usual, *ranked[: half(len(ranked), 1)]]
    best = max(left, key=lambda plan: fmean(scores[plan])) if scores[usual] else usual
    if not clearly_better(scores[best], scores[usual]):
        best = usual
    evaluator.compared = _choice(options, best, leads, sketch.horizon)
    return best


def clearly_better(scores: Sequence[float], usual: Sequence[float]) -> bool:
    """Whether a plan did better than the usual one in the same imagined games by more than chance
    and the errors of the sketch explain."""
    gains = [score - other for score, other in zip(scores, usual, strict=True)]
    if len(gains) < LEAST_WORLDS:
        return False
    gain, error = fmean(gains), stdev(gains) / sqrt(len(gains))
    return gain > max(LEAST_GAIN, SIGNIFICANT * error)


def _choice(
    options: Sequence[MarkerOption], best: Plan, leads: dict[Plan, list[float]], turn: int
) -> PlanChoice | None:
    """Return what the comparison came to; None: there was nothing to compare."""
    tried = sorted((plan for plan in leads if leads[plan]), key=lambda plan: plan is not best)
    if not tried:
        return None
    shown = dict[str, float]()
    for plan in tried:
        first = _first_order(options, plan)
        shown.setdefault(first.order if first else "", fmean(leads[plan]))
    return PlanChoice(len(leads), turn, tuple(shown.items()))


def _room_for_cause(evaluator: LevelEvaluator, power: Power, orders: tuple[str, ...]) -> str | None:
    """If no counter is left for the cause of a war that should pay, return the poorest interest to
    remove."""
    world = evaluator.world
    if not evaluator.weights.provokes or world.counters(power, pool_of(Status.INFLUENCE)) > 0:
        return None
    interests = [
        (evaluator.worth(power, area, Status.INTEREST), order)
        for order in orders
        if order.endswith(" none")
        and world.status(power, area := parse_action(order).args[0]) is Status.INTEREST
    ]
    price = world.board.prices[Status.INFLUENCE].cost
    if not interests or spendable(world, power) < price:
        return None
    lost, order = min(interests)
    for area in areas_with_line(world, power):
        rival = first_there(world, power, area)
        if rival is None or world.status(power, area) is not Status.NONE:
            continue
        if Status.INFLUENCE not in {each.status for each in open_levels(world, power, area)}:
            continue
        if provocation_gain(evaluator, power, rival) > WAR_PAYS * price + max(0.0, lost):
            return order
    return None


def _first_order(options: Sequence[MarkerOption], plan: Plan) -> MarkerOption | None:
    """Return what a plan places first: what rivals may take; the usual plan has its own order."""
    if plan.usual:
        return options[plan.orders[0]] if plan.orders else None
    first = min(plan.orders, key=lambda number: _urgency(options[number]), default=None)
    return None if first is None else options[first]


def _provocation(
    evaluator: LevelEvaluator, power: Power, options: Sequence[MarkerOption]
) -> MarkerOption | None:
    """Return an influence beside another's new control, as a cause for a war that should pay; the
    sketch knows no wars. None: there is no such opportunity."""
    for option in options:
        *_, area, word = parse_action(option.order).words
        if STATUS_WORDS[word] is not Status.INFLUENCE or option.gain < WAR_PAYS * option.cost:
            continue
        if first_there(evaluator.world, power, area) is not None:
            return option
    return None


def _sketched(sketch: Sketch, option: MarkerOption) -> SketchOption:
    *_, area, word = parse_action(option.order).words
    level = min(int(STATUS_WORDS[word]), int(Status.POSSESSION))
    return SketchOption(sketch.index[area], level, option.gain, option.cost)


def _urgency(option: MarkerOption) -> tuple[int, float]:
    """Put first what rivals may take: control, then claims, then interests."""
    status = STATUS_WORDS[parse_action(option.order).words[-1]]
    return -min(int(status), int(Status.PROTECTORATE)), -option.rank


# -- making plans


def _usual(
    options: Sequence[MarkerOption],
    sketched: Sequence[SketchOption],
    sketch: Sketch,
    money: float,
    hurdle: float,
) -> Plan:
    """Return what the level would place without a comparison; options are sorted by rank."""
    wanted = [n for n, option in enumerate(options) if option.gain > hurdle * option.cost]
    return Plan(_affordable(sketched, wanted, sketch, money), usual=True)


def _plans(
    options: Sequence[MarkerOption],
    sketched: Sequence[SketchOption],
    sketch: Sketch,
    money: float,
) -> list[Plan]:
    """Return different plans: by what they prefer, and by what they place first."""
    numbers = range(len(options))

    def by(weight: Callable[[SketchOption], float]) -> list[int]:
        figures = [weight(each) * each.gain / each.cost for each in sketched]
        return sorted((n for n in numbers if figures[n] > 0), key=lambda n: -figures[n])

    def prefers(*levels: int, without: tuple[int, ...] = ()) -> list[int]:
        return by(
            lambda each: (
                0.0
                if min(each.level, PROTECTORATE) in without
                else PREFERRED
                if min(each.level, PROTECTORATE) in levels
                else 1.0
            )
        )

    usual = by(lambda each: 1.0)
    urgent = sorted(numbers, key=lambda n: -options[n].rank)
    orders: list[list[int]] = [
        usual,
        urgent,
        prefers(PROTECTORATE),
        prefers(INFLUENCE),
        prefers(INTEREST),
        prefers(INFLUENCE, PROTECTORATE),
        prefers(INFLUENCE, without=(PROTECTORATE,)),
        prefers(INTEREST, without=(PROTECTORATE,)),
        prefers(INTEREST, without=(PROTECTORATE, INFLUENCE)),
        [],
    ]
    first = [*usual[:FORCED], *urgent[:FORCED]]
    orders += [[n, *(each for each in usual if each != n)] for n in first]
    orders += [[each for each in usual if each != n] for n in usual[: FORCED // 2]]
    return list(dict.fromkeys(Plan(_affordable(sketched, each, sketch, money)) for each in orders))


def _affordable(
    sketched: Sequence[SketchOption], order: Sequence[int], sketch: Sketch, money: float
) -> tuple[int, ...]:
    """Return what money and counters are enough for, one marker in an area."""
    chosen, taken = list[int](), set[int]()
    lesser, greater = sketch.lesser[sketch.me], sketch.greater[sketch.me]
    levels = sketch.levels[sketch.me]
    for number in order:
        area, level, _, cost = sketched[number]
        before = levels.get(area, 0)
        if cost > money or area in taken:
            continue
        if level >= PROTECTORATE > before:
            if greater <= 0:
                continue
            greater -= 1
        elif before == 0:
            if lesser <= 0:
                continue
            lesser -= 1
        money -= cost
        taken.add(area)
        chosen.append(number)
    return tuple(chosen)
