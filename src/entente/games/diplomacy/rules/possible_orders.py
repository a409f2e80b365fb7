"""The orders each unit can be given (III, V.1, VIII.1), made from the board's masks.

Only what can come about is listed: a convoyed move or a convoy where fleets stand so that there is
a route, a support for a move that the supported unit can make.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeAlias

from entente.games.diplomacy.board import COASTAL, Board, Unit, bits, mask
from entente.games.diplomacy.rules.lines import PLACES, STAYS, lines_of, piece
from entente.games.diplomacy.rules.orders import Order, Position, write_unit

Tree: TypeAlias = "dict[str, Tree]"

EVERYWHERE = ~0  # no province is closed


class Menus:
    """The possible orders of a position.

    `via`: an army may be told to go by sea although it could walk. X.2: `closed` provinces may not
    be entered, and units of `still` powers only hold.
    """

    def __init__(
        self,
        board: Board,
        position: Position,
        *,
        via: bool = True,
        closed: int = 0,
        still: Collection[int] = (),
    ) -> None:
        self.board = board
        self.position = position
        self.via = via
        self.open = ~closed
        units = position.units
        self.still = [unit.power in still for unit in units]
        self.lines = lines_of(board)
        self.pieces = [piece(unit) for unit in units]
        self.names = [write_unit(board, unit) for unit in units]
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.place = [board.province_of[unit.location] for unit in units]
        self.reach = [board.reach(unit) & self.open for unit in units]
        self.sailing = [0] * len(units)
        if position.fleets:
            for number, unit in enumerate(units):
                if not unit.fleet and board.kind[self.place[number]] == COASTAL:
                    self.sailing[number] = self.carried(self.place[number], position.fleets)
        self.guests = self._guests()
        self._choices: list[tuple[str, ...] | None] = [None] * len(units)
        self._ways: dict[tuple[int, int], int] = {}

    def carried(self, start: int, fleets: int) -> int:
        """The provinces an army could be convoyed to by fleets in these seas."""
        return self._shores(self.board.shore[start] & fleets, fleets) & ~(1 << start) & self.open

    def _shores(self, front: int, fleets: int) -> int:
        """The coasts of these seas and of all with fleets that hang together with them."""
        board, shores, seen = self.board, 0, front
        while front:
            low = front & -front
            sea = low.bit_length() - 1
            shores |= board.fleet_mask[sea]
            new = board.sea_next[sea] & fleets & ~seen
            seen |= new
            front = (front ^ low) | new
        return shores & ~board.seas

    def _guests(self) -> list[list[int]]:
        """For each province, who could move to it: the numbers that `Lines` has for that."""
        guests: list[list[int]] = [[] for _ in self.board.provinces]
        for number, mine in enumerate(self.pieces):
            if self.still[number]:
                continue
            first, left = mine << PLACES, self.reach[number] | self.sailing[number]
            while left:
                low = left & -left
                end = low.bit_length() - 1
                guests[end].append(first | end)
                left ^= low
        return guests

    # -- orders

    def orders(self, number: int) -> dict[str, Order]:
        """All orders a unit can be given, by their canonical spelling; the first is to hold."""
        known = self.lines.orders
        return {line: known[line] for line in self.choices(number)}

    def choices(self, number: int) -> tuple[str, ...]:
        """The canonical spelling of all orders a unit can be given; the first is to hold."""
        known = self._choices[number]
        if known is None:
            found: list[str] = []
            self._moves(number, found)
            self._supports(number, found)
            if self.position.fleets >> self.place[number] & 1:
                self._convoys(number, found)
            known = self._choices[number] = tuple(found)
        return known

    def _moves(self, number: int, found: list[str]) -> None:
        """III.1: to a place beside the unit; VIII.1: or by sea, marked where it could walk."""
        mine = self.pieces[number]
        steps, provinces = self.lines.steps(mine)
        if self.open == EVERYWHERE:
            found += steps
        else:
            found.append(steps[0])
            for line, province in zip(steps[1:], provinces[1:], strict=True):
                if self.open >> province & 1:
                    found.append(line)
        sailing = self.sailing[number]
        if not sailing:
            return
        walking, sail = self.reach[number], self.lines.sail
        found += [sail(mine, end, via=False) for end in bits(sailing & ~walking)]
        if self.via:
            found += [sail(mine, end, via=True) for end in bits(walking & sailing)]

    def _supports(self, number: int, found: list[str]) -> None:
        """V.1: into every place it could enter, whoever stands there or could move there."""
        at, pieces, guests = self.position.at, self.pieces, self.guests
        mine, place = pieces[number], self.place[number]
        known = self.lines.supports(mine)
        at_sea = self.position.fleets >> place & 1
        own = mine << PLACES
        for aim in self._aims(number):
            helped = guests[aim]
            host = at.get(aim)
            if host is not None:
                helped = [pieces[host] << PLACES | STAYS, *helped]
            if at_sea:
                helped = [each for each in helped if self._reaches(each, aim, place)]
            itself = own | aim
            for each in helped:
                if each != itself:
                    found += known.get(each) or self.lines.support(mine, each)

    def _reaches(self, helped: int, aim: int, sea: int) -> bool:
        """V.1: whether who is supported would come without the fleet in a sea, which supports it."""
        if helped & STAYS == STAYS:
            return True
        guest = self.position.at[self.board.province_of[helped >> PLACES + 1]]
        return bool(self.reach[guest] >> aim & 1) or self._without(guest, sea, aim)

    def _aims(self, number: int) -> Iterable[int]:
        """The places a unit could enter, and so support into."""
        if self.open == EVERYWHERE:
            return self.board.beside(self.position.units[number])
        return bits(self.reach[number])

    def _without(self, army: int, sea: int, end: int) -> bool:
        """Whether an army could be convoyed without the fleet in a sea."""
        return self.board.sails(self.place[army], end, self.position.fleets & ~(1 << sea))

    def _convoys(self, number: int, found: list[str]) -> None:
        """VIII.1, VIII.2: armies on the shores of the fleets that hang together with this one."""
        convoy, mine, place = self.lines.convoy, self.pieces[number], self.place[number]
        shores = self._shores(1 << place, self.position.fleets)
        for army, carried in enumerate(self.pieces):
            start = self.place[army]
            if carried & 1 or self.still[army] or not shores >> start & 1:
                continue
            for end in bits(shores & self.open & ~(1 << start)):
                if self._routes(start, end) >> place & 1:
                    found.append(convoy(mine, carried, end))

    def _routes(self, start: int, end: int) -> int:
        """The fleets that could take part in a convoy."""
        key = (start, end) if start < end else (end, start)
        known = self._ways.get(key)
        if known is None:
            known = self._ways[key] = self.board.routes(start, end, self.position.fleets)
        return known


def steps_of(board: Board, fleet: bool, location: int) -> dict[str, Order]:
    """III.1: the moves of a unit to the places beside it, by their spelling."""
    lines = lines_of(board)
    steps, _ = lines.steps(piece(Unit(0, fleet, location)))
    return {line: lines.orders[line] for line in steps[1:]}


def order_tree(orders: Iterable[str]) -> Tree:
    """Orders as a tree to be built click by click: unit, sign, other unit, destination.

    `A BUD S A VIE - TRI` is found under `A BUD`, `S`, `A VIE`, `- TRI`; a support in place ends
    with `H`.
    """
    tree: Tree = {}
    for order in orders:
        branch = tree
        for part in order_parts(order):
            branch = branch.setdefault(part, {})
    return tree


def order_parts(order: str) -> list[str]:
    """The choices an order is made of, one after the other."""
    words = order.split()
    unit, sign, rest = " ".join(words[:2]), words[2], words[3:]
    if sign in ("S", "C"):
        return [unit, sign, " ".join(rest[:2]), " ".join(rest[2:]) or "H"]
    return [unit, " ".join([sign, *rest])]


def closed_mask(board: Board, provinces: Iterable[str]) -> int:
    """Provinces by name as a mask."""
    return mask(board.province[name] for name in provinces)
