"""Disputes over areas (8, 9.2): which markers clash, and when their causes are settled."""

from __future__ import annotations

from entente.games.pax.areas.causes import (
    SETTLED,
    claimed,
    illegal_together,
    mark,
    recompute,
)
from entente.games.pax.board import Area, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.state import Cause
from entente.games.pax.tension import raise_tension


def in_dispute(world: PaxContext, area: Area, power: Power) -> bool:
    """Return whether a power's marker clashes with another one there."""
    return any(
        illegal_together(world, area, power, other)
        for other in world.markers(area)
        if other != power
    )


def disputed_areas(world: PaxContext) -> list[Area]:
    """Areas whose markers clash (8)."""
    return [
        area
        for area in world.board.areas
        if area in world.state.markers
        and any(in_dispute(world, area, power) for power in world.markers(area))
    ]


def lowered(world: PaxContext, area: Area, power: Power, before: Status, after: Status) -> None:
    """9.2: tension for each step, blame on the one who placed the control marker."""
    placer = placer_in(world, area, power)
    seat = world.seat_of(placer) if placer is not None else None
    raise_tension(world, "status_lowered", seat, times=before - after)


def placer_in(world: PaxContext, area: Area, power: Power) -> Power | None:
    """Return whose control marker made the dispute: another's against whom the loser had cause,
    else any control that came this turn, else the loser's own."""
    against = [c.against for c in world.state.causes if c.area == area and c.holder == power]
    if against:
        return against[0]
    holding = [c.against for c in world.state.causes if c.area == area and c.against == power]
    if holding:
        return power
    others = [other for other in world.controllers(area) if other != power]
    return others[0] if others else None


def settle(world: PaxContext, area: Area, power: Power | None = None) -> None:
    """Settle the causes about an area whose markers no longer clash."""
    if claimed(world, area):
        _settle_claims(world, area, power)
        return
    if in_any_dispute(world, area):
        recompute(world)
        return
    mark(world, SETTLED, lambda cause: cause.area == area and cause.kind != "monroe_doctrine")


def _settle_claims(world: PaxContext, area: Area, power: Power | None) -> None:
    """12.10: a victor has given up a claim; or some have agreed to share the area."""
    partners = world.state.codominions.get(area, ())

    def agreed(cause: Cause) -> bool:
        pair = (cause.holder, cause.against)
        if cause.area != area or illegal_together(world, area, *pair):
            return False
        return power in pair if power is not None else set(pair) <= set(partners)

    mark(world, SETTLED, agreed)


def in_any_dispute(world: PaxContext, area: Area) -> bool:
    return any(in_dispute(world, area, power) for power in world.markers(area))
