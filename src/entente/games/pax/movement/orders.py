"""Legal orders of a power in the movement phase, and refusals (6.1 to 6.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import itemgetter

from entente.games.pax.areas.communication import (
    army_reach,
    army_starts,
    army_ways,
    may_police,
    ports_of,
)
from entente.games.pax.areas.garrisons import may_leave, tied_to, wanted
from entente.games.pax.board import (
    ARMY,
    BELGIUM,
    NAVY,
    STATUS_WORDS,
    STRENGTHS,
    Area,
    Power,
    Sea,
    Status,
    place_of,
)
from entente.games.pax.context import (
    CONTROL,
    EVERYTHING,
    FLEETS,
    MARKERS,
    MONEY,
    NUMBERS,
    UNITS,
    Aspects,
    PaxContext,
)
from entente.games.pax.economy.spending import (
    affordable,
    can_buy,
    free_money,
    must_rebuild,
    unit_money,
)
from entente.games.pax.movement.marker_orders import (
    Orders,
    lowerings,
    placed_and_raised,
    why_no_lowering,
    why_no_marker,
)
from entente.kernel import Refusal, refuse

# -- units and fleets


def purchases(world: PaxContext, power: Power) -> Orders:
    """6.1: armies at home, navies in a port of it."""
    only_ten = must_rebuild(world, power)
    homes = [world.home(power)]
    if world.on("build_in_dominions"):
        homes += [a for a, marker in world.areas_of(power) if marker.was is Status.TOP]
    armies = affordable(world, power, ARMY, STRENGTHS[:1] if only_ten else STRENGTHS)
    navies = [] if only_ten else affordable(world, power, NAVY)
    key = (*homes, *armies, NAVY, *navies)
    return world.remember_by(
        power, "units", key, lambda: tuple(_purchases(world, homes, armies, navies))
    )


def _purchases(
    world: PaxContext, homes: list[Area], armies: list[int], navies: list[int]
) -> Iterator[str]:
    for strength in STRENGTHS:
        if strength in armies:
            for home in homes:
                yield f"buy army {strength} {home}"
        if strength in navies:
            for home in homes:
                for where in world.board.ports(home, world.links.coasts[home]):
                    yield f"buy navy {strength} {where}"


def seas_without(world: PaxContext, power: Power) -> list[Sea]:
    there = world.fleets(power)
    return [sea for sea in world.board.seas if sea not in there]


def launches(world: PaxContext, power: Power) -> Iterator[str]:
    """6.1: a merchant fleet that has arrived goes to any sea without one."""
    if power in world.state.moving.arrivals and world.counters(power, "merchant_fleet") > 0:
        for sea in seas_without(world, power):
            yield f"launch {sea}"


def shippings(world: PaxContext, power: Power, most: int) -> list[str]:
    """6.1: merchant fleets move to any sea without an own one."""
    free, fleets = seas_without(world, power), world.fleets(power)
    fresh = [sea for sea in fleets if moves_made(world, "fleet", power, sea, 0, 1) < most]
    return [f"ship {sea} {there}" for sea in fresh for there in free]


def sailings(world: PaxContext, power: Power, most: int) -> list[str]:
    """6.1: navies go to any port at home or where their power holds."""
    ports, orders = ports_of(world, power), list[str]()
    for where in world.navy_ports(power):
        stack = world.navies(power, where)
        for strength in dict.fromkeys(stack):
            if moves_made(world, NAVY, power, where, strength, stack.count(strength)) < most:
                orders += _written("sail", strength, where, ports)
    return orders


def marches(world: PaxContext, power: Power, most: int) -> list[str]:
    """6.3, 6.4: armies, as far as they reach and no garrison of the zone falls short."""
    ways, moved, orders = army_ways(world, power), world.state.moving.moved, list[str]()
    armies, guarded = world.state.armies, wanted(world, power) > 0
    for place in army_starts(world, power):
        stack = armies[place][power]
        for strength in dict.fromkeys(stack):
            made = moved.get(moved_key(ARMY, power, place, strength)) if moved else None
            if made is not None and len(made) >= stack.count(strength) and min(made) >= most:
                continue
            ends = ways.get(place) or army_reach(world, power, place)
            bound = tied_to(world, power, strength, place) if guarded else None
            within = ends if bound is None else tuple([end for end in ends if end in bound])
            orders += _written("march", strength, place, within)
    return orders


@lru_cache(maxsize=1 << 13)
def _written(verb: str, strength: int, here: str, ends: tuple[str, ...]) -> Orders:
    """Return the orders that move a unit to one of these places; it never stays."""
    return tuple([f"{verb} {strength} {here} {end}" for end in ends if end != here])


def moves_made(
    world: PaxContext, kind: str, power: Power, where: str, strength: int, count: int
) -> int:
    """Return how often the piece has moved that has moved least, of those that are alike here."""
    made = world.state.moving.moved.get(moved_key(kind, power, where, strength))
    return 0 if made is None or len(made) < count else min(made)


def moved_key(kind: str, power: Power, where: str, strength: int) -> str:
    return f"{kind} {power} {where} {strength}"


# -- canals and money


def canals(world: PaxContext, power: Power) -> Iterator[str]:
    """6.1: canals need established influence or control, and the money."""
    for area in world.board.tagged("canal_site"):
        if area not in world.state.canals and may_dig(world, power, area) is None:
            yield f"canal {area}"


def may_dig(world: PaxContext, power: Power, area: Area) -> Refusal | None:
    if area in world.state.canals:
        return refuse("6.1", "why.canal_there", area=area)
    if world.established(power, area) < Status.INFLUENCE:
        return refuse("6.1", "why.canal_needs_influence", area=area)
    if free_money(world, power) < world.board.constants.canal_cost:
        return refuse("6.1", "why.no_money", money=free_money(world, power))
    return None


# -- all of it


MOVES: dict[str, tuple[Aspects, Callable[[PaxContext, Power, int], list[str]]]] = {
    "ship": (itemgetter(FLEETS), shippings),
    "sail": (itemgetter(UNITS, CONTROL), sailings),
    "march": (itemgetter(UNITS, MARKERS, FLEETS), marches),  # where influence may police
}
QUIET_MARCH: Aspects = itemgetter(UNITS, CONTROL, FLEETS)
LOWERING: Aspects = itemgetter(MARKERS)
LAUNCHING: Aspects = itemgetter(FLEETS)
DIGGING: Aspects = itemgetter(MARKERS, MONEY)
# Only who must keep armies in a zone has to see where they are: money may be for rebuilding alone.
PLACING: Aspects = itemgetter(MARKERS, MONEY, FLEETS, CONTROL)
BUYING: Aspects = itemgetter(MARKERS, MONEY, NUMBERS)
VERBS = ("place", "raise", "lower", "buy", "launch", "ship", "sail", "march", "canal")
GRAMMAR = (
    "place <area> <status>",
    "raise <area> <status>",
    "lower <area> <status>",
    "buy <kind> <strength> <port>",
    "launch <sea>",
    "ship <from:sea> <to:sea>",
    "sail <strength> <from:port> <to:port>",
    "march <strength> <from:place> <to:place>",
    "canal <area>",
)


def orders_of(world: PaxContext, power: Power, most: int) -> dict[str, Orders]:
    """All that a power may do now, by verb; no piece moves more than `most` times."""
    by_verb = {verb: orders_with(world, power, verb, most) for verb in VERBS}
    return {verb: actions for verb, actions in by_verb.items() if actions}


def orders_with(world: PaxContext, power: Power, verb: str, most: int) -> Orders:
    """Return what a power may do now with one verb."""
    if verb in ("place", "raise"):
        aspects = EVERYTHING if wanted(world, power) else PLACING
        placing, raising = world.remember(
            power, "placings", aspects, lambda: placed_and_raised(world, power)
        )
        return placing if verb == "place" else raising
    if verb == "lower":
        return world.remember(power, verb, LOWERING, lambda: tuple(lowerings(world, power)))
    if verb == "buy":
        aspects = EVERYTHING if wanted(world, power) else BUYING
        return world.remember(power, verb, aspects, lambda: purchases(world, power))
    if verb == "launch":
        return world.remember(power, verb, LAUNCHING, lambda: tuple(launches(world, power)))
    if verb == "canal":
        aspects = EVERYTHING if wanted(world, power) else DIGGING
        return world.remember(power, verb, aspects, lambda: tuple(canals(world, power)))
    if verb not in MOVES:
        return ()
    aspects, moves = MOVES[verb]
    if verb == "march" and not world.on("influence_may_police"):
        aspects = QUIET_MARCH
    return world.remember(
        power, f"{verb} {most}", aspects, lambda: tuple(moves(world, power, most))
    )


# -- why not


def why_not(world: PaxContext, power: Power, words: list[str], most: int) -> Refusal | None:
    """Return why a well-formed order is not legal."""
    match words:
        case ["place" | "raise" as verb, area, word]:
            return why_no_marker(world, power, verb, area, STATUS_WORDS[word])
        case ["lower", area, word]:
            return why_no_lowering(world, power, area, STATUS_WORDS[word])
        case ["buy", kind, strength, where]:
            if int(strength) not in STRENGTHS:
                return refuse("1", "why.no_such_strength", strength=int(strength))
            return _why_no_purchase(world, power, kind, int(strength), place_of(where))
        case ["launch", sea]:
            if power not in world.state.moving.arrivals:
                return refuse("6.1", "why.no_arrival", power=power)
            return refuse("6.1", "why.fleet_there", sea=sea)
        case ["ship", here, there]:
            if here not in world.fleets(power):
                return refuse("6.1", "why.no_fleet", sea=here)
            if there in world.fleets(power):
                return refuse("6.1", "why.fleet_there", sea=there)
            return refuse("6.6", "why.has_moved")
        case ["sail", strength, here, there]:
            return _why_no_sailing(world, power, int(strength), here, there)
        case ["march", strength, here, there]:
            return _why_no_march(world, power, int(strength), place_of(here), place_of(there))
        case ["canal", area]:
            if area not in world.board.tagged("canal_site"):
                return refuse("6.1", "why.no_canal_here", area=area)
            return may_dig(world, power, area)
    return None


def _why_no_purchase(
    world: PaxContext, power: Power, kind: str, strength: int, place: str
) -> Refusal | None:
    if world.counters(power, f"strength_{strength}") < 1:
        return refuse("1", "why.no_unit_counter", power=power, strength=strength)
    if power == BELGIUM and kind == NAVY and not can_buy(world, power, kind, strength):
        return refuse("1", "why.belgian_navy")
    cost, money = world.board.unit_cost(kind, strength), unit_money(world, power, kind)
    if cost > money:
        return refuse("6.1", "why.too_dear", cost=cost, money=money)
    if must_rebuild(world, power):
        return refuse("6.4", "why.rebuild_first")
    return refuse("6.1", "why.builds_at_home", place=place)


def _why_no_sailing(
    world: PaxContext, power: Power, strength: int, here: str, there: str
) -> Refusal | None:
    if strength not in world.navies(power, here):
        return refuse("6.1", "why.no_navy", power=power, strength=strength, place=place_of(here))
    if there not in ports_of(world, power):
        return refuse("6.1", "why.no_port", power=power, place=place_of(there))
    return refuse("6.6", "why.has_moved")


def _why_no_march(
    world: PaxContext, power: Power, strength: int, here: str, there: str
) -> Refusal | None:
    if strength not in world.armies(power, here):
        return refuse("6.3", "why.no_army", power=power, strength=strength, place=here)
    if here not in army_starts(world, power):
        return refuse("6.3", "why.army_stays", place=here)
    if there not in army_reach(world, power, here):
        return _why_out_of_reach(world, power, here, there)
    if not may_leave(world, power, strength, here, there):
        key = "why.indian_army" if power != "russia" else "why.western_garrison"
        return refuse("6.4", key)
    return refuse("6.6", "why.has_moved")


def _why_out_of_reach(world: PaxContext, power: Power, here: str, there: str) -> Refusal:
    if world.board.is_home(there) and there != world.home(power):
        return refuse("1", "why.foreign_home", place=there)
    if there in world.board.areas and not (
        world.status(power, there).is_control or may_police(world, power, there)
    ):
        return refuse("6.3", "why.needs_control", area=there)
    return refuse("6.3", "why.no_way", place=here, there=there)
