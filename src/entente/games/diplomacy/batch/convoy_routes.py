"""Convoy routes: whether fleets join two coasts, and which of them are on the way."""

from __future__ import annotations

from entente.games.diplomacy.batch.bits import lowest
from entente.games.diplomacy.batch.compiled import Numbers, inlined
from entente.games.diplomacy.batch.layout import (
    SEA_COASTS,
    SEA_NEXT,
    SEAS,
    SHORE,
    STACK,
)

PENDING, LEFT, TAKEN = STACK, STACK + SEAS + 1, STACK + 2 * (SEAS + 1)


@inlined
def sails(masks: Numbers, start: int, end: int, fleets: int) -> bool:
    """Whether fleets in these seas join two coastal provinces."""
    goal = masks[SHORE + end]
    front = masks[SHORE + start] & fleets
    seen = front
    while front:
        if front & goal:
            return True
        new = masks[SEA_NEXT + lowest(front)] & fleets & ~seen
        seen |= new
        front = (front & (front - 1)) | new
    return False


@inlined
def together(masks: Numbers, front: int, fleets: int) -> int:
    """Return the fleets connected to these."""
    seen = front
    while front:
        new = masks[SEA_NEXT + lowest(front)] & fleets & ~seen
        seen |= new
        front = (front & (front - 1)) | new
    return seen


@inlined
def coasts_of(masks: Numbers, seas: int) -> int:
    """Return the coasts that these seas touch."""
    coasts = 0
    while seas:
        coasts |= masks[SEA_COASTS + lowest(seas)]
        seas &= seas - 1
    return coasts


@inlined
def routes(masks: Numbers, work: Numbers, start: int, end: int, fleets: int) -> int:
    """Return the fleets on a minimal route between two coasts."""
    goal = masks[SHORE + end]
    depth, on_routes = 0, 0
    work[PENDING] = masks[SHORE + start] & fleets
    work[LEFT] = fleets & ~masks[SHORE + start]
    work[TAKEN] = 0
    while depth >= 0:
        front = work[PENDING + depth]
        if front == 0:
            depth -= 1
            continue
        sea = lowest(front)
        work[PENDING + depth] = front & (front - 1)
        taken = work[TAKEN + depth] | 1 << sea
        if goal >> sea & 1:
            on_routes |= taken
            continue
        left = work[LEFT + depth]
        beside = masks[SEA_NEXT + sea] & left
        if beside:
            depth += 1
            work[PENDING + depth] = beside
            work[LEFT + depth] = left & ~beside
            work[TAKEN + depth] = taken
    return on_routes
