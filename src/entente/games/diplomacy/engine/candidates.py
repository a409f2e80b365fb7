"""Candidate sets of orders: assembled unit by unit, then tried against what others may order.

Each unit picks the most promising place that no other own unit goes to; then units with little to
do support moves that will meet resistance, or units that hold where the enemy may come. A little
luck in the picking gives different sets. The same is done for the other seats, to have orders to
adjudicate against. The best set is improved by changing one order after another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random

from entente.games.diplomacy.answers.slots import ORDERS
from entente.games.diplomacy.board import Board, Unit, bits
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine.chart import Chart
from entente.games.diplomacy.rules.adjudicator import YES, Adjudicator
from entente.games.diplomacy.rules.editions import Rules
from entente.games.diplomacy.rules.orders import CONVOY, HOLDS, MOVE, SUPPORT, Order, write_order
from entente.games.diplomacy.state import AUTUMN
from entente.kernel import Seat

SETS = 8  # assembled
ANSWERS = 5  # of the others, against which each set is tried
TRIALS = 400  # adjudications in all
LUCK, OTHERS_LUCK = 0.25, 0.5  # in picking
STAYING = 0.3  # how often a unit of the others does not do the expected

Orders = dict[int, Order]


def best_orders(europe: DiplomacyContext, seat: Seat, rng: Random) -> str:
    """Return the set of orders that does best against what the others may order."""
    campaign = Campaign(europe, seat)
    if not campaign.mine:
        return write_orders(europe, seat, {})
    others = [orders_of_others(europe, seat, rng) for _ in range(ANSWERS)]
    sets = [campaign.assemble(rng, LUCK if number else 0.0) for number in range(SETS)]
    trial = GreedyTrials(europe, campaign.chart, others)
    best = max(sets, key=lambda orders: (trial.worth(orders), rng.random()))
    return write_orders(europe, seat, improved(campaign, trial, best, rng))


def usual_orders(europe: DiplomacyContext, seat: Seat, rng: Random) -> str:
    """Return a plausible set of orders."""
    return write_orders(europe, seat, Campaign(europe, seat).assemble(rng, OTHERS_LUCK))


def orders_of_others(europe: DiplomacyContext, seat: Seat, rng: Random) -> Orders:
    """Plausible orders of the other seats; some of their units stay where they are."""
    orders: Orders = {}
    for other in europe.survivors():
        if other != seat:
            orders |= Campaign(europe, other).assemble(rng, OTHERS_LUCK)
    return {number: order for number, order in orders.items() if rng.random() >= STAYING}


def write_orders(europe: DiplomacyContext, seat: Seat, orders: Orders) -> str:
    """Return an answer as the menu spells it, with the vote to play on."""
    names, position = europe.menus().names, europe.position
    numbers = {name: number for number, name in enumerate(names)}
    texts = []
    for power in europe.powers_of(seat):
        for name in europe.state.units[power]:
            number = numbers[name]
            order = orders.get(number, HOLDS)
            texts.append(write_order(europe.board, position, number, order))
    return "; ".join([*texts, ORDERS])


def improved(campaign: Campaign, trial: GreedyTrials, orders: Orders, rng: Random) -> Orders:
    """Change orders as long as that improves the set and there are trials left."""
    best, worth = orders, trial.worth(orders)
    while True:
        before = worth
        changes = campaign.attacks()
        units = campaign.mine[:]
        rng.shuffle(units)
        for change in chain(changes, *(campaign.changes(number, best) for number in units)):
            if trial.left <= 0:
                return best
            changed = {**best, **change}
            if changed != best and (value := trial.worth(changed)) > worth:
                best, worth = changed, value
        if worth <= before:
            return best


class GreedyTrials:
    """Evaluates sets of orders against the same orders of the others."""

    def __init__(self, europe: DiplomacyContext, chart: Chart, others: Sequence[Orders]) -> None:
        self.board, self.rules = europe.board, europe.rules
        self.units = europe.position.units
        self.autumn = europe.state.season == AUTUMN
        self.chart = chart
        self.others = others
        self.left = TRIALS

    def worth(self, orders: Orders) -> float:
        total = 0.0
        for answer in self.others:
            self.left -= 1
            all_orders = [orders.get(n) or answer.get(n) or HOLDS for n in range(len(self.units))]
            total += self.chart.worth(
                units_after(self.board, self.rules, self.units, all_orders), autumn=self.autumn
            )
        return total / len(self.others)


def units_after(
    board: Board, rules: Rules, units: Sequence[Unit], orders: Sequence[Order]
) -> list[Unit]:
    """Return the units after the moves; dislodged units count as lost."""
    judged = Adjudicator(board, rules, units, orders).run()
    answer, end, place = judged.answer, judged.end, judged.place
    moved = [order[0] == MOVE and answer[n] == YES for n, order in enumerate(orders)]
    entered = {end[n] for n, moves in enumerate(moved) if moves}
    return [
        Unit(unit[0], unit[1], orders[n][1]) if moved[n] else unit
        for n, unit in enumerate(units)
        if moved[n] or place[n] not in entered
    ]


class Campaign:
    """What the units of a seat can do, and what it promises."""

    def __init__(self, europe: DiplomacyContext, seat: Seat) -> None:
        self.europe = europe
        self.board: Board = europe.board
        self.chart = Chart.of(europe, seat)
        self.menus = europe.menus()
        self.units = europe.position.units
        self.place = self.menus.place
        camp = self.chart.camp
        self.mine = [
            number
            for number, unit in enumerate(self.units)
            if unit.power in camp and not self.menus.still[number]
        ]
        self.rivals = self._rivals(camp)

    def _rivals(self, camp: frozenset[int]) -> list[int]:
        """For each province, the most units that one other power could bring to bear on it."""
        counts: list[dict[int, int]] = [{} for _ in self.board.provinces]
        for number, unit in enumerate(self.units):
            if unit.power not in camp and not self.menus.still[number]:
                for province in (self.place[number], *self.board.beside(unit)):
                    counts[province][unit.power] = counts[province].get(unit.power, 0) + 1
        return [max(count.values(), default=0) for count in counts]

    # -- assembling

    def assemble(self, rng: Random, luck: float) -> Orders:
        """Assemble a set of orders; with more luck, it is less often what looks best."""
        goals = self._goals(rng, luck)
        orders = {number: self._going(number, goals[number]) for number in self.mine}
        self._ferry(orders, goals)
        self._support(orders, goals)
        return orders

    def _ends(self, number: int) -> list[int]:
        """Return the places a unit can move to, and its own."""
        unit, reach = self.units[number], self.menus.reach[number]
        ends = self.board.fleet[unit.location] if unit.fleet else bits(reach)
        province_of = self.board.province_of
        return [unit.location, *(end for end in ends if reach >> province_of[end] & 1)]

    def _goals(self, rng: Random, luck: float) -> dict[int, int]:
        """Where each unit goes: the best pairs of unit and place first, no place twice."""
        chart, province_of = self.chart, self.board.province_of
        pairs = []
        for number in self.mine:
            fleet = self.units[number].fleet
            for end in self._ends(number):
                worth = chart.near(fleet, end) * (1.0 + luck * (rng.random() - rng.random()))
                pairs.append((worth, rng.random(), number, end))
        pairs.sort(reverse=True)
        goals: dict[int, int] = {}
        taken: set[int] = set()
        for _, _, number, end in pairs:
            if number not in goals and province_of[end] not in taken:
                goals[number] = end
                taken.add(province_of[end])
        for number in self.mine:  # all places were taken: it stays, and a unit that comes bounces
            goals.setdefault(number, self.units[number].location)
        self._no_swaps(goals)
        return goals

    def _no_swaps(self, goals: dict[int, int]) -> None:
        """Two units cannot change places; both stay."""
        province_of = self.board.province_of
        at = {self.place[number]: number for number in self.mine}
        for number in self.mine:
            other = at.get(province_of[goals[number]], number)
            if other != number and province_of[goals[other]] == self.place[number]:
                goals[number] = self.units[number].location
                goals[other] = self.units[other].location

    def _going(self, number: int, end: int) -> Order:
        return HOLDS if end == self.units[number].location else Order(MOVE, end)

    def _support(self, orders: Orders, goals: dict[int, int]) -> None:
        """Units that hold or have little to gain support where resistance is likely."""
        province_of, chart = self.board.province_of, self.chart
        needs = sorted(
            (n for n in self.mine if self._opposed(n, orders)),
            key=lambda n: chart.goals[province_of[goals[n]]],
            reverse=True,
        )
        busy: set[int] = set()
        for number in needs:
            if number in busy:
                continue
            end = province_of[goals[number]]
            lacking = self._lacking(number, end)
            for helper in sorted(self.mine, key=lambda n: chart.goals[province_of[goals[n]]]):
                if lacking <= 0:
                    break
                if helper in busy or helper == number or not self._may_help(helper, number, end):
                    continue
                if self._carries(orders[helper], number):
                    continue
                if orders[helper].kind == MOVE and self._gain(helper, goals) >= chart.goals[end]:
                    continue
                orders[helper] = self._help(number, orders[number], end)
                busy |= {helper, number}
                lacking -= 1

    def _opposed(self, number: int, orders: Orders) -> bool:
        """Whether a move or a hold may meet resistance and is worth support."""
        if orders[number].kind not in (MOVE, HOLDS.kind):
            return False
        end = self._end(number, orders[number])
        return self.rivals[end] > 0 and self.chart.goals[end] > 0

    def _end(self, number: int, order: Order) -> int:
        """Return the province in which a unit wants to be."""
        return self.board.province_of[order.target] if order.kind == MOVE else self.place[number]

    def _lacking(self, number: int, end: int) -> int:
        """How many supports are needed against all that one power could bring."""
        return self.rivals[end] - (1 if self.place[number] == end else 0)

    def _may_help(self, helper: int, number: int, end: int) -> bool:
        return bool(self.menus.reach[helper] >> end & 1) and self.place[helper] != end

    def _carries(self, order: Order, number: int) -> bool:
        """Whether a fleet convoys a unit: it cannot support a move that needs it at sea."""
        return order.kind == CONVOY and order.target == self.place[number]

    def _gain(self, number: int, goals: dict[int, int]) -> float:
        return self.chart.goals[self.board.province_of[goals[number]]]

    def _help(self, number: int, order: Order, end: int) -> Order:
        where = self.units[number].location
        return Order(SUPPORT, where, end) if order.kind == MOVE else Order(SUPPORT, where)

    def _ferry(self, orders: Orders, goals: dict[int, int]) -> None:
        """VIII: a fleet with little to do convoys an army to where it could not walk."""
        board, chart = self.board, self.chart
        taken = {self._end(number, order) for number, order in orders.items()}
        for fleet in self.mine:
            sea = self.place[fleet]
            if not board.seas >> sea & 1 or chart.goals[self._end(fleet, orders[fleet])] > 0:
                continue
            for army in self.mine:
                start = self.place[army]
                if self.units[army].fleet or not board.shore[start] >> sea & 1:
                    continue
                if orders[army].kind not in (MOVE, HOLDS.kind):
                    continue
                ends = board.fleet_mask[sea] & ~board.seas & ~self.menus.reach[army]
                able = [e for e in bits(ends & self.menus.open) if e != start and e not in taken]
                best = max(able, key=lambda end: chart.armies[end], default=-1)
                here = chart.armies[self._end(army, orders[army])]
                if best >= 0 and chart.armies[best] > here:
                    taken.add(best)
                    orders[army] = Order(MOVE, best)
                    orders[fleet] = Order(CONVOY, start, best)
                    goals[army], goals[fleet] = best, self.units[fleet].location
                    break

    # -- changing some orders

    def attacks(self) -> Iterator[Orders]:
        """Concerted attacks: one unit moves with the supports it needs; best goals first."""
        chart = self.chart
        for end in sorted(self._worth_attacking(), key=chart.goals.__getitem__, reverse=True):
            able = [n for n in self.mine if self.menus.reach[n] >> end & 1]
            able.sort(key=lambda n: chart.near(self.units[n].fleet, self.units[n].location))
            lacking = max(1, self.rivals[end])
            for mover in able[:2]:
                helpers = [n for n in able if n != mover][:lacking]
                for place in self._entries(mover, end):
                    order = Order(MOVE, place)
                    support = Order(SUPPORT, self.units[mover].location, end)
                    yield {mover: order, **dict.fromkeys(helpers, support)}

    def _worth_attacking(self) -> list[int]:
        """Goals in reach of more than one own unit, with no own unit in them."""
        counts = [0] * len(self.board.provinces)
        for number in self.mine:
            for end in bits(self.menus.reach[number]):
                counts[end] += 1
        held = {self.place[number] for number in self.mine}
        goals = self.chart.goals
        return [end for end, n in enumerate(counts) if n > 1 and goals[end] > 0 and end not in held]

    def _entries(self, number: int, end: int) -> tuple[int, ...]:
        return self.board.entries(self.units[number], end)

    def changes(self, number: int, orders: Orders) -> Iterator[Orders]:
        """Alternatives of a unit: hold, move to one of the better places, support a neighbour."""
        fleet, chart = self.units[number].fleet, self.chart
        ends = sorted(self._ends(number), key=lambda end: chart.near(fleet, end), reverse=True)
        yield {number: HOLDS}
        for end in ends[:4]:
            yield {number: self._going(number, end)}
        for other in self.mine:
            order = orders.get(other, HOLDS)
            if other == number or self._carries(orders.get(number, HOLDS), other):
                continue
            if order.kind in (MOVE, HOLDS.kind):
                end = self._end(other, order)
                if self._may_help(number, other, end) and self.rivals[end]:
                    yield {number: self._help(other, order, end)}
