"""The rest of the game as an economy: who takes what, and the points at the end.

A real turn of seven powers takes a second to play out, and the value of a marker shows only turns
later. So plans are compared on a sketch of the position: the areas, their values, what each power
has, reaches and can pay. All powers invest in turn, in a random order, by the rule of the level
`normal`; treaties, wars and events are left out. Everything in it is public, or the seat's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log
from random import Random
from typing import NamedTuple

from entente.games.pax.areas.communication import areas_with_line, network
from entente.games.pax.board import ARMY, Board, Power, Status
from entente.games.pax.context import PaxContext, pool_of
from entente.games.pax.economy.spending import free_money
from entente.games.pax.engine.evaluator import divisor
from entente.games.pax.engine.forces import SURE, _sets
from entente.games.pax.engine.odds import colonial_odds
from entente.games.pax.movement.marker_orders import OPEN_TYPES, locked
from entente.kernel import Seat

INTEREST, INFLUENCE, PROTECTORATE = 1, 2, 3  # levels, as in `Status`
POSSESSION = 4
MINOR = -1  # the index of all powers without a player
WANTED = 1.1  # what an investment must bring, as for `normal`
MONEY = (1.6, 1.4, 1.2, 1.1, 1.0)  # the value of a pound in each turn, likewise
LASTING = 0.94
CLAIM = 0.8  # of an influence's value where control can be taken
FIRST_COME = 1.5  # haste for control
ANGER = 30.0  # pounds: what a power thinks it costs to drive out another's influence
AGREED = 0.7  # the probability that two powers that took the same area share it
CHINESE = (1.0, 0.95, 0.95, 0.65, 0.65, 0.65)  # what a rebellion leaves of each level
OWN_TEN = 6  # pounds: a strong army from home, and the garrison that relieves it
RIVALS = 0.5  # the weight of the best other's points against own ones
CLOSE = 25.0  # points: rivals within this distance of the leader matter as well
MOST_TURNS = 3  # that are played out
FORECASTS = 4  # games for a forecast
RACE_OVER = 4  # the turn after which hardly any land is free; it is always reached


class SketchOption(NamedTuple):
    """A marker to place or raise: where, to which level, its gain and cost in pounds."""

    area: int
    level: int
    gain: float
    cost: float


class Sketch:
    """What matters of a position for the growth of the powers."""

    def __init__(self, world: PaxContext, seat: Seat) -> None:
        board = world.board
        self.turn, self.turns = world.state.turn, world.number("turns")
        self.areas = list(board.areas)
        self.index = {area: number for number, area in enumerate(self.areas)}
        self.powers: list[Power] = list(world.seats)
        self.me = self.powers.index(seat)
        self.value = [board.value(area) for area in self.areas]
        self.free = [world.type_of(area) in OPEN_TYPES for area in self.areas]
        self.free_now = [
            (self.free[number] or world.in_unrest(area))
            and not locked(world, area, Status.PROTECTORATE)
            for number, area in enumerate(self.areas)
        ]
        self.unrest = [world.in_unrest(area) for area in self.areas]
        self.chinese = [board.areas[area].type == "chinese_empire" for area in self.areas]
        self.near = [
            [self.index[node] for node in world.links.near[area] if node in self.index]
            for area in self.areas
        ]
        mirrored = world.state.options["table_2"] == "mirrored"
        strong = [10 in world.armies(power, world.home(power)) for power in self.powers]
        bought = [army_price(board, board.strength(area), mirrored) for area in self.areas]
        self.army = [[min(price, OWN_TEN) if own else price for price in bought] for own in strong]
        prices = [board.prices[status] for status in Status]
        self.cost = [float(row.cost) for row in prices]
        self.income = [float(row.income) for row in prices]
        self.upkeep = [float(row.upkeep) for row in prices]
        for level in (PROTECTORATE, POSSESSION):
            self.upkeep[level] += 1.0  # the garrison
        self.divisor = [divisor(world, power) for power in self.powers]
        self._read(world)

    def _read(self, world: PaxContext) -> None:
        """Note the markers, the money and the lines."""
        self.levels: list[dict[int, int]] = [{} for _ in self.powers]
        self.controls: dict[int, int] = {}
        self.closed: set[int] = set()  # to interests too
        self.fresh: set[int] = set()  # with new control
        self.claimed: set[int] = set()  # by a minor's influence
        self.settled = [False] * len(self.powers)  # has established control
        for number, area in enumerate(self.areas):
            for power, marker in world.markers(area).items():
                owner = self.powers.index(power) if power in self.powers else MINOR
                if owner != MINOR:
                    self.levels[owner][number] = int(marker.status)
                    self.settled[owner] |= marker.holds
                elif marker.status is Status.INFLUENCE:
                    self.claimed.add(number)
                if marker.is_control:
                    self.controls[number] = owner
                    if marker.is_new and not marker.holds:
                        self.fresh.add(number)
                if marker.status >= Status.POSSESSION:
                    self.closed.add(number)
        self.reach = [
            {self.index[area] for area in areas_with_line(world, power)} for power in self.powers
        ]
        self.joined = [
            {self.index[node] for node in network(world, power) if node in self.index}
            for power in self.powers
        ]
        self.money = [max(0.0, float(free_money(world, power))) for power in self.powers]
        rows = [world.board.powers[power].office or [0] for power in self.powers]
        self.office = [(sum(row) / len(row), float(row[-1])) for row in rows]
        self.lesser = [world.counters(power, pool_of(Status.INTEREST)) for power in self.powers]
        self.greater = [
            world.counters(power, pool_of(Status.PROTECTORATE)) for power in self.powers
        ]
        self.points = [
            float(world.state.points.get(power, 0) + world.state.turn_bonuses.get(power, 0))
            for power in self.powers
        ]
        ready = world.state.moving.ready
        self.done = [power in ready for power in self.powers]

    @property
    def horizon(self) -> int:
        """The last turn that is played out."""
        return min(self.turns, max(self.turn + MOST_TURNS - 1, RACE_OVER))


@lru_cache(maxsize=64)
def army_price(board: Board, strength: int, mirrored: bool) -> float:
    """Return the price of the cheapest armies that are likely to win against a strength (7.3)."""
    best = float("inf")
    for units in _sets(max(1, strength)):
        if not units:
            continue
        won = colonial_odds(board, units, strength, mirrored).won
        if won >= SURE:
            best = min(best, sum(board.unit_cost(ARMY, unit) for unit in units))
    return best


class Economy:
    """A sketch that is played on."""

    def __init__(self, sketch: Sketch, rng: Random) -> None:
        self.sketch = sketch
        self.rng = rng
        self.turn = sketch.turn
        self.levels = [dict(each) for each in sketch.levels]
        self.controls = dict(sketch.controls)
        self.fresh = set(sketch.fresh)
        self.settled = list(sketch.settled)
        self.reach = [set(each) for each in sketch.reach]
        self.money = list(sketch.money)
        self.lesser = list(sketch.lesser)
        self.greater = list(sketch.greater)
        self.points = list(sketch.points)
        self.contested: set[int] = set()  # control placed beside another's new one
        self.shared: dict[int, int] = {}  # and the power that shares it

    # -- a turn

    def play(self, plan: Sequence[SketchOption]) -> list[float]:
        """Play the present turn with this plan of the seat, then others, and return the points of
        all powers at the end of the game."""
        sketch = self.sketch
        lists = [
            [] if sketch.done[power] else self.options(power) for power in range(len(sketch.powers))
        ]
        lists[sketch.me] = list(plan)
        self._spend(lists)
        while self.turn < sketch.horizon:
            self._next_turn()
            self._spend([self.options(power) for power in range(len(sketch.powers))])
        return self._final()

    def options(self, power: int) -> list[SketchOption]:
        """Return the investments of a power in the order in which it makes them."""
        sketch, mine = self.sketch, self.levels[power]
        now = self.turn == sketch.turn
        tables = _worths(self.turn, sketch.turns)
        hurdle = WANTED * _money_in(self.turn, sketch.turns)
        money, value = self.money[power], sketch.value
        free = sketch.free_now if now else sketch.free
        army, cost = sketch.army[power], sketch.cost
        room = self.lesser[power] > 0
        ranked = list[tuple[float, SketchOption]]()
        for area in self.reach[power]:
            level, holder = mine.get(area, 0), self.controls.get(area)
            if level >= PROTECTORATE or (now and area in self.fresh):
                continue
            worths = tables[sketch.chinese[area]]
            figures = worths[value[area]]
            before = figures[level]
            if level == 0 and room and area not in sketch.closed:
                gain = figures[INTEREST]
                if gain > hurdle * cost[INTEREST]:
                    option = SketchOption(area, INTEREST, gain, cost[INTEREST])
                    ranked.append((gain / cost[INTEREST], option))
            if holder is not None and holder != power:
                continue
            if level < INFLUENCE and (room or level) and not (now and sketch.unrest[area]):
                price = cost[INFLUENCE] - cost[level]
                gain = figures[INFLUENCE] * (CLAIM if sketch.free[area] else 1.0) - before
                if gain > hurdle * price:
                    ranked.append((gain / price, SketchOption(area, INFLUENCE, gain, price)))
            if free[area] and self.greater[power] > 0:
                price = cost[PROTECTORATE] - cost[level] + army[area]
                gain = figures[PROTECTORATE] - before - ANGER * self._claims(power, area)
                if gain > hurdle * price and price <= money:
                    option = SketchOption(area, PROTECTORATE, gain, price)
                    ranked.append((FIRST_COME * gain / price, option))
        ranked.sort(key=lambda each: -each[0])
        return [option for _, option in ranked]

    def _claims(self, power: int, area: int) -> int:
        """How many others have influence in an area."""
        count = int(area in self.sketch.claimed)
        for other, levels in enumerate(self.levels):
            count += other != power and levels.get(area) == INFLUENCE
        return count

    def _spend(self, lists: list[list[SketchOption]]) -> None:
        """All powers place one marker after another, in a random order, while money lasts."""
        order = list(range(len(lists)))
        self.rng.shuffle(order)
        places = [0] * len(lists)
        placed: list[set[int]] = [set() for _ in lists]
        while order:
            order = [
                power for power in order if self._place(power, lists[power], places, placed[power])
            ]

    def _place(
        self, power: int, options: list[SketchOption], places: list[int], placed: set[int]
    ) -> bool:
        """Place the next marker of a power that is still possible; False: none is."""
        levels = self.levels[power]
        while places[power] < len(options):
            area, level, _, cost = options[places[power]]
            places[power] += 1
            if cost > self.money[power] or area in placed:
                continue
            before = levels.get(area, 0)
            if level >= PROTECTORATE:
                holder = self.controls.get(area, power)
                if before < PROTECTORATE and self.greater[power] <= 0:
                    continue
                if holder != power and (power != self.sketch.me or area not in self.fresh):
                    continue
                if before < PROTECTORATE:
                    self.greater[power] -= 1
                    self.lesser[power] += before > 0
                    self.fresh.add(area)
                if holder == power:
                    self.controls[area] = power
                elif holder != MINOR:
                    self.contested.add(area)
            elif before == 0:
                if self.lesser[power] <= 0:
                    continue
                if level == INFLUENCE and self.controls.get(area, power) != power:
                    continue
                self.lesser[power] -= 1
            levels[area] = level
            placed.add(area)
            self.money[power] -= cost
            return True
        return False

    def _next_turn(self) -> None:
        """Turn what is left into points, establish markers, drop claims beside control, and pay the
        incomes."""
        sketch = self.sketch
        self._settle()
        for area in self.fresh:
            owner = self.controls[area]
            for power, levels in enumerate(self.levels):
                if power != owner and levels.get(area) == INFLUENCE:
                    levels[area] = INTEREST
            if owner != MINOR:
                self.settled[owner] = True
                self.reach[owner].update(sketch.near[area])
        self.fresh.clear()
        self.turn += 1
        for power in range(len(self.levels)):
            self.points[power] += self.money[power] // sketch.divisor[power]
            self.money[power] = max(0.0, self._net(power) + self._office(power))

    def _settle(self) -> None:
        """Share contested areas; without an agreement both powers lose them (9.3)."""
        me = self.sketch.me
        for area in self.contested:
            if self.rng.random() < AGREED:
                self.shared[area] = self.controls[area]
                self.settled[me] = True
                continue
            self.levels[me].pop(area, None)
            self.levels[self.controls.pop(area)].pop(area, None)
            self.fresh.discard(area)
        self.contested.clear()

    # -- income and points

    def _office(self, power: int) -> float:
        """Return the income of the colonial office: the best figure without a colony (4.4)."""
        usual, best = self.sketch.office[power]
        return usual if self.settled[power] else best

    def _net(self, power: int) -> float:
        """Return the income of the markers less their upkeep."""
        sketch, reach = self.sketch, self.reach[power]
        income, upkeep, value = sketch.income, sketch.upkeep, sketch.value
        net = sum(
            income[level] * value[area] - upkeep[level]
            for area, level in self.levels[power].items()
            if area in reach
        )
        return net - income[PROTECTORATE] * self._sharing(power)

    def _sharing(self, power: int) -> int:
        """How many areas a power shares since the present turn: each is worth one less (4.3)."""
        if power == self.sketch.me:
            return len(self.shared)
        return sum(partner == power for partner in self.shared.values())

    def _final(self) -> list[float]:
        """Return the points at the end if nothing else changes (13.4, 13.5)."""
        sketch = self.sketch
        left = sketch.turns - self.turn
        totals = list[float]()
        self._settle()
        for area in self.fresh:
            if self.controls[area] != MINOR:
                self.settled[self.controls[area]] = True
        for power, levels in enumerate(self.levels):
            gross = net = -sketch.income[PROTECTORATE] * self._sharing(power)
            for area, level in levels.items():
                if area not in self.reach[power]:
                    continue
                share = CHINESE[level] if sketch.chinese[area] else 1.0
                earned = sketch.income[level] * sketch.value[area]
                gross += share * earned
                net += share * earned - sketch.upkeep[level]
            pounds = self.money[power] + left * (net + self._office(power)) + 2.0 * gross
            totals.append(self.points[power] + pounds / sketch.divisor[power])
        return totals


@lru_cache(maxsize=64)
def _worths(turn: int, turns: int) -> tuple[tuple[tuple[float, ...], ...], ...]:
    """Return what `normal` thinks a marker is worth: for usual and Chinese areas, by value and
    level."""
    counts = sum(
        LASTING**later * _money_in(turn + later, turns) for later in range(1, turns - turn + 1)
    )
    income, upkeep = (0.0, 1.0, 2.0, 4.0, 5.0, 5.0), (0.0, 0.0, 5.0, 11.0, 21.0, 30.0)
    usual = tuple(
        tuple(
            counts * (income[level] * value - upkeep[level]) + 2.0 * income[level] * value
            for level in range(6)
        )
        for value in range(12)
    )
    chinese = tuple(
        tuple(worth * CHINESE[level] if worth > 0 else worth for level, worth in enumerate(row))
        for row in usual
    )
    return usual, chinese


def _money_in(turn: int, turns: int) -> float:
    played = turn - 1 + max(0, 10 - turns)
    return MONEY[min(played, len(MONEY) - 1)]


def forecast(world: PaxContext, seat: Seat) -> dict[Seat, float]:
    """Return the points that all seats can expect at the end, if all invest alike."""
    sketch = Sketch(world, seat)
    totals = [0.0] * len(sketch.powers)
    for number in range(FORECASTS):
        economy = Economy(sketch, Random(f"forecast/{number}"))
        points = economy.play(economy.options(sketch.me))
        totals = [total + value for total, value in zip(totals, points, strict=True)]
    return {power: total / FORECASTS for power, total in zip(sketch.powers, totals, strict=True)}


def lead(points: Sequence[float], me: int) -> float:
    """Return the lead of a power over the best other one."""
    return points[me] - max(value for power, value in enumerate(points) if power != me)


def outlook(points: Sequence[float], me: int) -> float:
    """Return what a plan is judged by: own points less a part of the best others'; the nearer a
    rival is to the best, the more it counts."""
    others = [value for power, value in enumerate(points) if power != me]
    best = max(others)
    soft = CLOSE * log(sum(exp((value - best) / CLOSE) for value in others))
    return points[me] - RIVALS * (best + soft)
