"""Garrisons (6.4): an army for every control marker, the Indian Army, the Russian west."""

from __future__ import annotations

from operator import itemgetter

from entente.games.pax.board import GREAT_BRITAIN, RUSSIA, Area, Place, Power
from entente.games.pax.context import NOTHING, UNITS, Aspects, PaxContext

TEN = 10
PLACES: Aspects = itemgetter(UNITS)  # where units are


def without_army(world: PaxContext, power: Power) -> list[Area]:
    """Return where a power has a control marker and no army."""
    return [
        area
        for area, marker in world.areas_of(power)
        if marker.is_control and not world.armies(power, area)
    ]


def zone(world: PaxContext, power: Power) -> frozenset[Place]:
    """Return the zone in which a power must keep armies: the Indian Army within two routes of
    India, the western garrison in Russia and the areas named for it (P59: of a player only)."""
    if power == GREAT_BRITAIN:
        return world.remember(power, "india", NOTHING, lambda: _near_india(world))
    if power == RUSSIA and world.seat_of(RUSSIA) is not None:
        return frozenset((world.home(RUSSIA), *world.board.tagged("russian_western_garrison")))
    return frozenset()


def _near_india(world: PaxContext) -> frozenset[Place]:
    places: set[Place] = set(world.board.tagged("india"))
    for _ in range(world.board.constants.india_routes):
        places |= {near for place in places for near in world.links.routes[place]}
    return frozenset(places)


def wanted(world: PaxContext, power: Power) -> int:
    """Return how many armies of strength 10 a power must keep in its zone."""
    if power == GREAT_BRITAIN:
        return world.board.constants.india_armies
    if power == RUSSIA and world.seat_of(RUSSIA) is not None:
        return world.board.constants.russia_armies
    return 0


def on_guard(world: PaxContext, power: Power) -> int:
    """Return how many such armies are in the zone."""
    return world.remember(power, "guard", PLACES, lambda: _on_guard(world, power))


def _on_guard(world: PaxContext, power: Power) -> int:
    guarded = zone(world, power)
    places = [place for place in world.army_places(power) if place in guarded]
    return sum(world.armies(power, place).count(TEN) for place in places)


def missing(world: PaxContext, power: Power) -> int:
    """Return how many are missing in the zone."""
    need = wanted(world, power)
    return max(0, need - on_guard(world, power)) if need else 0


def may_leave(world: PaxContext, power: Power, strength: int, here: Place, there: Place) -> bool:
    """Return whether an army may go without the zone falling short (6.4)."""
    bound = tied_to(world, power, strength, here)
    return bound is None or there in bound


def tied_to(world: PaxContext, power: Power, strength: int, here: Place) -> frozenset[Place] | None:
    """Return the zone that an army must stay in so that it does not fall short; None: it may
    leave."""
    if strength != TEN or not wanted(world, power):
        return None
    guarded = zone(world, power)
    if here not in guarded or on_guard(world, power) > wanted(world, power):
        return None
    return guarded


def to_build(world: PaxContext, power: Power) -> int:
    """Return how many armies of strength 10 must still be bought: those at home may march."""
    short = missing(world, power)
    if not short:
        return 0
    elsewhere = world.armies(power, world.home(power)).count(TEN)
    at_home = 0 if world.home(power) in zone(world, power) else elsewhere
    return max(0, short - at_home)
