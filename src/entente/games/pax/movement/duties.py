"""Duties of a seat before it may be ready (6.5)."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.pax.areas.communication import army_reach
from entente.games.pax.areas.garrisons import TEN, missing, zone
from entente.games.pax.board import ARMY, BELGIUM, STATUS_WORDS, Power
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.administration import prefix
from entente.games.pax.economy.spending import demands, in_scope, must_rebuild, must_spend
from entente.games.pax.movement.marker_orders import placings
from entente.games.pax.movement.orders import launches, moves_made, purchases
from entente.kernel import Refusal, Seat, parse_action, refuse


def undone(world: PaxContext, seat: Seat, most: int) -> Refusal | None:
    """Return the first duty that a seat could do and has not done; None: it may be ready."""
    for power in world.powers_of(seat):
        for refusal in _duties(world, power, most):
            return refusal
    return None


def _duties(world: PaxContext, power: Power, most: int) -> Iterator[Refusal]:
    if any(launches(world, power)):
        yield refuse("6.5", "why.duty_fleet", power=power)
    if must_rebuild(world, power):
        yield refuse("6.4", "why.duty_rebuild", power=power)
    if must_spend(world, power):
        yield refuse("4.5", "why.duty_spend", power=power)
    if missing(world, power) and guard_marches(world, power, most):
        yield refuse("6.4", "why.duty_guard", power=power)
    if power == BELGIUM and belgian_duty(world):
        yield refuse("3", "why.duty_belgium")


def guard_marches(world: PaxContext, power: Power, most: int) -> list[str]:
    """6.4: how an army of strength 10 at home could join the zone that falls short."""
    guarded, home = zone(world, power), world.home(power)
    stack = world.armies(power, home)
    if home in guarded or TEN not in stack:
        return []
    if moves_made(world, ARMY, power, home, TEN, stack.count(TEN)) >= most:
        return []
    return [f"march {TEN} {home} {end}" for end in army_reach(world, power, home) if end in guarded]


def duty_order(world: PaxContext, seat: Seat, most: int) -> str | None:
    """Return an order that does something towards the first duty undone; None: there is none."""
    for power in world.powers_of(seat):
        if any(_duties(world, power, most)):
            return prefix(power) + next(_towards(world, power, most))
    return None


def _towards(world: PaxContext, power: Power, most: int) -> Iterator[str]:
    yield from launches(world, power)
    if must_rebuild(world, power):
        yield from purchases(world, power)
    if must_spend(world, power):
        scope = demands(world, power)
        for order in purchases(world, power):
            if any(in_scope(event, parse_action(order).args[0]) for event in scope):
                yield order
    yield from guard_marches(world, power, most)
    if power == BELGIUM:
        yield from (
            o for o in placings(world, BELGIUM) if STATUS_WORDS[parse_action(o).args[1]].is_control
        )


def belgian_duty(world: PaxContext) -> bool:
    """3: Leopold demands a colony: at least one control marker, if one can be had."""
    called = any(world.board.events[code].belgian_expansion for code in world.state.events)
    if not called or BELGIUM in world.state.moving.control_placed:
        return False
    return any(STATUS_WORDS[parse_action(o).args[1]].is_control for o in placings(world, BELGIUM))
