"""Random positions in which much goes on in little space.

First some armies are sent overseas and fleets are ordered to carry them, and units are sent round
in circles. Then others attack, the convoying fleets above all, and the rest give supports to what
is really ordered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations
from random import Random

from entente.games.diplomacy.board import COASTAL, INLAND, SEA, Board, Unit
from entente.games.diplomacy.rules.orders import CONVOY, MOVE, SUPPORT, Order, Position

CORNERS = (
    "ENG NTH LON BEL PIC BRE WAL YOR HOL MAO IRI BUR",
    "NTH NWG SKA HEL EDI YOR NWY DEN HOL SWE LON KIE",
    "BAL BOT SKA DEN SWE KIE BER PRU LVN FIN STP NWY",
    "MAO WES LYO SPA POR GAS MAR NAF BRE TUN PIE",
    "TYS ION ADR ROM NAP APU TUN VEN TRI ALB TUS GRE",
    "AEG EAS BLA CON SMY ANK BUL GRE RUM ARM ION",
    "NAO NWG NTH ENG IRI LVP EDI CLY YOR LON WAL",
    "BAR NWG NTH SKA NWY STP SWE FIN EDI DEN BOT",
    "VIE BUD TYR BOH GAL TRI VEN MUN SIL WAR SER",
)


class Draft:
    """A position in one corner of the map, whose orders are being thought out."""

    def __init__(
        self, board: Board, random: Random, corner: Iterable[int], units: Iterable[Unit]
    ) -> None:
        self.board = board
        self.random = random
        self.corner = list(corner)
        self.position = Position(board, units)
        self.orders: dict[int, Order] = {}
        self.sea_lanes: set[int] = set()  # where fleets are ordered to convoy

    def chance(self, likelihood: float) -> bool:
        return self.random.random() < likelihood

    def free(self) -> list[int]:
        """The units without an order, in random order."""
        numbers = [n for n in range(len(self.position.units)) if n not in self.orders]
        return self.random.sample(numbers, len(numbers))

    def place(self, number: int) -> int:
        return self.board.province_of[self.position.units[number].location]

    def order_passage(self, number: int) -> bool:
        """An army goes overseas; the fleets on its way carry it, perhaps not all of them."""
        board, start = self.board, self.place(number)
        if self.position.units[number].fleet or board.kind[start] != COASTAL:
            return False
        fleets = self.position.fleets
        ends = [
            end
            for end in self.corner
            if end != start and board.kind[end] == COASTAL and board.sails(start, end, fleets)
        ]
        if not ends:
            return False
        end = self.random.choice(ends)
        self.orders[number] = Order(MOVE, end, via=self.chance(0.4))
        for carrier in self.free():
            sea = self.place(carrier)
            if board.lanes(start, end) & fleets & 1 << sea and self.chance(0.85):
                self.orders[carrier] = Order(CONVOY, start, end)
                self.sea_lanes.add(sea)
        return True

    def order_answer(self, number: int, start: int) -> None:
        """The unit that a passage is aimed at comes the other way, or bears on the convoy."""
        if number not in self.free():
            return
        board, unit = self.board, self.position.units[number]
        back = board.entries(unit, start)
        if back and self.chance(0.5):
            self.orders[number] = Order(MOVE, self.random.choice(back))
            return
        seas = sorted(sea for sea in self.sea_lanes if board.reach(unit) >> sea & 1)
        if not seas or self.chance(0.2):
            return
        sea = self.random.choice(seas)
        attackers = [n for n in self.free() if n != number and self.enters(n, sea)]
        for attacker in attackers[:1]:
            self.orders[attacker] = Order(MOVE, sea)
        if attackers and self.chance(0.7):
            stands = self.position.units[attackers[0]].location
            self.orders[number] = Order(SUPPORT, stands, sea)
        else:
            self.orders[number] = Order(SUPPORT, sea)

    def enters(self, number: int, sea: int) -> bool:
        return bool(self.board.entries(self.position.units[number], sea))

    def order_circle(self) -> None:
        """Three units that can each take the next one's place."""
        board, units = self.board, self.position.units
        for ring in permutations(self.free()[:6], 3):
            ways = [
                board.entries(units[one], self.place(two))
                for one, two in zip(ring, ring[1:] + ring[:1], strict=True)
            ]
            if all(ways):
                for number, ends in zip(ring, ways, strict=True):
                    self.orders[number] = Order(MOVE, self.random.choice(ends))
                return

    def order_attack(self, number: int) -> None:
        """A step inside the corner, rather against a convoy than elsewhere."""
        board, unit = self.board, self.position.units[number]
        ends = [end for place in self.corner for end in board.entries(unit, place)]
        weights = [4 if board.province_of[end] in self.sea_lanes else 1 for end in ends]
        if ends:
            self.orders[number] = Order(MOVE, self.random.choices(ends, weights)[0])

    def order_support(self, number: int) -> None:
        """A support of what is ordered, rather where a convoy is concerned than elsewhere."""
        board = self.board
        reach = board.reach(self.position.units[number])
        choices: list[Order] = []
        weights: list[int] = []
        for other in range(len(self.position.units)):
            order, stands = self.orders.get(other), self.position.units[other].location
            moves = order is not None and order.kind == MOVE
            end = (
                board.province_of[order.target]
                if order is not None and moves
                else self.place(other)
            )
            if other == number or not reach >> end & 1:
                continue
            if order is None or not moves or self.chance(0.05):
                choices.append(Order(SUPPORT, stands))
            else:
                coasts = (order.target, -1, *board.coasts[end]) if order.target != end else (-1,)
                coast = self.random.choice(coasts)
                choices.append(Order(SUPPORT, stands, end, coast=coast))
            weights.append(4 if end in self.sea_lanes or moves else 1)
        if choices:
            self.orders[number] = self.random.choices(choices, weights)[0]


class DensePosition(Draft):
    """Four to ten units of two to four powers."""

    def __init__(self, board: Board, seed: int) -> None:
        random = Random(seed)
        corner = [board.province[name] for name in random.choice(CORNERS).split()]
        places = random.sample(corner, random.randint(4, 10))
        powers = random.sample(range(len(board.powers)), random.randint(2, 4))
        units = [random_unit(board, random, place, powers) for place in places]
        super().__init__(board, random, corner, units)
        self.give_orders()

    def give_orders(self) -> None:
        passages = self.random.choice((0, 1, 1, 2, 2, 3))
        for number in self.free():
            if passages and number not in self.orders:
                passages -= self.order_passage(number)
        for number, order in list(self.orders.items()):
            if order.kind == MOVE:
                self.order_answer(self.position.at.get(order.target, -1), self.place(number))
        if self.chance(0.2):
            self.order_circle()
        attackers = self.random.choice((0.3, 0.45, 0.6))
        for number in self.free():
            if self.chance(attackers):
                self.order_attack(number)
        for number in self.free():
            if self.chance(0.95):
                self.order_support(number)


class VariedCase(Draft):
    """A known hard case with some units left out, some in other hands, some ordered otherwise."""

    def __init__(
        self, board: Board, seed: int, position: Position, orders: Mapping[int, Order]
    ) -> None:
        random = Random(seed)
        powers = sorted({unit.power for unit in position.units})
        kept = [n for n in range(len(position.units)) if random.random() > 0.06]
        units = [
            unit._replace(power=random.choice(powers)) if random.random() < 0.12 else unit
            for unit in (position.units[number] for number in kept)
        ]
        corner = {board.province_of[unit.location] for unit in position.units}
        super().__init__(board, random, sorted(corner), units)
        for number, old in enumerate(kept):
            if old in orders and not self.chance(0.12):
                self.keep(number, orders[old])
        for number in self.free():
            if self.chance(0.4):
                self.order_attack(number)
            elif self.chance(0.9):
                self.order_support(number)

    def keep(self, number: int, order: Order) -> None:
        """The order of the case, if the unit that it helps is still there."""
        if order.kind not in (SUPPORT, CONVOY) or (
            self.board.province_of[order.target] in self.position.at
        ):
            self.orders[number] = order
            if order.kind == CONVOY:
                self.sea_lanes.add(self.place(number))


def random_unit(board: Board, random: Random, place: int, powers: list[int]) -> Unit:
    """A fleet at sea, an army inland, either on a coast."""
    kind = board.kind[place]
    fleet = kind == SEA or (kind != INLAND and random.random() < 0.35)
    coasts = board.coasts[place] if fleet else ()
    return Unit(random.choice(powers), fleet, random.choice(coasts) if coasts else place)
