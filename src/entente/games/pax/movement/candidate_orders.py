"""Candidate orders at a place in the movement phase, legal or not (6)."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.pax.board import (
    ARMY,
    NAVY,
    STRENGTHS,
    Area,
    Node,
    Power,
    Status,
    place_of,
    status_word,
)
from entente.games.pax.context import PaxContext
from entente.games.pax.movement.marker_orders import LEVELS
from entente.games.pax.movement.orders import orders_of
from entente.kernel import parse_action


def candidate_orders(world: PaxContext, power: Power, thing: Node, most: int) -> Iterator[str]:
    """Orders of a power that have to do with an area, a home nation or a sea: the legal ones, and
    those that a rule forbids at the moment."""
    if thing in world.board.areas:
        yield from _statuses(world, power, thing)
        if thing in world.board.tagged("canal_site"):
            yield f"canal {thing}"
    elif thing in world.board.seas and power in world.state.moving.arrivals:
        yield f"launch {thing}"
    for verb, orders in orders_of(world, power, most).items():
        if verb not in ("place", "raise", "lower", "canal", "launch"):
            yield from (each for each in orders if _is_about(each, thing))
    if thing in world.board.areas or thing == world.home(power):
        yield from _units(world, power, thing)


def _is_about(order: str, thing: Node) -> bool:
    return any(place_of(word) == thing for word in parse_action(order).args)


def _statuses(world: PaxContext, power: Power, area: Area) -> Iterator[str]:
    """Every rung of the ladder: what is above the own marker, and below it what may be given up."""
    now = world.status(power, area)
    verb = "place" if now is Status.NONE else "raise"
    top = world.board.areas[area].top_status
    for level in LEVELS:
        word = status_word(level, power)
        if level > now and (level is not Status.TOP or word == top):
            yield f"{verb} {area} {word}"
    if now is Status.INFLUENCE:
        yield f"lower {area} {status_word(Status.INTEREST, power)}"
    if now is not Status.NONE:
        yield f"lower {area} {status_word(Status.NONE, power)}"


def _units(world: PaxContext, power: Power, place: Node) -> Iterator[str]:
    """Units to buy here, and armies that might come from elsewhere."""
    if place == world.home(power):
        for strength in STRENGTHS:
            yield f"buy {ARMY} {strength} {place}"
            for port in world.board.ports(place, world.links.coasts[place]):
                yield f"buy {NAVY} {strength} {port}"
    for start in world.army_places(power):
        if start != place:
            for strength in dict.fromkeys(world.armies(power, start)):
                yield f"march {strength} {start} {place}"
