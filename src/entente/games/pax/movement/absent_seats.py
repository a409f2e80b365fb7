"""The default orders of an absent seat in the movement phase (2): its duties, then its promises.

The default keeps a promise if one of the choices does (P70), and spends what an event demands on
the cheapest units that satisfy it (P71).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from entente.games.pax.areas.garrisons import missing
from entente.games.pax.board import ARMY, BELGIUM, NAVY, STATUS_WORDS, STRENGTHS, Power, place_of
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.administration import prefix
from entente.games.pax.economy.spending import (
    demands,
    earmark,
    in_scope,
    must_rebuild,
    must_spend,
    unit_money,
)
from entente.games.pax.movement.duties import belgian_duty, duty_order, guard_marches
from entente.games.pax.movement.marker_orders import placings
from entente.games.pax.movement.orders import launches, marches, purchases, sailings
from entente.games.pax.movement.perform_orders import perform
from entente.games.pax.treaties.breach_warnings import unkept
from entente.games.pax.treaties.clauses_in_force import Bound, areas_of, binding
from entente.games.pax.treaties.obligations import built, forbidden, standing, too_much
from entente.kernel import Seat, parse_action

Bought = dict[str, int]  # strength by kind
MOST_TRIED = 40  # orders towards one promise


def default_order(world: PaxContext, seat: Seat, most: int) -> str | None:
    """Return the next order of an absent seat; None: nothing is left to do."""
    if not world.since(3):
        return duty_order(world, seat, most)
    for power in world.powers_of(seat):
        orders = _duty(world, power, most) or _promised(world, seat, power, most)
        if orders:
            return prefix(power) + orders[0]
    return None


# -- duties


def _duty(world: PaxContext, power: Power, most: int) -> list[str]:
    """6.5: an order towards the first duty undone, the one that breaks fewest promises."""
    choices: list[str] = list(launches(world, power))
    if not choices and must_rebuild(world, power):
        choices = list(purchases(world, power))
    if not choices and must_spend(world, power):
        return [cheapest_purchase(world, power)]
    if not choices and (missing(world, power) or not world.since(4)):
        choices = guard_marches(world, power, most)
    if not choices and power == BELGIUM and belgian_duty(world):
        placed = placings(world, BELGIUM)
        choices = [o for o in placed if STATUS_WORDS[parse_action(o).args[1]].is_control]
    return [min(choices, key=lambda each: breaches(world, power, each))] if choices else []


def breaches(world: PaxContext, power: Power, order: str) -> int:
    """Return how many promises an order breaks by itself."""
    match parse_action(order).words:
        case ["place" | "raise", area, word]:
            return len(forbidden(world, power, area, STATUS_WORDS[word]))
        case ["buy", kind, strength, _]:
            return len(too_much(world, power, kind, int(strength)))
        case ["march" | "sail" as verb, strength, here, there]:
            kind = NAVY if verb == "sail" else ARMY
            return _worse(world, power, kind, int(strength), here, there)
    return 0


def _worse(world: PaxContext, power: Power, kind: str, strength: int, here: str, there: str) -> int:
    """Return how many promises about places a move breaks that were kept before it."""
    count = 0
    for bound in binding(world, power, "units_max", "units_min"):
        if bound.clause.text("kind") not in ("any", kind):
            continue
        areas, wanted = areas_of(world, bound.clause), bound.clause.number("strength")
        now = standing(world, power, bound.clause)
        after = now + strength * ((place_of(there) in areas) - (place_of(here) in areas))
        if bound.clause.kind == "units_max":
            count += now <= wanted < after
        else:
            count += now >= wanted > after
    return count


# -- earmarks


def cheapest_purchase(world: PaxContext, power: Power) -> str:
    """P71: a unit of the cheapest set that satisfies an earmark and breaks no promise (P70); where
    none satisfies it, of the dearest. Of equal sets the one with fewest navies, which raise
    tension, then the one with fewest units."""
    wanted = earmark(world, power)
    sets = [each for each in _sets(world, power, wanted) if each]
    enough = [each for each in sets if _price(world, each) >= wanted]
    sign = 1 if enough else -1
    chosen = min(
        enough or sets,
        key=lambda each: (
            _over_limit(world, power, each),
            sign * _price(world, each),
            sum(kind == NAVY for kind, _ in each),
            len(each),
        ),
    )
    kind, strength = chosen[0]
    return next(
        o for o in purchases(world, power) if parse_action(o).args[:2] == (kind, str(strength))
    )


def _sets(world: PaxContext, power: Power, wanted: int) -> Iterator[list[tuple[str, int]]]:
    """Yield the sets of units within the scope of the demand that can be paid, and of no kind more
    than would do alone."""
    kinds = [k for k in (ARMY, NAVY) if any(in_scope(e, k) for e in demands(world, power))]
    offered = {parse_action(order).args[:2] for order in purchases(world, power)}
    groups = []
    for strength in STRENGTHS:
        limits = []
        for kind in kinds:
            cost = world.board.unit_cost(kind, strength)
            most = min(unit_money(world, power, kind) // cost, -(-wanted // cost))
            limits.append(range(most + 1 if (kind, str(strength)) in offered else 1))
        counters = world.counters(power, f"strength_{strength}")
        groups.append([counts for counts in product(*limits) if sum(counts) <= counters])
    budget = max(unit_money(world, power, kind) for kind in kinds)
    for chosen in product(*groups):
        units = [
            (kind, strength)
            for strength, counts in zip(STRENGTHS, chosen, strict=True)
            for kind, count in zip(kinds, counts, strict=True)
            for _ in range(count)
        ]
        if _price(world, units) <= budget:
            yield units


def _price(world: PaxContext, units: Iterable[tuple[str, int]]) -> int:
    return sum(world.board.unit_cost(kind, strength) for kind, strength in units)


def _over_limit(world: PaxContext, power: Power, units: Iterable[tuple[str, int]]) -> int:
    """Return how many build_limit clauses a purchase breaks."""
    bought: Bought = {}
    for kind, strength in units:
        bought[kind] = bought.get(kind, 0) + strength
    broken = 0
    for bound in binding(world, power, "build_limit"):
        clause = bound.clause
        per_turn = clause.text("per") == "turn"
        since = world.state.purchases_before if per_turn else bound.treaty.since
        kinds = bought if clause.text("kind") == "any" else (clause.text("kind"),)
        total = sum(bought.get(kind, 0) for kind in kinds)
        if total:
            total += built(world, power, clause.text("kind"), since)
        broken += total > clause.number("strength")
    return broken


# -- promises


def _promised(world: PaxContext, seat: Seat, power: Power, most: int) -> list[str]:
    """P70: the first of the orders by which a promise about units is kept that would be broken if
    the phase ended now; empty: there is none that can be kept."""
    for bound in list(unkept(world, power)):
        orders = _towards(world, seat, power, bound, most)
        if orders:
            return orders
    return []


def _towards(world: PaxContext, seat: Seat, power: Power, bound: Bound, most: int) -> list[str]:
    """Orders that keep a promise, tried out on a copy; empty: it cannot be kept."""
    twin, orders = world.for_copy(world.state.copy()), list[str]()
    while len(orders) < MOST_TRIED:
        lacking = _lacking(twin, power, bound)
        if lacking <= 0:
            return orders
        candidates = list(_steps(twin, power, bound, most)) or _reserves(twin, power, bound)
        steps = [order for order in candidates if not breaches(twin, power, order)]
        if not steps:
            return []
        best = min(steps, key=lambda order: _distance(order, lacking))
        perform(twin, seat, parse_action(prefix(power) + best))
        orders.append(best)
    return []


def _distance(order: str, lacking: int) -> tuple[bool, int]:
    """Return how well a unit fits what is lacking: rather one that suffices, and then the
    smallest."""
    action = parse_action(order)
    strength = int(action.args[1 if action.verb == "buy" else 0])
    return (True, -strength) if strength < lacking else (False, strength)


def _lacking(world: PaxContext, power: Power, bound: Bound) -> int:
    """By how much a promise about units is not kept."""
    clause, wanted = bound.clause, bound.clause.number("strength")
    if clause.kind == "build_duty":
        return wanted - built(world, power, clause.text("kind"), world.state.purchases_before)
    there = standing(world, power, clause)
    return there - wanted if clause.kind == "units_max" else wanted - there


def _steps(world: PaxContext, power: Power, bound: Bound, most: int) -> Iterator[str]:
    """Orders that bring a promise nearer."""
    clause = bound.clause
    kinds = (ARMY, NAVY) if clause.text("kind") == "any" else (clause.text("kind"),)
    if clause.kind == "build_duty":
        yield from (o for o in purchases(world, power) if parse_action(o).args[0] in kinds)
        return
    areas = areas_of(world, clause)
    moves = [*(marches(world, power, most) if ARMY in kinds else ())]
    moves += sailings(world, power, most) if NAVY in kinds else ()
    into = clause.kind == "units_min"
    for order in moves:
        _, here, there = parse_action(order).args
        crosses = (place_of(here) in areas) != into and (place_of(there) in areas) == into
        if crosses and not (into and _strips(world, power, order)):
            yield order


def _reserves(world: PaxContext, power: Power, bound: Bound) -> list[str]:
    """Purchases of units that can go where there are too few."""
    kind = bound.clause.text("kind")
    if bound.clause.kind != "units_min":
        return []
    return [o for o in purchases(world, power) if kind in ("any", parse_action(o).args[0])]


def _strips(world: PaxContext, power: Power, order: str) -> bool:
    """Return whether an army leaves a control marker without garrison (6.4)."""
    verb, _, here, _ = parse_action(order).words
    if verb != "march" or len(world.armies(power, here)) > 1:
        return False
    marker = world.marker(power, here)
    return marker is not None and marker.is_control
