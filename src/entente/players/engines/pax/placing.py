"""Which marker to place, raise or take away: what each brings for its price."""

from __future__ import annotations

from typing import NamedTuple

from entente.games.pax.areas.communication import areas_with_line, has_line
from entente.games.pax.board import STATUS_WORDS, Area, Power, Status
from entente.games.pax.context import pool_of
from entente.games.pax.economy.spending import unit_money
from entente.games.pax.movement.marker_orders import highest_of_others, locked, price
from entente.players.engines.pax.features import money_in
from entente.players.engines.pax.level_evaluator import LevelEvaluator
from entente.players.evaluation.pax.africa import pull
from entente.players.evaluation.pax.evaluator import spendable, turns_left
from entente.players.evaluation.pax.forces import SURE, ArmyPlanner
from entente.players.evaluation.pax.markers import (
    first_there,
    gain_of,
    is_free,
    price_of_word,
)

CROWDED = 0.05  # the chance that a marker cannot be placed any more a turn later
UNREST_ENDS = 0.9  # the same for control where only unrest opens an area
EACH_RIVAL = 0.035  # the chance that one rival takes an area in a turn, for each point of value
WORTHLESS = 2  # that nobody counts
ROOM_WORTH = 1.4  # how much better the new place of an interest must be than the old one


class Hope(NamedTuple):
    """An order with what it brings and costs in pounds, its armies counted."""

    order: str
    gain: float
    cost: float
    rank: float  # for each pound: the gain, with haste for some things, or what waiting would lose


def hopes(
    mind: LevelEvaluator,
    power: Power,
    orders: dict[str, tuple[str, ...]],
    staff: ArmyPlanner,
    where: set[Area] | None,
) -> list[Hope]:
    """The markers that bring more than they cost, the best first."""
    world, weights = mind.world, mind.weights
    money, for_units = spendable(world, power), unit_money(world, power, "army")
    passages = pull(world, power)
    found, hurdle = list[Hope](), mind.hurdle
    for order in (*orders.get("raise", ()), *orders.get("place", ())):
        _, area, word = order.split(" ")
        status = STATUS_WORDS[word]
        if status is Status.TOP or (where is not None and area not in where):
            continue
        seen = mind.sight_of(area)
        cost = price(world, power, area, status)
        if not seen or not 0 < cost <= money:
            continue
        gain = seen * gain_of(mind, power, area, status, passages.get(area, 0.0))
        if gain <= hurdle * cost:
            continue
        gain -= price_of_word(mind, power, area, status)
        total, haste = float(cost), 1.0
        if status.is_control and not world.status(power, area).is_control:
            force = staff.force(area, gain, min(money - cost, for_units), will_fight=True)
            if force is None or force.won < SURE:
                continue
            total, gain = total + force.cost, force.score + force.cost
            contested = first_there(world, power, area) is not None
            haste = weights.now_or_never if contested else weights.first_come
        if gain > hurdle * total:
            lost = _lost_by_waiting(mind, power, area, status, gain) if weights.foresees else gain
            rank = (
                lost if weights.foresees and haste < weights.now_or_never else haste * gain
            ) / total
            found.append(Hope(order, gain, total, rank))
    return sorted(found, key=lambda hope: -hope.rank)


def _lost_by_waiting(
    mind: LevelEvaluator, power: Power, area: Area, status: Status, gain: float
) -> float:
    """What it costs to place a marker a turn later: what it brings in that turn, and all of it by
    the chance that somebody else is there by then."""
    world = mind.world
    if not turns_left(world):
        return gain
    before = world.status(power, area)
    value, prices = world.board.value(area), world.board.prices
    net = prices[status].income * value - prices[status].upkeep - status.is_control
    if before is not Status.NONE:
        net -= prices[before].income * value - prices[before].upkeep - before.is_control
    soon = net * money_in(world, mind.weights, 1)
    return soon + chance_taken(mind, power, area, status) * gain


def chance_taken(mind: LevelEvaluator, power: Power, area: Area, status: Status) -> float:
    """How likely it is that another takes control of an area in the next turn: each who could
    would, the sooner the more it is worth."""
    world = mind.world
    if status is Status.INTEREST or world.status(power, area).is_control:
        return CROWDED
    if not is_free(world, area):
        return UNREST_ENDS if status.is_control else CROWDED
    each = EACH_RIVAL * max(0, world.board.value(area) - WORTHLESS)
    rivals = sum(
        rival != mind.seat
        and has_line(world, rival, area)
        and world.can_have(rival, area, Status.PROTECTORATE)
        for rival in world.seats
    )
    return 1.0 - float((1.0 - min(0.5, each)) ** rivals)


def room(mind: LevelEvaluator, power: Power, orders: tuple[str, ...]) -> str | None:
    """6.1: where no counter is left, the poorest interest that goes so that a better one can be
    placed; None: none is better."""
    world = mind.world
    if world.counters(power, pool_of(Status.INTEREST)) > 0 or not orders:
        return None
    poorest = min(
        (
            (mind.worth(power, area, Status.INTEREST), order)
            for order in orders
            if order.endswith(" none")
            and world.status(power, area := order.split(" ")[1]) is Status.INTEREST
        ),
        default=None,
    )
    cost = world.board.prices[Status.INTEREST].cost
    if poorest is None or spendable(world, power) < cost:
        return None
    open_ = [area for area in areas_with_line(world, power) if _is_open(mind, power, area)]
    best = max((mind.worth(power, area, Status.INTEREST) for area in open_), default=0.0)
    if best > ROOM_WORTH * poorest[0] + mind.hurdle * cost:
        return poorest[1]
    return None


def _is_open(mind: LevelEvaluator, power: Power, area: Area) -> bool:
    """Whether a new interest may be placed in an area to which there is a line (6.1), and lasts."""
    world = mind.world
    if world.status(power, area) is not Status.NONE or world.in_unrest(area):
        return False
    if locked(world, area, Status.INTEREST) or not mind.sight_of(area):
        return False
    if any(marker.is_control and marker.is_new for marker in world.markers(area).values()):
        return False
    return highest_of_others(world, power, area) < Status.POSSESSION
