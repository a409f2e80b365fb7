"""Passages across Africa (13.6): which areas are still missing on the shortest one."""

from __future__ import annotations

from collections import deque

from entente.games.pax.board import Area, Power
from entente.games.pax.context import PaxContext
from entente.games.pax.engine.evaluator import divisor
from entente.games.pax.scoring import EAST_WEST, NORTH_SOUTH

MOST_MISSING = 4  # a passage that lacks more is out of reach
SHARE = 0.8  # of the bonus: a rival may still get in the way


def pull(world: PaxContext, power: Power) -> dict[Area, float]:
    """Return the value of control of an area for a passage: the bonus divided by the number of
    missing areas, so that the last one counts most."""
    pull_of: dict[Area, float] = {}
    for bonus, (one_end, other_end) in (
        ("africa_east_west", EAST_WEST),
        ("africa_north_south", NORTH_SOUTH),
    ):
        missing = shortest(world, power, one_end, other_end)
        if missing and len(missing) <= MOST_MISSING:
            points = world.board.bonuses[bonus].points * divisor(world, power)
            for area in missing:
                pull_of[area] = pull_of.get(area, 0.0) + SHARE * points / len(missing) ** 2
    return pull_of


def shortest(world: PaxContext, power: Power, one_end: str, other_end: str) -> list[Area] | None:
    """Return the missing areas on the path that lacks fewest; None: there is no path."""
    goals = set(world.board.tagged(other_end))
    before: dict[Area, Area | None] = {}
    edge: deque[tuple[int, Area, Area | None]] = deque()
    for area in world.board.tagged(one_end):
        _enter(world, power, area, 0, None, edge)
    while edge:
        steps, area, last = edge.popleft()
        if area in before:
            continue
        before[area] = last
        if area in goals:
            return _missing(world, power, area, before)
        for near in world.links.routes[area]:
            if near not in before and near in world.board.areas:
                _enter(world, power, near, steps, area, edge)
    return None


def _enter(
    world: PaxContext,
    power: Power,
    area: Area,
    steps: int,
    last: Area | None,
    edge: deque[tuple[int, Area, Area | None]],
) -> None:
    """Own areas cost nothing and come first; those of others block the path."""
    if world.status(power, area).is_control:
        edge.appendleft((steps, area, last))
    elif not world.controllers(area) and world.type_of(area) == "unorganized":
        edge.append((steps + 1, area, last))


def _missing(
    world: PaxContext, power: Power, end: Area, before: dict[Area, Area | None]
) -> list[Area]:
    missing, area = [], end
    while True:
        if not world.status(power, area).is_control:
            missing.append(area)
        last = before[area]
        if last is None:
            return missing
        area = last
