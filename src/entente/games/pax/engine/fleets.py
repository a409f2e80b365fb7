"""Merchant fleets (4.1, 6.1): where they must be to connect what a power has, and to reach what it
wants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from entente.games.pax.board import Area, Node, Power, Sea, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.engine.evaluator import Evaluator, turns_left, worth
from entente.games.pax.engine.markers import is_free
from entente.kernel import parse_action

HOPED_FOR = 0.12  # of a free area's value: others want it too
WORTH_MOVING = 25.0  # pounds that a move must bring


class LineValues:
    """The value of all areas to a power if it has a line to them."""

    def __init__(self, world: PaxContext, power: Power) -> None:
        self.world, self.power = world, power
        self.held = {area for area, marker in world.areas_of(power) if marker.holds}
        self.values = {area: self._worth(area) for area in world.board.areas}

    def _worth(self, area: Area) -> float:
        world, power = self.world, self.power
        mine = world.status(power, area)
        if mine is not Status.NONE:
            return max(0.0, worth(world, power, area, mine))
        if any(each != power for each in world.holders(area)):
            return 0.0
        level = Status.PROTECTORATE if is_free(world, area) else Status.INTEREST
        return HOPED_FOR * max(0.0, worth(world, power, area, level))

    def value(self, fleets: Iterable[Sea]) -> float:
        """Return the value of what is connected to home, or beside it, with the fleets in these
        seas."""
        near, home = self.world.links.near, self.world.home(self.power)
        carrying = {*self.held, *fleets}
        joined: set[Node] = {home}
        reached: set[Node] = set()
        edge: list[Node] = [home]
        while edge:
            for node in near[edge.pop()]:
                reached.add(node)
                if node in carrying and node not in joined:
                    joined.add(node)
                    edge.append(node)
        return sum(value for area, value in self.values.items() if area in reached)


def launch(evaluator: Evaluator, power: Power, orders: tuple[str, ...]) -> Iterator[str]:
    """Yield the order that places a new fleet where it reaches most."""
    if orders:
        chart, there = LineValues(evaluator.world, power), evaluator.world.fleets(power)
        yield max(orders, key=lambda order: chart.value((*there, parse_action(order).args[0])))


def shipping(evaluator: Evaluator, power: Power, orders: tuple[str, ...]) -> Iterator[str]:
    """Yield the move of a fleet that reaches more elsewhere; only at the beginning of the phase."""
    world = evaluator.world
    if not orders or not turns_left(world) or _has_begun(world, power):
        return
    chart, there = LineValues(world, power), world.fleets(power)
    now = chart.value(there)
    best, chosen = now + WORTH_MOVING, None
    for order in orders:
        sea, goal = parse_action(order).args
        value = chart.value([goal if each == sea else each for each in there])
        if value > best:
            best, chosen = value, order
    if chosen is not None:
        yield chosen


def _has_begun(world: PaxContext, power: Power) -> bool:
    return any(marker.is_new for _, marker in world.areas_of(power))
