"""What all rules of thumb work with, and the value of things: in pounds, for a power.

Money left at the end of a turn becomes points at once, so everything is measured in pounds: a
marker is worth its income less its upkeep over the turns to come, plus twice its income in the
final record; points are worth the divisor of the power.
"""

from __future__ import annotations

from math import tanh
from typing import Self

import msgspec

from entente.games.pax.areas.communication import has_line
from entente.games.pax.board import GREAT_BRITAIN, JAPAN, UNITED_STATES, Area, Power, Status
from entente.games.pax.context import PaxContext, pool_of
from entente.games.pax.economy.administration import sheet_lines
from entente.games.pax.economy.spending import free_money
from entente.games.pax.engine.character import Character
from entente.games.pax.movement.marker_orders import OPEN_TYPES
from entente.games.pax.records.treaty import OFFERED
from entente.kernel import Seat

LASTING = 0.94  # the probability that a marker survives a turn: unrest, rivals, the Great War
FINAL = 2  # how often income counts in the final record (13.5)
OTTOMAN_TROUBLE = 60  # pounds: control there means war with the Empire (11.3)
CHINESE_SHARE = {True: 0.65, False: 0.95}  # what a rebellion leaves on average, of control or less
GREAT_WAR = 100
MOST_HOPED = 8  # colonies that a power may still hope for
HOPED = 0.6  # of their value
WARLIKE = 1.0  # a character with less does not provoke wars
HAGGLES = 0.3  # of a partner's gain
LEAD = 60.0  # points that almost decide the game


class Evaluator(msgspec.Struct):
    """Evaluates a position for a seat."""

    world: PaxContext
    seat: Seat
    character: Character
    promise: float = 1.0  # the weight of others' promises to stay out of areas
    _ahead: Seat = ""

    @property
    def sends_home(self) -> bool:
        """Whether armies and navies that only cost money go home."""
        return True

    @property
    def denies(self) -> float:
        """The weight of keeping an area from a rival."""
        return 1.0

    @property
    def haggles(self) -> float:
        """The share of a partner's gain that a counter-offer asks for."""
        return HAGGLES

    @property
    def provokes(self) -> bool:
        """Whether it makes casus belli for wars that it expects to win."""
        return self.character.wars >= WARLIKE

    @property
    def arms(self) -> bool:
        """Whether it builds navies against the leading rival."""
        return False

    @property
    def persists(self) -> bool:
        """Whether it makes no peace before a war that it can win is won."""
        return False

    @property
    def harms(self) -> float:
        """The weight of the points that a war takes from the leading rival."""
        return 0.0

    def harm_to(self, rival: Seat) -> float:
        """Return what a pound that a rival loses in a war is worth, in own pounds."""
        if rival != self.ahead:
            return 0.0
        return self.harms * divisor(self.world, self.seat) / divisor(self.world, rival)

    def fear_of(self, power: Power, rival: Power) -> float:
        """Return the weight of a rival's anger at a power of this seat."""
        return 1.0

    def on(self, world: PaxContext) -> Self:
        """Return the same seat with another map."""
        return msgspec.structs.replace(self, world=world, _ahead="")

    @property
    def powers(self) -> tuple[Power, ...]:
        return self.world.powers_of(self.seat)

    @property
    def ahead(self) -> Seat:
        """The other seat with the best prospects."""
        if not self._ahead:
            others = [seat for seat in self.world.seats if seat != self.seat]
            self._ahead = max(others, key=lambda seat: prospects(self.world, seat))
        return self._ahead

    def worth(self, power: Power, area: Area, status: Status, sharers: int = 0) -> float:
        """Return the future value of a marker, as this seat sees it."""
        return worth(self.world, power, area, status, sharers)

    def is_behind(self) -> bool:
        """Whether that seat has better prospects than this one."""
        return prospects(self.world, self.ahead) > prospects(self.world, self.seat)


def prospects(world: PaxContext, seat: Seat) -> float:
    """Return the expected points at the end, with a part of the colonies still to be had; a small
    power counts each of them for more."""
    free = [
        worth(world, seat, area, Status.PROTECTORATE)
        for area in world.board.areas
        if world.type_of(area) in OPEN_TYPES
        and not world.controllers(area)
        and has_line(world, seat, area)
    ]
    counters = world.counters(seat, pool_of(Status.PROTECTORATE))
    hoped_for = sorted(free, reverse=True)[: min(MOST_HOPED, counters, len(free) // 2)]
    return expected_points(world, seat) + HOPED * sum(hoped_for) / divisor(world, seat)


def expected_points(world: PaxContext, seat: Seat) -> float:
    """Points so far, plus what the present empire earns until the end (13.4, 13.5)."""
    total = 0.0
    for power in world.powers_of(seat):
        lines = sheet_lines(world, power, 0)
        total += world.money(power) + lasting_turns(world) * lines["l22"] + 2 * lines["l15"]
    return world.state.points.get(seat, 0) + total / divisor(world, seat)


def standing(points: float) -> float:
    """Return a lead in points as a value from -1 (lost) to 1 (won)."""
    return 0.99 * tanh(points / LEAD)


# -- time and money


def turns_left(world: PaxContext) -> int:
    """How many times income is still to come."""
    return max(0, world.number("turns") - world.state.turn)


def lasting_turns(world: PaxContext) -> float:
    """Return the same, discounted by the probability of loss."""
    return sum(LASTING**turn for turn in range(1, turns_left(world) + 1))


def divisor(world: PaxContext, power: Power) -> float:
    """Return the pounds per victory point of a power."""
    seat = world.seat_of(power) or power
    return world.divisor(seat) or 5.0


def spendable(world: PaxContext, power: Power, but: str = "") -> int:
    """Return the money a power may spend, less what it has offered in unsigned treaties, except
    `but`."""
    pledged = sum(
        clause.number("amount")
        for treaty in world.state.treaties.values()
        if treaty.state == OFFERED and treaty.by == power and treaty.id != but
        for clause in treaty.clauses
        if clause.kind == "pay" and clause.text("from") == power
    )
    return max(0, free_money(world, power) - pledged)


def worth(world: PaxContext, power: Power, area: Area, status: Status, sharers: int = 0) -> float:
    """Return the future value of a marker, less its garrison; its price is not counted.

    `sharers` is the number of other majors with control there (4.3).
    """
    return marker_worth(world, power, area, status, sharers, lasting_turns(world))


def marker_worth(
    world: PaxContext,
    power: Power,
    area: Area,
    status: Status,
    sharers: int,
    turns: float,
    thrift: float = 1.0,
) -> float:
    """Return the same with a given value of one pound per turn, and with a part of the upkeep."""
    if status is Status.NONE:
        return 0.0
    prices, value = world.board.prices[status], world.board.value(area)
    if status is not Status.INTEREST:
        value = max(0, value - sharers)
    upkeep = prices.upkeep + (1 if status in (Status.PROTECTORATE, Status.POSSESSION) else 0)
    income = prices.income * value
    worth = turns * (income - thrift * upkeep) + FINAL * income
    if world.board.areas[area].type == "chinese_empire" and worth > 0:
        worth *= CHINESE_SHARE[status.is_control]
    return worth + special_worth(world, power, area, status)


def special_worth(world: PaxContext, power: Power, area: Area, status: Status) -> float:
    """Points that depend on an area, besides its income (13.4, 13.5)."""
    board, worth = world.board, 0.0
    if not status.is_control:
        return canal_worth(world, power, area) if status is Status.INFLUENCE else 0.0
    if power == GREAT_BRITAIN and area in board.tagged("india"):
        worth += abs(board.bonuses["british_india"].points) * divisor(world, power)
    if power == JAPAN and area == "korea" and world.on("suggested_bonuses"):
        worth += board.bonuses["japan_korea"].points * divisor(world, power)
    return worth + canal_worth(world, power, area)


def canal_worth(world: PaxContext, power: Power, area: Area) -> float:
    """Influence where a canal can be dug: the first one scores (6.1)."""
    if world.state.canals or area not in world.board.tagged("canal_site") or not turns_left(world):
        return 0.0
    constants = world.board.constants
    gain = constants.canal_points * divisor(world, power) - constants.canal_cost
    return 0.6 * max(0.0, gain)


def denial(world: PaxContext, power: Power, area: Area) -> float:
    """Return what control of an area costs the United States: the bonus of the Open Door (13.5)."""
    if power != UNITED_STATES or area == "hong_kong":
        return 0.0
    if world.board.areas[area].type != "chinese_empire":
        return 0.0
    return world.board.bonuses["open_door"].points * divisor(world, power)


# -- tension


def tension_cost(evaluator: Evaluator, power: Power, amount: float, blamed: bool = True) -> float:
    """Return the cost of more tension in pounds: the nearer the Great War, the higher; the seat to
    blame pays three times (13.3)."""
    world = evaluator.world
    now = world.state.tension
    penalty = world.board.penalty(world.year) * divisor(world, power)
    left = max(1.0, GREAT_WAR - now)
    # the turns to come add tension by themselves
    drift = 3.0 * turns_left(world)
    risk = min(1.0, amount / left) * min(1.0, (now + drift) / GREAT_WAR)
    times = world.board.constants.guilt_multiplier if blamed else 1
    return evaluator.character.tension * risk * penalty * times * 0.5


def controls(world: PaxContext, power: Power) -> list[Area]:
    """Return the areas a power controls, newly or established."""
    return [area for area, marker in world.areas_of(power) if marker.is_control]


def total_strength(world: PaxContext, power: Power, kind: str) -> int:
    """Return the total strength of a power's units of one kind."""
    return sum(s for each, _, s in world.units(power) if each == kind)
