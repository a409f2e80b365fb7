"""The orders each unit can be given (III, V.1, VIII.1), made from the board's masks.

Only what can come about is listed: a convoyed move or a convoy where fleets stand so that there is
a route, a support for a move that the supported unit can make.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeAlias

from entente.games.diplomacy.board import COASTAL, Board, Unit, bits, mask
from entente.games.diplomacy.rules.flotillas import flotillas
from entente.games.diplomacy.rules.lines import PLACES, STAYS, PieceLines, lines_of, piece
from entente.games.diplomacy.rules.orders import Order, Position

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
        self.lines = lines_of(board)
        self.names: list[str] = []
        self.place: list[int] = []
        self.reach: list[int] = []
        self.still: list[bool] = []
        self.pieces: list[int] = []
        self._read_units(still)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.flotillas = flotillas(board, position.fleets)
        self.sailing = [0] * len(self.names)  # where armies could be convoyed to
        self.by_sea = 0  # the provinces that somebody could come to by convoy alone
        if self.flotillas:
            for number, mine in enumerate(self.pieces):
                if not mine & 1 and board.kind[self.place[number]] == COASTAL:
                    self.sailing[number] = self._carried(self.place[number])
                    self.by_sea |= self.sailing[number] & ~self.reach[number]
        self.helped = self._helped()
        self._choices: list[tuple[str, ...] | None] = [None] * len(self.names)

    def _read_units(self, still: Collection[int]) -> None:
        board = self.board
        names, province_of, open_ = board.unit_names, board.province_of, self.open
        for power, fleet, location in self.position.units:
            self.names.append(names[fleet][location])
            self.place.append(province_of[location])
            self.reach.append((board.fleet_mask if fleet else board.army)[location] & open_)
            self.still.append(power in still)
            self.pieces.append(location << 1 | fleet)

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
        pieces, lines = self.pieces, self.lines
        for place, number in self.position.at.items():
            helped[place].append(pieces[number] << PLACES | STAYS)
        for number, mine in enumerate(pieces):
            if self.still[number]:
                continue
            if self.open == EVERYWHERE:
                for end, going in lines.of(mine).goings:
                    helped[end].append(going)
                more = self.sailing[number] & ~self.reach[number]
            else:
                more = self.sailing[number] | self.reach[number]
            while more:
                low = more & -more
                end = low.bit_length() - 1
                helped[end].append(mine << PLACES | end)
                more ^= low
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
            lines = self.lines.of(self.pieces[number])
            found = self._moves(number, lines)
            if self.position.fleets >> self.place[number] & 1:
                self._supports_at_sea(number, lines, found)
                self._convoys(number, found)
            else:
                self._supports(number, lines, found)
            known = self._choices[number] = tuple(found)
        return known

    def _moves(self, number: int, lines: PieceLines) -> list[str]:
        """III.1: to a place beside the unit; VIII.1: or by sea, marked where it could walk."""
        if self.open == EVERYWHERE:
            found = list(lines.steps)
        else:
            moves = zip(lines.steps[1:], lines.ends[1:], strict=True)
            found = [lines.steps[0], *(line for line, end in moves if self.open >> end & 1)]
        sailing = self.sailing[number]
        if sailing:
            walking = self.reach[number]
            found += lines.sails(sailing & ~walking, via=False)
            if self.via:
                found += lines.sails(sailing & walking, via=True)
        return found

    def _supports(self, number: int, lines: PieceLines, found: list[str]) -> None:
        """V.1: into every place it could enter, whoever stands there or could move there."""
        own, known, helped = self.pieces[number] << PLACES, lines.supports, self.helped
        aims = lines.aims if self.open == EVERYWHERE else tuple(bits(self.reach[number]))
        try:
            found += [
                line
                for aim in aims
                for each in helped[aim]
                if each ^ aim != own
                for line in known[each]
            ]
        except KeyError:  # some of them have not been written before
            for aim in aims:
                for each in helped[aim]:
                    lines.support(each)
            self._supports(number, lines, found)

    def _supports_at_sea(self, number: int, lines: PieceLines, found: list[str]) -> None:
        """V.1: of a fleet that might convoy: not to where somebody would come only by its help."""
        if not self.by_sea & self.reach[number]:
            self._supports(number, lines, found)
            return
        own, sea = self.pieces[number] << PLACES, self.place[number]
        for aim in bits(self.reach[number]):
            for each in self.helped[aim]:
                if each ^ aim != own and self._comes(each, aim, sea):
                    found += lines.support(each)

    def _comes(self, helped: int, aim: int, sea: int) -> bool:
        """Whether who is supported is there, or would come without the fleet in a sea."""
        if not self.by_sea >> aim & 1 or helped & STAYS == STAYS:
            return True
        guest = self.position.at[self.board.province_of[helped >> PLACES + 1]]
        return bool(self.reach[guest] >> aim & 1) or self._without(guest, sea, aim)

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
    steps = lines.of(piece(Unit(0, fleet, location))).steps
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
