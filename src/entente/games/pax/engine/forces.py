"""Armies in peace: where some are needed, which can be spared, and the cheapest that will do.

An army at home costs nothing, one abroad its strength every turn. So every area gets the smallest
garrison, and strong armies wait at home until there is a fight.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from entente.games.pax.areas.communication import army_reach, army_starts
from entente.games.pax.areas.garrisons import TEN, missing, on_guard, wanted, zone
from entente.games.pax.board import ARMY, STRENGTHS, Area, Node, Place, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.spending import can_buy, left_under_cap, must_rebuild
from entente.games.pax.engine.evaluator import turns_left, worth
from entente.games.pax.engine.odds import FightOdds, colonial_odds
from entente.games.pax.movement.orders import moves_made, orders_with
from entente.games.pax.state import Stack
from entente.kernel import parse_action

MOST_TENS, MOST_THREES, MOST_ONES = 2, 3, 4
LOSS_PRICE = 3.0  # pounds: the price of a point of strength
SURE = 0.8  # the least probability of winning a fight that is sought


class Force(NamedTuple):
    """Units to bring to an area: the number of each strength to buy, and all of them."""

    units: Stack
    bought: Stack
    won: float  # the probability of winning, with those already there
    cost: int  # of purchases
    score: float


class ArmyPlanner:
    """The armies of a power, and what they may do now."""

    def __init__(self, world: PaxContext, power: Power, most: int) -> None:
        self.world = world
        self.power = power
        self.home = world.home(power)
        self.most = most
        self.mirrored = world.state.options["table_2"] == "mirrored"
        self.ends: dict[Place, dict[int, list[Place]]] = {}  # from, strength: destinations
        for order in orders_with(world, power, "march", most):
            strength, here, there = parse_action(order).args
            self.ends.setdefault(here, {}).setdefault(int(strength), []).append(there)
        self.from_home = set(army_reach(world, power, self.home))
        self._ways: dict[Place, frozenset[Node]] = {}

    # -- needs

    def fights(self, area: Area) -> bool:
        """Whether armies will have to fight in an area this turn (7.1)."""
        marker = self.world.marker(self.power, area)
        if marker is None or not marker.is_control:
            return False
        return marker.fights or self.world.in_unrest(area)

    def chance(self, area: Area, stack: Stack) -> float:
        return self.odds(area, stack).won

    def odds(self, area: Area, stack: Stack) -> FightOdds:
        board = self.world.board
        return colonial_odds(board, stack, board.strength(area), self.mirrored)

    # -- spare armies

    def spare(self, goal: Area) -> dict[int, list[Place]]:
        """Armies that may march to an area and are not needed where they are, by strength; those
        abroad first, since they cost upkeep anyway."""
        places_by_strength: dict[int, list[Place]] = {}
        for here, by_strength in self.ends.items():
            for strength in self.spared_at(here):
                if goal in by_strength.get(strength, ()):
                    places_by_strength.setdefault(strength, []).append(here)
        for places in places_by_strength.values():
            places.sort(key=lambda place: place == self.home)
        return places_by_strength

    def spared_at(self, here: Place) -> Stack:
        """Return the armies a place can spare: all but the smallest; at home all."""
        stack = self.world.armies(self.power, here)
        if here == self.home:
            return stack
        if self.fights(here):
            return ()
        return stack[:-1]

    # -- the cheapest force

    def force(self, area: Area, prize: float, money: int, will_fight: bool) -> Force | None:
        """Return the force for an area that leaves most of a prize; None: nothing pays."""
        there = self.world.armies(self.power, area)
        spare = self.spare(area)
        if not self.world.status(self.power, area).is_control:
            spare = self._spare_for_new(area)
        best: Force | None = None
        for units in _sets(self.world.board.strength(area) if will_fight else 1):
            force = self._force(area, there, units, spare, money, prize, will_fight)
            if force is not None and (best is None or force.score > best.score):
                best = force
        return best

    def _spare_for_new(self, area: Area) -> dict[int, list[Place]]:
        """Return the same for an area without a marker: armies may go to places next to it, as is
        possible for most areas with a line."""
        by_strength: dict[int, list[Place]] = {}
        near = self.world.links.near[area]
        for here in army_starts(self.world, self.power):
            if not any(node in self.ways(here) for node in near):
                continue
            for strength in self.fresh_at(here):
                by_strength.setdefault(strength, []).append(here)
        for places in by_strength.values():
            places.sort(key=lambda place: place == self.home)
        return by_strength

    def fresh_at(self, here: Place) -> list[int]:
        """Return the armies that a place can spare and that may still move in this phase."""
        world, power = self.world, self.power
        stack = world.armies(power, here)
        strengths = []
        for strength in self.spared_at(here):
            made = moves_made(world, ARMY, power, here, strength, stack.count(strength))
            if made < self.most and not in_the_zone(world, power, here, strength):
                strengths.append(strength)
        return strengths

    def ways(self, here: Place) -> frozenset[Node]:
        """All places through which armies from a place may march (6.3)."""
        reachable = self._ways.get(here)
        if reachable is None:
            reachable = self._ways[here] = passable(self.world, self.power, here)
            peaceful = [place for place in reachable if place in self.world.board.areas]
            for place in peaceful:  # connected places share theirs
                if not self.world.in_unrest(here):
                    self._ways.setdefault(place, reachable)
        return reachable

    def _force(
        self,
        area: Area,
        there: Stack,
        units: Stack,
        spare: dict[int, list[Place]],
        money: int,
        prize: float,
        will_fight: bool,
    ) -> Force | None:
        bought: list[int] = []
        for strength in STRENGTHS:
            lacking = units.count(strength) - len(spare.get(strength, ()))
            bought += [strength] * max(0, lacking)
        cost = sum(self.world.board.unit_cost(ARMY, strength) for strength in bought)
        if cost > money or (bought and not self._can_buy(bought, cost, area)):
            return None
        stack = tuple(sorted((*there, *units), reverse=True))
        if not stack:
            return None
        upkeep = sum(stack) if turns_left(self.world) else 0
        if will_fight:
            odds = self.odds(area, stack)
            won, score = odds.won, odds.won * prize - cost - upkeep - LOSS_PRICE * odds.lost
        else:
            won, score = 1.0, prize - cost - upkeep
        return Force(units, tuple(bought), won, cost, score)

    def _can_buy(self, bought: list[int], cost: int, area: Area) -> bool:
        world, power = self.world, self.power
        if cost > left_under_cap(world, power):
            return False
        for strength in set(bought):
            if world.counters(power, f"strength_{strength}") < bought.count(strength):
                return False
            if not can_buy(world, power, ARMY, strength):
                return False
        if must_rebuild(world, power):
            return False
        near = self.world.links.near[area]
        return area in self.from_home or any(node in self.ways(self.home) for node in near)

    # -- orders

    def bring(self, area: Area, force: Force) -> str | None:
        """Return the next order that assembles a force: purchases first, then marches."""
        if force.bought:
            return f"buy army {force.bought[0]} {self.home}"
        spare = self.spare(area)
        for strength in force.units:
            if strength in spare:
                return f"march {strength} {spare[strength][0]} {area}"
        return None


@lru_cache(maxsize=64)
def _sets(defence: int) -> tuple[Stack, ...]:
    """Return sets of units to send, the empty one first; odds of ten to one are enough."""
    return tuple(
        units
        for ones, threes, tens in product(
            range(MOST_ONES + 1), range(MOST_THREES + 1), range(MOST_TENS + 1)
        )
        if sum(units := (10,) * tens + (3,) * threes + (1,) * ones) <= max(11, 4 * defence)
    )


def passable(world: PaxContext, power: Power, start: Place) -> frozenset[Node]:
    """Where armies from a place may be or pass: home, seas with an own merchant fleet, quiet areas
    under control (6.3)."""
    home, near, fleets = world.home(power), world.links.near, world.fleets(power)
    seen: set[Node] = {start}
    edge: list[Node] = [start]
    while edge:
        for node in near[edge.pop()]:
            if node in seen:
                continue
            held = node in world.board.areas and world.holds(power, node)
            if node in fleets or node == home or (held and not world.in_unrest(node)):
                seen.add(node)
                edge.append(node)
    return frozenset(seen)


def in_the_zone(world: PaxContext, power: Power, place: Place, strength: int) -> bool:
    """Whether an army must stay where it is (6.4)."""
    if strength != TEN or not wanted(world, power) or place not in zone(world, power):
        return False
    return on_guard(world, power) <= wanted(world, power) or missing(world, power) > 0


def pays_upkeep(world: PaxContext, power: Power, place: Place) -> bool:
    """Whether units in a place cost upkeep (4.2, line 16)."""
    return place != world.home(power) and world.established(power, place) < Status.TOP


def stake(world: PaxContext, power: Power, area: Area) -> float:
    """Return the loss with control of an area: its value less that of the influence it becomes."""
    status = world.status(power, area)
    sharers = len(world.holders(area)) - world.holds(power, area)
    kept = 0.0 if sharers or world.in_unrest(area) else worth(world, power, area, Status.INFLUENCE)
    return worth(world, power, area, status, sharers) - max(0.0, kept)
