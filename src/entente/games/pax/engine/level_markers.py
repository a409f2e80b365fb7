"""Which marker to place, raise or remove: the return of each."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.pax.areas.communication import areas_with_line, has_line
from entente.games.pax.board import STATUS_WORDS, Area, Power, Status
from entente.games.pax.context import pool_of
from entente.games.pax.economy.spending import unit_money
from entente.games.pax.engine.africa import pull
from entente.games.pax.engine.evaluator import spendable, turns_left
from entente.games.pax.engine.features import money_in
from entente.games.pax.engine.forces import SURE, ArmyPlanner
from entente.games.pax.engine.level_evaluator import LevelEvaluator
from entente.games.pax.engine.markers import (
    Advice,
    MarkerOption,
    first_there,
    gain_of,
    is_free,
    price_of_word,
)
from entente.games.pax.movement.marker_orders import highest_of_others, locked, price
from entente.kernel import parse_action

CROWDED = 0.05  # the probability that a marker can no longer be placed a turn later
UNREST_ENDS = 0.9  # the same for control that only unrest permits
EACH_RIVAL = 0.035  # the probability that one rival takes an area in a turn, per point of value
WORTHLESS = 2  # value that does not count
ROOM_WORTH = 1.4  # how much better the new place of an interest must be than the old one


def propose_markers(
    evaluator: LevelEvaluator,
    power: Power,
    orders: dict[str, tuple[str, ...]],
    planner: ArmyPlanner,
    where: set[Area] | None,
) -> Iterator[Advice]:
    """First an interest to give up for a better one, if the level does that; then the best marker
    with all that were compared."""
    if evaluator.weights.makes_room and where is None:
        poorest = room(evaluator, power, orders.get("lower", ()))
        if poorest is not None:
            yield Advice(poorest)
    options = marker_options(evaluator, power, orders, planner, where)
    if options:
        yield Advice(options[0].order, tuple(options))


def marker_options(
    evaluator: LevelEvaluator,
    power: Power,
    orders: dict[str, tuple[str, ...]],
    planner: ArmyPlanner,
    where: set[Area] | None,
    least: float | None = None,
) -> list[MarkerOption]:
    """Return the markers that bring more than they cost, best first. `least` is what each must
    bring per pound, if that is not the level's own figure."""
    world, weights = evaluator.world, evaluator.weights
    money, for_units = spendable(world, power), unit_money(world, power, "army")
    passages = pull(world, power)
    options, hurdle = list[MarkerOption](), evaluator.hurdle if least is None else least
    for order in (*orders.get("raise", ()), *orders.get("place", ())):
        area, word = parse_action(order).args
        status = STATUS_WORDS[word]
        if status is Status.TOP or (where is not None and area not in where):
            continue
        seen = evaluator.sharpness(area)
        cost = price(world, power, area, status)
        if not seen or not 0 < cost <= money:
            continue
        gain = seen * gain_of(evaluator, power, area, status, passages.get(area, 0.0))
        if gain <= hurdle * cost:
            continue
        gain -= price_of_word(evaluator, power, area, status)
        total, haste = float(cost), 1.0
        if status.is_control and not world.status(power, area).is_control:
            force = planner.force(area, gain, min(money - cost, for_units), will_fight=True)
            if force is None or force.won < SURE:
                continue
            total, gain = total + force.cost, force.score + force.cost
            contested = first_there(world, power, area) is not None
            haste = weights.now_or_never if contested else weights.first_come
        if gain > hurdle * total:
            lost = (
                _lost_by_waiting(evaluator, power, area, status, gain) if weights.foresees else gain
            )
            rank = (
                lost if weights.foresees and haste < weights.now_or_never else haste * gain
            ) / total
            options.append(MarkerOption(order, gain, total, rank))
    return sorted(options, key=lambda option: -option.rank)


def _lost_by_waiting(
    evaluator: LevelEvaluator, power: Power, area: Area, status: Status, gain: float
) -> float:
    """Return the cost of placing a marker a turn later: its income of that turn, and all of its
    value times the probability that another power comes first."""
    world = evaluator.world
    if not turns_left(world):
        return gain
    before = world.status(power, area)
    value, prices = world.board.value(area), world.board.prices
    net = prices[status].income * value - prices[status].upkeep - status.is_control
    if before is not Status.NONE:
        net -= prices[before].income * value - prices[before].upkeep - before.is_control
    soon = net * money_in(world, evaluator.weights, 1)
    return soon + chance_taken(evaluator, power, area, status) * gain


def chance_taken(evaluator: LevelEvaluator, power: Power, area: Area, status: Status) -> float:
    """Return the probability that another power takes control of an area in the next turn; it grows
    with the area's value."""
    world = evaluator.world
    if status is Status.INTEREST or world.status(power, area).is_control:
        return CROWDED
    if not is_free(world, area):
        return UNREST_ENDS if status.is_control else CROWDED
    each = EACH_RIVAL * max(0, world.board.value(area) - WORTHLESS)
    rivals = sum(
        rival != evaluator.seat
        and has_line(world, rival, area)
        and world.can_have(rival, area, Status.PROTECTORATE)
        for rival in world.seats
    )
    return 1.0 - float((1.0 - min(0.5, each)) ** rivals)


def room(evaluator: LevelEvaluator, power: Power, orders: tuple[str, ...]) -> str | None:
    """6.1: if no counter is left, the poorest interest to remove for a better one; None: none is
    better."""
    world = evaluator.world
    if world.counters(power, pool_of(Status.INTEREST)) > 0 or not orders:
        return None
    poorest = min(
        (
            (evaluator.worth(power, area, Status.INTEREST), order)
            for order in orders
            if order.endswith(" none")
            and world.status(power, area := parse_action(order).args[0]) is Status.INTEREST
        ),
        default=None,
    )
    cost = world.board.prices[Status.INTEREST].cost
    if poorest is None or spendable(world, power) < cost:
        return None
    open_ = [area for area in areas_with_line(world, power) if _is_open(evaluator, power, area)]
    best = max((evaluator.worth(power, area, Status.INTEREST) for area in open_), default=0.0)
    if best > ROOM_WORTH * poorest[0] + evaluator.hurdle * cost:
        return poorest[1]
    return None


def _is_open(evaluator: LevelEvaluator, power: Power, area: Area) -> bool:
    """Whether a new interest may be placed in an area with a line (6.1), and would last."""
    world = evaluator.world
    if world.status(power, area) is not Status.NONE or world.in_unrest(area):
        return False
    if locked(world, area, Status.INTEREST) or not evaluator.sharpness(area):
        return False
    if any(marker.is_control and marker.is_new for marker in world.markers(area).values()):
        return False
    return highest_of_others(world, power, area) < Status.POSSESSION
