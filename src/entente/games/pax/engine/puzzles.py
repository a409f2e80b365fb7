"""Finds puzzles of Pax Britannica: few orders that bring the most next turn, or at the end.

What a marker brings and costs does not depend on the other markers, as long as the merchant fleets
stay where they are. So for each place of the fleets the best set is a knapsack: a number of orders,
a number of pounds, and at most one change in an area. The best set is then ordered in the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from entente.games.pax.areas.causes import offences
from entente.games.pax.areas.communication import joined_with, network
from entente.games.pax.board import ARMY, STATUS_WORDS, STRENGTHS, Area, Power, Status
from entente.games.pax.colonies.combat import SIDES, odds
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.administration import costs_upkeep, effective_value
from entente.games.pax.economy.spending import free_money, must_rebuild
from entente.games.pax.engine.features import PaxPosition
from entente.games.pax.engine.sure_orders import (
    INCOME,
    POINTS,
    brought,
    check_orders,
    is_calm,
    played_out,
    puzzle_place,
    quarrels,
)
from entente.games.pax.movement.marker_orders import price
from entente.games.pax.movement.orders import orders_with
from entente.games.pax.scoring import end_bonuses
from entente.games.pax.state import Marker
from entente.kernel import Seat
from entente.players.puzzles.mining import MinedPosition, MiningPace
from entente.players.puzzles.puzzle import REACHED, in_one

PACE = MiningPace(
    a_game=12,
    apart=25,
    latest_start=160,
    variants=tuple({"players": players} for players in (7, 6, 7, 5, 7, 8)),
)
SHARE = 0.6  # of the questions that are looked at
FEWEST_ORDERS, MOST_ORDERS = 3, 4
MOST_ARMIES = 2  # that one new control needs
LEAST_GAIN = {INCOME: 12, POINTS: 4}
LEAD = {INCOME: 2, POINTS: 1}  # on what the obvious orders bring
PURSES = (15, 20, 25, 30, 40, 60)
WEAK_PLAYERS = 5
TRIES = 6  # at a set of packages that do not want the same army
CONTROL = ("protectorate", "possession")


class Package(NamedTuple):
    """Orders that belong together, what they gain and cost, and where."""

    area: Area
    orders: tuple[str, ...]
    cost: int
    gain: float
    value: int = 0  # of the area


class Plan(NamedTuple):
    """Orders for a phase, and what the position brings after them."""

    orders: tuple[str, ...]
    brings: int


def find_puzzle(position: PaxPosition, seat: Seat, rng: Random) -> MinedPosition | None:
    """Return the puzzle of a seat's movement phase, if the obvious orders are not the best."""
    decision = position.decisions_for(seat)[0]
    if decision.step != "open_movement" or rng.random() >= SHARE:
        return None
    if not is_calm(position.context, seat):
        return None
    theme = rng.choice((INCOME, POINTS))
    if len(position.context.powers_of(seat)) > 1:
        theme = INCOME  # of one power: the purse of the other would count for points
    most = rng.randint(FEWEST_ORDERS, MOST_ORDERS)
    place = puzzle_place(position, seat, theme, rng.choice(PURSES))
    if seat not in place.to_move or must_rebuild(place.context, seat):
        return None
    return _mined(place, seat, theme, most)


def _mined(place: PaxPosition, seat: Seat, theme: str, most: int) -> MinedPosition | None:
    world = place.context
    before = brought(world, seat, theme)
    plans, obvious = list[Plan](), list[int]()
    for moved in _fleets_moved(world, seat):
        after = _after(place, seat, moved)
        if after is None:
            continue
        packages = list(_packages(after.context, seat, theme, most - len(moved)))
        if theme == POINTS:
            packages = [_with_bonus(after, seat, each) for each in packages]
        plan = _best_plan(place, seat, theme, moved, packages, most)
        if plan is not None:
            plans.append(plan)
        if not moved:
            obvious = [
                _obvious(place, seat, theme, way, packages, most) for way in range(WEAK_PLAYERS)
            ]
    if not plans:
        return None
    best = max(plans, key=lambda plan: (plan.brings, -len(plan.orders)))
    rivals = list(dict.fromkeys(plan for plan in plans if plan.brings == best.brings))
    rivals.sort(key=lambda plan: len(plan.orders))
    lead = best.brings - max(obvious)
    if len(best.orders) < FEWEST_ORDERS - 1:
        return None
    if best.brings - before < LEAST_GAIN[theme] or lead < LEAD[theme]:
        return None
    target = str(best.brings)
    if not check_orders(place, seat, best.orders, theme, target).right:
        return None
    end = played_out(place, seat, best.orders, theme)
    if end is None or end < best.brings:
        return None
    failed = sum(each < best.brings for each in obvious)
    return MinedPosition(
        step="open_movement",
        solution=tuple(in_one(plan.orders) for plan in rivals[:3]),
        theme=theme,
        rating=_rating(failed, best.orders),
        margin=float(lead),
        how=REACHED,
        target=target,
        most=most,
        place=place,
    )


def _best_plan(
    place: PaxPosition,
    seat: Seat,
    theme: str,
    moved: tuple[str, ...],
    packages: Sequence[Package],
    most: int,
) -> Plan | None:
    """Return the best set of packages after fleets have moved, without orders that bring nothing.

    Two packages may want the same army: then the lesser of them is left out.
    """
    left, money = list(packages), free_money(place.context, seat)
    for _ in range(TRIES):
        chosen = best_packages(left, most - len(moved), money)
        orders = (*moved, *_in_order(chosen))
        end = _after(place, seat, orders)
        if end is not None and not quarrels(end.context, seat):
            return _trimmed(place, seat, theme, Plan(orders, brought(end.context, seat, theme)))
        if not chosen:
            return None
        left.remove(min(chosen, key=lambda package: package.gain))
    return None


def _trimmed(place: PaxPosition, seat: Seat, theme: str, plan: Plan) -> Plan:
    """Return a plan without the orders that it does not need."""
    for order in plan.orders:
        rest = tuple(each for each in plan.orders if each != order)
        end = _after(place, seat, rest)
        if end is None or quarrels(end.context, seat):
            continue
        brings = brought(end.context, seat, theme)
        if brings >= plan.brings:
            plan = Plan(rest, brings)
    return plan


def _rating(failed: int, orders: Sequence[str]) -> int:
    """Return where the rating begins: by who fails, the orders, and how different they are."""
    verbs = {order.split()[0] for order in orders}
    return 900 + 130 * failed + 100 * (len(verbs) - 1) + 60 * (len(orders) - 1)


def _after(place: PaxPosition, seat: Seat, orders: Sequence[str]) -> PaxPosition | None:
    """Return the position after orders; None if one of them is not legal."""
    after = place.copy()
    for order in orders:
        if after.find(seat, order) is None:
            return None
        after.apply(seat, order)
    return after


# -- merchant fleets


def _fleets_moved(world: PaxContext, power: Power) -> Iterator[tuple[str, ...]]:
    """Yield no order, and each order to a merchant fleet that joins something new."""
    yield ()
    joined, fleets = network(world, power), {*world.fleets(power)}
    for order in (*orders_with(world, power, "launch", 1), *orders_with(world, power, "ship", 1)):
        _, *seas = order.split()
        then = joined_with(world, power, {*fleets, seas[-1]} - {*seas[:-1]})
        if not then <= joined:
            yield (order,)


# -- packages


def _packages(world: PaxContext, power: Power, theme: str, most: int) -> Iterator[Package]:
    """Yield what a power may do in each area, with armies for new control."""
    money = free_money(world, power)
    for verb in ("place", "raise"):
        for order in orders_with(world, power, verb, 1):
            _, area, word = order.split()
            status = STATUS_WORDS[word]
            placed = Marker(status, world.established(power, area))
            if any(offences(world, power, area, placed)):
                continue
            if world.in_unrest(area) and not status.is_control:
                continue  # it would be lost
            gain, cost = _gain(world, power, area, status, theme), price(world, power, area, status)
            value = world.board.value(area)
            held = world.established(power, area).is_control
            if not status.is_control or (held and not world.in_unrest(area)):
                if gain > 0:
                    yield Package(area, (order,), cost, gain, value)
            elif gain > 0 and most > 1:
                yield from _with_armies(world, power, order, theme, most, money)
    if theme == INCOME:
        yield from _homeward(world, power)
    else:
        yield from _canal(world, power)


def _gain(world: PaxContext, power: Power, area: Area, status: Status, theme: str) -> float:
    """Return what a marker adds, in pounds, once it is established."""

    def worth(level: Status) -> int:
        if level is Status.NONE:
            return 0
        full = level is Status.INTEREST
        value = world.board.value(area) if full else effective_value(world, area)
        row = world.board.prices[level]
        income = value * world.board.prices[min(level, Status.POSSESSION)].income
        return income - row.upkeep if theme == INCOME else 2 * income

    gained = worth(status) - worth(world.status(power, area))
    return gained if theme == INCOME else gained - price(world, power, area, status)


class _Force(NamedTuple):
    """An army that can come to new control: its orders, what it costs, and what it costs a turn
    that it did not cost before."""

    orders: tuple[str, ...]
    strength: int
    cost: int
    upkeep: int


def _with_armies(
    world: PaxContext, power: Power, order: str, theme: str, most: int, money: int
) -> Iterator[Package]:
    """Yield a new control marker with each small force that holds it for certain."""
    _, area, word = order.split()
    status = STATUS_WORDS[word]
    then = world.for_copy(world.state.copy())
    then.put_marker(power, area, status, world.established(power, area))
    gain, cost = _gain(world, power, area, status, theme), price(world, power, area, status)
    stack = then.armies(power, area)
    fought = then.in_unrest(area) or not world.established(power, area).is_control
    forces, kept = _forces(then, power, area), list[Package]()
    for number in range(1, MOST_ARMIES + 1):
        for some in combinations(forces, number):
            orders = (order, *(each for force in some for each in force.orders))
            bought = sum(force.cost for force in some)
            if len(orders) > most or cost + bought > money:
                continue
            together = (*stack, *(force.strength for force in some))
            if fought and odds(then, together, area).wins < SIDES:
                continue
            lost = sum(force.upkeep for force in some) if theme == INCOME else bought
            if gain > lost:
                value = world.board.value(area)
                kept.append(Package(area, orders, cost + bought, gain - lost, value))
    yield from _undominated(kept)


def _forces(world: PaxContext, power: Power, area: Area) -> list[_Force]:
    """Return the single armies that can come to an area with a control marker of their power."""
    home, forces = world.home(power), list[_Force]()
    for march in orders_with(world, power, "march", 1):
        _, strength, here, there = march.split()
        if there == area and (here == home or len(world.armies(power, here)) > 1):
            new = int(strength) if here == home and costs_upkeep(world, power, area) else 0
            forces.append(_Force((march,), int(strength), 0, new))
    if any(force.orders[0].split()[2] == home for force in forces) or _reaches(world, power, area):
        for size in STRENGTHS:
            if world.counters(power, f"strength_{size}") > 0:
                orders = (f"buy army {size} {home}", f"march {size} {home} {area}")
                forces.append(_Force(orders, size, world.board.unit_cost(ARMY, size), size))
    return forces


def _reaches(world: PaxContext, power: Power, area: Area) -> bool:
    """Return whether an army bought at home could march to an area."""
    then = world.for_copy(world.state.copy())
    then.add_unit(power, ARMY, world.home(power), 1)
    return f"march 1 {world.home(power)} {area}" in orders_with(then, power, "march", 1)


def _homeward(world: PaxContext, power: Power) -> Iterator[Package]:
    """Yield the units that cost upkeep and may go home; a lone army is relieved by a small one."""
    home = world.home(power)
    for order in orders_with(world, power, "march", 1):
        _, strength, here, there = order.split()
        if there != home or not costs_upkeep(world, power, here) or world.in_unrest(here):
            continue
        stack = world.armies(power, here)
        held = world.status(power, here).is_control
        if len(stack) > 1 or not held:
            yield Package(f"{here} {strength}", (order,), 0, int(strength))
        elif int(strength) > 1 and 1 in world.armies(power, home):
            relief = f"march 1 {home} {here}"
            yield Package(f"{here} {strength}", (relief, order), 0, int(strength) - 1)
    for order in orders_with(world, power, "sail", 1):
        _, strength, here, there = order.split()
        paid = costs_upkeep(world, power, here.split("/")[0])
        if paid and there.split("/")[0] == home:
            yield Package(f"{here} {strength}", (order,), 0, int(strength))


def _canal(world: PaxContext, power: Power) -> Iterator[Package]:
    """Yield the first canal, which scores."""
    constants = world.board.constants
    gain = constants.canal_points * world.divisor(power) - constants.canal_cost
    for order in () if world.state.canals else orders_with(world, power, "canal", 1):
        yield Package("canal", (order,), constants.canal_cost, gain)


def _with_bonus(place: PaxPosition, seat: Seat, package: Package) -> Package:
    """Return a package with the bonuses of the end that it brings, in pounds."""
    _, area, word, *_ = (*package.orders[0].split(), "")
    if word not in CONTROL or area not in place.context.board.areas:
        return package
    then = place.context.for_copy(place.state.copy())
    then.put_marker(seat, area, STATUS_WORDS[word])
    now, after = (sum(end_bonuses(world, seat).values()) for world in (place.context, then))
    return package._replace(gain=package.gain + (after - now) * place.context.divisor(seat))


def _undominated(packages: Sequence[Package]) -> list[Package]:
    """Return the packages to which no other is as good in all respects."""
    kept = list[Package]()
    for each in sorted(packages, key=lambda p: (-p.gain, len(p.orders), p.cost, p.orders)):
        if not any(len(o.orders) <= len(each.orders) and o.cost <= each.cost for o in kept):
            kept.append(each)
    return kept


# -- the best set


def best_packages(packages: Sequence[Package], most: int, money: int) -> tuple[Package, ...]:
    """Return the packages with the greatest gain, within orders and money, one in an area."""
    by_area = dict[Area, list[Package]]()
    for each in packages:
        if len(each.orders) <= most and each.cost <= money:
            by_area.setdefault(each.area, []).append(each)
    best: dict[tuple[int, int], tuple[float, tuple[Package, ...]]] = {(0, 0): (0.0, ())}
    for there in by_area.values():
        for (orders, spent), (gain, chosen) in list(best.items()):
            for each in _undominated(there):
                key = (orders + len(each.orders), spent + each.cost)
                total = gain + each.gain
                if key[0] > most or key[1] > money:
                    continue
                if key not in best or best[key][0] < total:
                    best[key] = (total, (*chosen, each))
    return max(best.values(), key=lambda each: each[0])[1]


def _in_order(packages: Sequence[Package]) -> Iterator[str]:
    """Yield the orders of packages: raising and placing first, so that armies may march there."""
    for each in sorted(packages, key=lambda package: package.orders):
        yield from each.orders


# -- what one would think of first


def _obvious(
    place: PaxPosition, seat: Seat, theme: str, way: int, packages: Sequence[Package], most: int
) -> int:
    """Return what the position brings after the orders that one would think of first: one package
    after the other, by its gain, the gain by the pound or by the order, the value of the area, or
    the cheapest first."""

    def rank(package: Package) -> tuple[float, ...]:
        by = (
            package.gain,
            package.gain / (1 + package.cost),
            package.gain / len(package.orders),
            package.value,
            -package.cost,
        )
        return by[way], package.gain

    orders, areas, now = list[str](), set[Area](), place
    for package in sorted(packages, key=rank, reverse=True):
        if package.area in areas or len(orders) + len(package.orders) > most:
            continue
        after = _after(now, seat, package.orders)
        if after is None or quarrels(after.context, seat):
            continue
        now = after
        orders += package.orders
        areas.add(package.area)
    return brought(now.context, seat, theme)
