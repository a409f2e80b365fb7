"""Random positions in which much goes on in little space.

First some armies are sent overseas and fleets are ordered to carry them, and units are sent round
in circles. Then others attack, the convoying fleets above all, and the rest give supports to what
is really ordered.
"""

from __future__ import annotations

from itertools import permutations
from random import Random

from entente.games.diplomacy.board import COASTAL, INLAND, SEA, Board, Unit
from entente.games.diplomacy.orders import CONVOY, MOVE, SUPPORT, Order, Position

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


class DensePosition:
    """Four to ten units of two to four powers in one corner of the map, and their orders."""

    def __init__(self, board: Board, seed: int) -> None:
        self.board = board
        self.random = Random(seed)
        self.corner = [board.province[name] for name in self.random.choice(CORNERS).split()]
        places = self.random.sample(self.corner, self.random.randint(4, 10))
        powers = self.random.sample(range(len(board.powers)), self.random.randint(2, 4))
        self.position = Position(board, [self.unit(place, powers) for place in places])
        self.orders: dict[int, Order] = {}
        self.sea_lanes: set[int] = set()  # where fleets are ordered to convoy
        self.give_orders()

    def unit(self, place: int, powers: list[int]) -> Unit:
        """A fleet at sea, an army inland, either on a coast."""
        kind = self.board.kind[place]
        fleet = kind == SEA or (kind != INLAND and self.chance(0.35))
        coasts = self.board.coasts[place] if fleet else ()
        return Unit(
            self.random.choice(powers), fleet, self.random.choice(coasts) if coasts else place
        )

    def chance(self, likelihood: float) -> bool:
        return self.random.random() < likelihood

    def free(self) -> list[int]:
        """The units without an order, in random order."""
        numbers = [n for n in range(len(self.position.units)) if n not in self.orders]
        return self.random.sample(numbers, len(numbers))

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
