"""The orders each unit can be given (III, V.1, VIII.1), made from the board's masks.

Only what can come about is listed: a convoyed move or a convoy where fleets stand so that there is
a route, a support for a move that the supported unit can make.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

from entente.games.diplomacy.board import COASTAL, Board, Unit, bits, mask
from entente.games.diplomacy.rules.flotillas import flotillas
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
        self.coasts = board.several_coasts
        self.by_sea = 0  # the provinces that somebody could come to by convoy alone
        self.flotillas = flotillas(board, position.fleets)
        if self.flotillas:
            for number, unit in enumerate(units):
                if not unit.fleet and board.kind[self.place[number]] == COASTAL:
                    self.sailing[number] = self._carried(self.place[number])
                    self.by_sea |= self.sailing[number] & ~self.reach[number]
        self.helped = self._helped()
        self._choices: list[tuple[str, ...] | None] = [None] * len(units)

    def _carried(self, start: int) -> int:
        """The provinces an army could be convoyed to by the fleets there are."""
        shore, found = self.board.shore[start], 0
        for each in self.flotillas:
            if each.seas & shore:
                found |= each.shores
        return found & ~(1 << start) & self.open

    def _helped(self) -> list[list[int]]:
        """For each province, who could be supported there: whoever stands in it, then who could
        move to it. These are the numbers that `Lines` has for that."""
        helped: list[list[int]] = [[] for _ in self.board.provinces]
        pieces = self.pieces
        for place, number in self.position.at.items():
            helped[place].append(pieces[number] << PLACES | STAYS)
        for number, mine in enumerate(pieces):
            if self.still[number]:
                continue
            walking, sailing = self.reach[number], self.sailing[number]
            if sailing or self.open != EVERYWHERE:
                for end in bits(walking | sailing):
                    helped[end].append(mine << PLACES | end)
            else:
                for end, going in self.lines.goings(mine):
                    helped[end].append(going)
        return helped

    def guests(self, province: int) -> list[int]:
        """The units that could move to a province."""
        return [
            number
            for number, still in enumerate(self.still)
            if not still and (self.reach[number] | self.sailing[number]) >> province & 1
        ]

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
        if sailing:
            walking = self.reach[number]
            found += self.lines.sails(mine, sailing & ~walking, via=False)
            if self.via:
                found += self.lines.sails(mine, sailing & walking, via=True)

    def _supports(self, number: int, found: list[str]) -> None:
        """V.1: into every place it could enter, whoever stands there or could move there."""
        mine, aims, helped = self.pieces[number], self._aims(number), self.helped
        known, own = self.lines.supports(mine), mine << PLACES
        sea = self.place[number] if self.position.fleets >> self.place[number] & 1 else -1
        if not (sea >= 0 and self.by_sea & self.reach[number] or self.reach[number] & self.coasts):
            try:
                found += [known[each] for aim in aims for each in helped[aim] if each ^ aim != own]
                return
            except KeyError:
                pass  # some have not been written before
        for aim in aims:
            several = self.coasts >> aim & 1
            for each in helped[aim]:
                if each ^ aim == own or (sea >= 0 and not self._reaches(each, aim, sea)):
                    continue
                found.append(known.get(each) or self.lines.support(mine, each))
                if several:
                    found += self.lines.coasts(mine, each)

    def _reaches(self, helped: int, aim: int, sea: int) -> bool:
        """V.1: whether who is supported is there, or would come without the fleet in a sea, which
        supports it."""
        if not self.by_sea >> aim & 1 or helped & STAYS == STAYS:
            return True
        guest = self.position.at[self.board.province_of[helped >> PLACES + 1]]
        return bool(self.reach[guest] >> aim & 1) or self._without(guest, sea, aim)

    def _aims(self, number: int) -> Sequence[int]:
        """The places a unit could enter, and so support into."""
        if self.open == EVERYWHERE:
            return self.board.beside(self.position.units[number])
        return tuple(bits(self.reach[number]))

    def _without(self, army: int, sea: int, end: int) -> bool:
        """Whether an army could be convoyed without the fleet in a sea."""
        return self.board.sails(self.place[army], end, self.position.fleets & ~(1 << sea))

    def _convoys(self, number: int, found: list[str]) -> None:
        """VIII.1, VIII.2: armies on the shores of the fleets that hang together with this one."""
        mine, sea = self.pieces[number], 1 << self.place[number]
        flotilla = next(each for each in self.flotillas if each.seas & sea)
        for army, carried in enumerate(self.pieces):
            if carried & 1 or self.still[army] or not flotilla.shores >> self.place[army] & 1:
                continue
            found += flotilla.convoys(self.lines, mine, carried, self.open)


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
