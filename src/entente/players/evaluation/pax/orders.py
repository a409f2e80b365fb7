"""The movement and status phase (6): one order after the other, the most pressing first.

Duties; armies for control without any, and for areas that must be fought for; what brings more than
it costs, the best return first; then units that only cost money go home.
"""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.pax.areas.garrisons import missing
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
from entente.games.pax.movement.duties import guard_marches
from entente.games.pax.movement.orders import orders_of
from entente.players.evaluation.pax.evaluator import (
    Evaluator,
    divisor,
    spendable,
    total_strength,
    turns_left,
)
from entente.players.evaluation.pax.fleets import launch, shipping
from entente.players.evaluation.pax.forces import SURE, ArmyPlanner, in_the_zone, pays_upkeep, stake
from entente.players.evaluation.pax.markers import WARLIKE, best_marker, demanded

RICH = 40  # pounds that must be left for a navy to be thought of
SMALL = 3  # the strength of such a navy
MASTERY = 1.6  # how much stronger than the next one is strong enough
MARKER_PRICE = 20.0  # pounds: who has paid for a marker does not grudge it an army


def next_order(mind: Evaluator, most: int, where: set[Area] | None) -> str | None:
    """What a seat does next in this phase; None: nothing more. In a reaction markers are placed
    only in these areas (6.7)."""
    for power in mind.powers:
        for order in wishes(mind, power, most, where):
            return f"{prefix(power)}{order}"
    return None


def wishes(mind: Evaluator, power: Power, most: int, where: set[Area] | None) -> Iterator[str]:
    """The orders a power would give, the first of which it does."""
    orders = orders_of(mind.world, power, most)
    yield from duties(mind, power, orders, most)
    granted = demanded(mind, power, orders)
    if granted is not None:
        yield granted
    staff = ArmyPlanner(mind.world, power, most)
    yield from housekeeping(mind, orders, staff)
    chosen = best_marker(mind, power, orders, staff, where)
    if chosen is not None:
        yield chosen
    yield from arms(mind, power, orders.get("buy", ()))


def duties(
    mind: Evaluator, power: Power, orders: dict[str, tuple[str, ...]], most: int
) -> Iterator[str]:
    """Fleets, and what the rules ask for."""
    world = mind.world
    yield from launch(mind, power, orders.get("launch", ()))
    yield from shipping(mind, power, orders.get("ship", ()))
    if must_rebuild(world, power):
        yield from (order for order in orders.get("buy", ()) if order.startswith("buy army 10 "))
    if missing(world, power):
        yield from guard_marches(world, power, most)


def housekeeping(
    mind: Evaluator,
    orders: dict[str, tuple[str, ...]],
    staff: ArmyPlanner,
    *,
    sends_home: bool = True,
) -> Iterator[str]:
    """Armies where they are needed, home with what only costs money, a canal."""
    world, power = mind.world, staff.power
    yield from reinforcements(staff)
    if sends_home:
        yield from ships_home(world, power, orders.get("sail", ()))
        yield from armies_home(staff)
    yield from earmarked(world, power, orders.get("buy", ()))
    yield from canal(mind, power, orders.get("canal", ()))


# -- armies


def reinforcements(staff: ArmyPlanner) -> Iterator[str]:
    """The orders that bring armies where they are needed."""
    return (order for _, order in needs(staff))


def needs(staff: ArmyPlanner) -> Iterator[tuple[Area, str]]:
    """6.4, 7: an army for every control marker, and enough of them where it will come to a fight;
    the dearest area first, each with the next order for it."""
    world, power = staff.world, staff.power
    needing = [
        area
        for area, marker in world.areas_of(power)
        if marker.is_control and (staff.fights(area) or not world.armies(power, area))
    ]
    for area in sorted(needing, key=lambda each: -stake(world, power, each)):
        fights, stack = staff.fights(area), world.armies(power, area)
        if fights and stack and staff.chance(area, stack) > SURE:
            continue
        money = min(spendable(world, power), unit_money(world, power, "army"))
        prize = max(MARKER_PRICE, stake(world, power, area))
        force = staff.force(area, prize, money, fights)
        if force is None or not force.units:
            continue
        if force.score < 0 and not (fights and force.won > SURE and not force.bought):
            continue
        order = staff.bring(area, force)
        if order is not None:
            yield area, order


def armies_home(staff: ArmyPlanner) -> Iterator[str]:
    """What is stronger than a garrison must be goes home; where only a strong army stands, a small
    one comes to relieve it."""
    world, power, home = staff.world, staff.power, staff.home
    if not turns_left(world):
        return
    for here, by_strength in staff.ends.items():
        if not pays_upkeep(world, power, here) or staff.fights(here):
            continue
        for strength in staff.spared_at(here):
            if home in by_strength.get(strength, ()) and not in_the_zone(
                world, power, here, strength
            ):
                yield f"march {strength} {here} {home}"
        stack = world.armies(power, here)
        strength = stack[0] if len(stack) == 1 else 0
        leaves = home in by_strength.get(strength, ())
        if strength > 1 and leaves and not in_the_zone(world, power, here, strength):
            yield from relief(staff, here, strength)


def relief(staff: ArmyPlanner, area: Area, strength: int) -> Iterator[str]:
    """An army of strength 1 in place of a strong one, if that saves more than it costs."""
    world, power = staff.world, staff.power
    for here in staff.spare(area).get(1, ()):
        yield f"march 1 {here} {area}"
        return
    saved = (strength - 1) * turns_left(world)
    price = world.board.unit_cost("army", 1)
    money = min(spendable(world, power), unit_money(world, power, "army"))
    counters = world.counters(power, "strength_1")
    if saved > price and money >= price and counters > 2 and area in staff.from_home:
        yield f"buy army 1 {staff.home}"


def ships_home(world: PaxContext, power: Power, orders: tuple[str, ...]) -> Iterator[str]:
    """Navies abroad cost money and are of no use in peace."""
    home = world.home(power)
    if not turns_left(world):
        return
    for order in orders:
        _, _, here, there = order.split()
        if pays_upkeep(world, power, place_of(here)) and place_of(there) == home:
            yield order


# -- money that must be spent, canals


def earmarked(world: PaxContext, power: Power, orders: tuple[str, ...]) -> Iterator[str]:
    """4.5: units that an event demands: armies rather than navies, which alarm Europe; and the
    largest that can be paid, which are of most use."""
    if not must_spend(world, power):
        return
    scope = demands(world, power)

    def rank(order: str) -> tuple[bool, int]:
        _, kind, strength, _ = order.split()
        size = -int(strength) if kind != NAVY else abs(int(strength) - 3)
        return kind == NAVY, size

    fitting = [o for o in orders if any(in_scope(event, o.split()[1]) for event in scope)]
    yield from sorted(fitting, key=rank)[:1]


def arms(mind: Evaluator, power: Power, orders: tuple[str, ...]) -> Iterator[str]:
    """A power that likes wars builds a small navy a turn with what nothing else is worth buying
    for, until nobody but Great Britain is its equal at sea."""
    world = mind.world
    if mind.character.wars <= WARLIKE or turns_left(world) < 2:
        return
    if spendable(world, power) < RICH or bought_navy(world, power):
        return
    others = [p for p in world.seats if p not in (power, GREAT_BRITAIN)]
    strongest = max(total_strength(world, each, NAVY) for each in others)
    if total_strength(world, power, NAVY) < MASTERY * strongest:
        yield from (order for order in orders if order.startswith(f"buy {NAVY} {SMALL} "))


def bought_navy(world: PaxContext, power: Power) -> bool:
    """Whether a power has bought a navy this turn."""
    fresh = world.state.purchases[world.state.purchases_before :]
    return any(each.power == power and each.kind == NAVY for each in fresh)


def canal(mind: Evaluator, power: Power, orders: tuple[str, ...]) -> Iterator[str]:
    """The first canal scores; a second one only joins two seas."""
    world = mind.world
    constants = world.board.constants
    gain = constants.canal_points * divisor(world, power)
    if orders and not world.state.canals and gain > constants.canal_cost:
        yield orders[0]
