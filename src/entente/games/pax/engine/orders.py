"""The movement and status phase (6): one order at a time, the most pressing first.

Duties; armies for control markers without any, and for areas with a fight; the investment with the
best return; then units that only cost money go home.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from entente.games.pax.areas.garrisons import TEN, missing
from entente.games.pax.board import GREAT_BRITAIN, NAVY, Area, Power, place_of
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.administration import prefix
from entente.games.pax.economy.spending import (
    demands,
    in_scope,
    must_rebuild,
    must_spend,
    unit_money,
)
from entente.games.pax.engine.evaluator import (
    WARLIKE,
    Evaluator,
    divisor,
    spendable,
    total_strength,
    turns_left,
)
from entente.games.pax.engine.fleets import launch, shipping
from entente.games.pax.engine.forces import SURE, ArmyPlanner, in_the_zone, pays_upkeep, stake
from entente.games.pax.engine.markers import Advice, demanded
from entente.games.pax.engine.war_decision import planned_war, war_gain
from entente.games.pax.movement.duties import guard_marches
from entente.games.pax.movement.orders import orders_of
from entente.kernel import parse_action

RICH = 40  # pounds that must be left before a navy is considered
SMALL = 3  # the strength of such a navy
MASTERY = 1.6  # the lead over the next power that is enough
FIRST_ARMS = 3  # the turn from which navies are built for a war
MOST_LACKING = 16.0  # strength at sea that can be built up
ARMS_PAY = 2.0  # times their price: what the war must bring
MOST_DEPLOYED = 4  # armies that are sent ahead of a war
NEAR = 2  # steps within which an enemy area is near
MARKER_PRICE = 20.0  # pounds: a paid marker is worth an army


E = TypeVar("E", bound=Evaluator)
# Which markers to place: from the legal orders of a power, in these areas or anywhere.
MarkerSearch = Callable[
    [E, Power, dict[str, tuple[str, ...]], ArmyPlanner, set[Area] | None], Iterator[Advice]
]


def next_order(
    evaluator: E, most: int, where: set[Area] | None, markers: MarkerSearch[E]
) -> Advice | None:
    """Return the next order of a seat in this phase; None: no more. In a reaction, markers are
    placed only in the areas `where` (6.7)."""
    for power in evaluator.powers:
        word = prefix(power)
        for candidate in candidate_orders(evaluator, power, most, where, markers):
            options = tuple(each._replace(order=word + each.order) for each in candidate.options)
            return Advice(word + candidate.action, options)
    return None


def candidate_orders(
    evaluator: E, power: Power, most: int, where: set[Area] | None, markers: MarkerSearch[E]
) -> Iterator[Advice]:
    """Yield the orders a power would give; the first is carried out."""
    orders = orders_of(evaluator.world, power, most)
    yield from map(Advice, duties(evaluator, power, orders, most))
    granted = demanded(evaluator, power, orders)
    if granted is not None:
        yield Advice(granted)
    planner = ArmyPlanner(evaluator.world, power, most)
    yield from map(Advice, housekeeping(evaluator, orders, planner))
    yield from markers(evaluator, power, orders, planner, where)
    yield from map(Advice, arms(evaluator, power, orders.get("buy", ())))


def duties(
    evaluator: Evaluator, power: Power, orders: dict[str, tuple[str, ...]], most: int
) -> Iterator[str]:
    """Fleets, and duties under the rules."""
    world = evaluator.world
    yield from launch(evaluator, power, orders.get("launch", ()))
    yield from shipping(evaluator, power, orders.get("ship", ()))
    if must_rebuild(world, power):
        yield from (
            order
            for order in orders.get("buy", ())
            if parse_action(order).args[:2] == ("army", "10")
        )
    if missing(world, power):
        yield from guard_marches(world, power, most)


def housekeeping(
    evaluator: Evaluator, orders: dict[str, tuple[str, ...]], planner: ArmyPlanner
) -> Iterator[str]:
    """Armies where they are needed, idle units home, a canal."""
    world, power = evaluator.world, planner.power
    yield from reinforcements(planner)
    enemy = planned_war(evaluator, power)
    if enemy is not None:
        yield from deployment(planner, enemy)
    elif evaluator.sends_home:
        yield from ships_home(world, power, orders.get("sail", ()))
        yield from armies_home(planner)
    if evaluator.arms:
        yield from _against_leader(evaluator, power, orders.get("buy", ()))
    yield from earmarked(world, power, orders.get("buy", ()))
    yield from canal(evaluator, power, orders.get("canal", ()))


# -- armies


def reinforcements(planner: ArmyPlanner) -> Iterator[str]:
    """Return the orders that bring armies where they are needed."""
    return (order for _, order in needs(planner))


def needs(planner: ArmyPlanner) -> Iterator[tuple[Area, str]]:
    """6.4, 7: an army for every control marker, and enough for a fight; the most valuable area
    first, each with the next order for it."""
    world, power = planner.world, planner.power
    needing = [
        area
        for area, marker in world.areas_of(power)
        if marker.is_control and (planner.fights(area) or not world.armies(power, area))
    ]
    for area in sorted(needing, key=lambda each: -stake(world, power, each)):
        fights, stack = planner.fights(area), world.armies(power, area)
        if fights and stack and planner.chance(area, stack) > SURE:
            continue
        money = min(spendable(world, power), unit_money(world, power, "army"))
        prize = max(MARKER_PRICE, stake(world, power, area))
        force = planner.force(area, prize, money, fights)
        if force is None or not force.units:
            continue
        if force.score < 0 and not (fights and force.won > SURE and not force.bought):
            continue
        order = planner.bring(area, force)
        if order is not None:
            yield area, order


def deployment(planner: ArmyPlanner, enemy: Power) -> Iterator[str]:
    """Strong armies at home go to colonies from which they reach the enemy's in the first rounds:
    a war without an attack ends soon (12.10)."""
    world, power, home = planner.world, planner.power, planner.home
    held = [area for area, marker in world.areas_of(power) if marker.holds]
    abroad = sum(max(world.armies(power, area), default=0) > 1 for area in held)
    if abroad >= MOST_DEPLOYED:
        return
    targets = {area for area, marker in world.areas_of(enemy) if marker.holds}
    by_strength = planner.ends.get(home, {})
    for strength in sorted(by_strength, reverse=True):
        if strength == 1 or in_the_zone(world, power, home, strength):
            continue
        ends = [area for area in by_strength[strength] if area in held]
        near = {area: _targets_near(world, power, area, targets) for area in ends}
        best = max(ends, key=lambda area: near[area], default=None)
        if best is not None and near[best] > 0:
            yield f"march {strength} {home} {best}"


def _targets_near(world: PaxContext, power: Power, area: Area, targets: set[Area]) -> float:
    """Return how many enemy areas can be reached from a colony in a round or two."""
    near, fleets = world.links.near, world.fleets(power)
    steps, found, edge = 0, 0.0, {area}
    seen = {area}
    while steps < NEAR and edge:
        steps += 1
        edge = {node for here in edge for node in near[here]} - seen
        seen |= edge
        found += len(edge & targets) / steps
        edge = {node for node in edge if node in fleets or world.holds(power, node)}
    stack = world.armies(power, area)
    return found / (2 if stack and max(stack) > 1 else 1)


def armies_home(planner: ArmyPlanner) -> Iterator[str]:
    """Armies stronger than a garrison needs go home; a lone strong army is relieved by a small
    one."""
    world, power, home = planner.world, planner.power, planner.home
    if not turns_left(world):
        return
    for here, by_strength in planner.ends.items():
        if not pays_upkeep(world, power, here) or planner.fights(here):
            continue
        for strength in planner.spared_at(here):
            if home in by_strength.get(strength, ()) and not in_the_zone(
                world, power, here, strength
            ):
                yield f"march {strength} {here} {home}"
        stack = world.armies(power, here)
        strength = stack[0] if len(stack) == 1 else 0
        leaves = home in by_strength.get(strength, ())
        if strength > 1 and leaves and not in_the_zone(world, power, here, strength):
            yield from relief(planner, here, strength)


def relief(planner: ArmyPlanner, area: Area, strength: int) -> Iterator[str]:
    """Yield an army of strength 1 instead of a strong one, if that saves more than it costs."""
    world, power = planner.world, planner.power
    for here in planner.spare(area).get(1, ()):
        yield f"march 1 {here} {area}"
        return
    saved = (strength - 1) * turns_left(world)
    price = world.board.unit_cost("army", 1)
    money = min(spendable(world, power), unit_money(world, power, "army"))
    counters = world.counters(power, "strength_1")
    if saved > price and money >= price and counters > 2 and area in planner.from_home:
        yield f"buy army 1 {planner.home}"


def ships_home(world: PaxContext, power: Power, orders: tuple[str, ...]) -> Iterator[str]:
    """Navies abroad cost money and are of no use in peace."""
    home = world.home(power)
    if not turns_left(world):
        return
    for order in orders:
        _, here, there = parse_action(order).args
        if pays_upkeep(world, power, place_of(here)) and place_of(there) == home:
            yield order


# -- money that must be spent, canals


def earmarked(world: PaxContext, power: Power, orders: tuple[str, ...]) -> Iterator[str]:
    """4.5: units that an event demands: armies rather than navies, which alarm Europe; and the
    largest affordable ones, which are most useful."""
    if not must_spend(world, power):
        return
    scope = demands(world, power)

    def rank(order: str) -> tuple[bool, int]:
        kind, strength, _ = parse_action(order).args
        size = -int(strength) if kind != NAVY else abs(int(strength) - 3)
        return kind == NAVY, size

    fitting = [
        o for o in orders if any(in_scope(event, parse_action(o).args[0]) for event in scope)
    ]
    yield from sorted(fitting, key=rank)[:1]


def arms(evaluator: Evaluator, power: Power, orders: tuple[str, ...]) -> Iterator[str]:
    """Yield the purchase of one small navy per turn, by a warlike power with money left, until only
    Great Britain is its equal at sea."""
    world = evaluator.world
    if evaluator.arms or evaluator.character.wars <= WARLIKE or turns_left(world) < 2:
        return
    if spendable(world, power) < RICH or bought_navy(world, power):
        return
    others = [p for p in world.seats if p not in (power, GREAT_BRITAIN)]
    strongest = max(total_strength(world, each, NAVY) for each in others)
    if total_strength(world, power, NAVY) < MASTERY * strongest:
        yield from (order for order in orders if parse_action(order).args[:2] == (NAVY, str(SMALL)))


def _against_leader(evaluator: Evaluator, power: Power, orders: tuple[str, ...]) -> Iterator[str]:
    """Yield a navy towards superiority at sea over the leading rival, if a war against it would
    pay; large ones where they do not alarm Europe."""
    world, rival = evaluator.world, evaluator.ahead
    if power != evaluator.seat or not turns_left(world) or not evaluator.is_behind():
        return
    if world.state.turn < FIRST_ARMS or rival not in world.seats:
        return
    lacking = MASTERY * total_strength(world, rival, NAVY) - total_strength(world, power, NAVY)
    if not 0 < lacking <= MOST_LACKING:
        return
    price = lacking * world.board.unit_cost(NAVY, SMALL) / SMALL
    if war_gain(evaluator, power, rival, superior=True) < ARMS_PAY * price:
        return
    strength = TEN if lacking > SMALL + 2 and not _alarming(world, power) else SMALL
    yield from (order for order in orders if parse_action(order).args[:2] == (NAVY, str(strength)))


def _alarming(world: PaxContext, power: Power) -> bool:
    """Whether a large navy of a power raises the tension (13.1)."""
    exempt = next(
        row.exempt for row in world.board.tables.tables.tension if row.id == "large_naval_build"
    )
    return power not in exempt


def bought_navy(world: PaxContext, power: Power) -> bool:
    """Whether a power has bought a navy this turn."""
    fresh = world.state.purchases[world.state.purchases_before :]
    return any(each.power == power and each.kind == NAVY for each in fresh)


def canal(evaluator: Evaluator, power: Power, orders: tuple[str, ...]) -> Iterator[str]:
    """Yield the order for the first canal, which scores; a second one only connects two seas."""
    world = evaluator.world
    constants = world.board.constants
    gain = constants.canal_points * divisor(world, power)
    if orders and not world.state.canals and gain > constants.canal_cost:
        yield orders[0]
