"""The possible orders of each unit (III, V.1, VIII.1), built from the board's masks.

Only what can happen is listed: a convoyed move or a convoy if the fleets form a route, a support
for a move the supported unit can make.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from entente.games.diplomacy.board import Board, Unit, bits, mask
from entente.games.diplomacy.rules.flotillas import Flotilla, flotillas
from entente.games.diplomacy.rules.order_texts import (
    PLACES,
    STAYS,
    PieceOrderTexts,
    order_texts,
    piece,
)
from entente.games.diplomacy.rules.orders import Order, Position
from entente.kernel import parse_action

EVERYWHERE = ~0  # no province is closed


class Menus:
    """The possible orders of a position.

    `via`: an army may be ordered to go by sea although it could walk. X.2: `closed` provinces may
    not be entered, and units of `still` powers only hold.
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
        self.lines = order_texts(board)
        self.pieces = [location << 1 | fleet for _, fleet, location in position.units]
        self._own = [self.lines.of(mine) for mine in self.pieces]
        self.names = [lines.name for lines in self._own]
        self.place = [lines.place for lines in self._own]
        self.reach = [lines.reach & self.open for lines in self._own]
        self.still = [unit[0] in still for unit in position.units]
        self.forked = 0  # provinces where a fleet has a choice of coasts
        for lines in self._own:
            self.forked |= lines.forks
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.flotillas = flotillas(board, position.fleets)
        self.sailing = [0] * len(self.names)  # where armies could be convoyed to
        self.sailors: list[int] = []  # armies on the shores of fleets
        self.by_sea = 0  # provinces reachable only by convoy
        if self.flotillas:
            self._embark()
        self.helped = self._helped()
        self._helping: list[list[list[int]] | None] = [None] * len(self.names)
        self._choices: list[tuple[str, ...] | None] = [None] * len(self.names)

    def _embark(self) -> None:
        """VIII.1: find which armies could be convoyed, and where."""
        shore, fleets = self.board.shore, self.position.fleets
        for number, mine in enumerate(self.pieces):
            place = self.place[number]
            if mine & 1 or not shore[place] & fleets:
                continue
            self.sailing[number] = self._carried(place, self.flotillas)
            if not self.still[number]:
                self.sailors.append(number)
                self.by_sea |= self.sailing[number] & ~self.reach[number]

    def _carried(self, start: int, fleets: list[Flotilla]) -> int:
        """Return the provinces an army could be convoyed to by some fleets."""
        shore, shores = self.board.shore[start], 0
        for each in fleets:
            if each.seas & shore:
                shores |= each.shores
        return shores & ~(1 << start) & self.open

    def _helped(self) -> list[list[int]]:
        """For each province the possible supports: of the unit in it, then of units that could move
        to it, by their numbers in `OrderTexts`."""
        helped: list[list[int]] = [[] for _ in self.board.provinces]
        pieces = self.pieces
        for place, number in self.position.at.items():
            helped[place].append(pieces[number] << PLACES | STAYS)
        for number, mine in enumerate(pieces):
            if self.still[number]:
                continue
            if self.open == EVERYWHERE:
                for end, going in self._own[number].goings:
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
        """Return the units that could move to a province."""
        return [
            number
            for number, still in enumerate(self.still)
            if not still and (self.reach[number] | self.sailing[number]) >> province & 1
        ]

    # -- orders

    def orders(self, number: int) -> dict[str, Order]:
        """All possible orders of a unit by canonical spelling; the first is to hold."""
        known = self.lines.orders
        return {line: known[line] for line in self.choices(number)}

    def choices(self, number: int) -> tuple[str, ...]:
        """Return the canonical spelling of all possible orders of a unit; the first is to hold."""
        known = self._choices[number]
        if known is None:
            lines, mine = self._own[number], self.pieces[number]
            texts, written = self._moves(number, lines), lines.supports
            for helped in self._supported(number, lines):
                for each in helped:
                    if each >> PLACES != mine:
                        texts += written.get(each) or lines.support(each)
            for convoys in self._carrying(number):
                texts += convoys
            known = self._choices[number] = tuple(texts)
        return known

    def count(self, number: int) -> int:
        """Return the number of possible orders of a unit."""
        if self._choices[number] is not None or self._may_name_coasts(number):
            return len(self.choices(number))
        lines, sailing = self._own[number], self.sailing[number]
        if self.open == EVERYWHERE:
            total = len(lines.steps)
            if sailing:
                total += (sailing if self.via else sailing & ~self.reach[number]).bit_count()
        else:
            total = len(self._moves(number, lines))
        itself = 0 if self.still[number] else 1  # which it cannot support
        for helped in self._supported(number, lines):
            total += len(helped) - itself
        for convoys in self._carrying(number):
            total += len(convoys)
        return total

    def choice(self, number: int, place: int) -> str:
        """One of the orders listed by `choices`."""
        if self._choices[number] is not None or self._may_name_coasts(number):
            return self.choices(number)[place]
        lines, mine = self._own[number], self.pieces[number]
        moves = self._moves(number, lines)
        if place < len(moves):
            return moves[place]
        place -= len(moves)
        itself = 0 if self.still[number] else 1
        for helped in self._supported(number, lines):
            if place < len(helped) - itself:
                others = [each for each in helped if each >> PLACES != mine]
                return lines.support(others[place])[0]
            place -= len(helped) - itself
        return [line for convoys in self._carrying(number) for line in convoys][place]

    def _may_name_coasts(self, number: int) -> bool:
        """III.3: whether a fleet with a choice of two coasts may go where this unit may support it:
        that support has several spellings."""
        return bool(self.reach[number] & self.forked)

    def _moves(self, number: int, lines: PieceOrderTexts) -> list[str]:
        """III.1: list moves to neighbouring places; VIII.1: or by sea, marked if the unit could
        also walk."""
        if self.open == EVERYWHERE:
            texts = list(lines.steps)
        else:
            moves = zip(lines.steps[1:], lines.ends[1:], strict=True)
            texts = [lines.steps[0], *(line for line, end in moves if self.open >> end & 1)]
        sailing = self.sailing[number]
        if sailing:
            walking = self.reach[number]
            texts += lines.sails(sailing & ~walking, via=False)
            if self.via:
                texts += lines.sails(sailing & walking, via=True)
        return texts

    def _supported(self, number: int, lines: PieceOrderTexts) -> list[list[int]]:
        """V.1: for every place the unit could enter, the units it could support there, including
        itself."""
        known = self._helping[number]
        if known is None:
            known = self._helping[number] = self._find_supported(number, lines)
        return known

    def _find_supported(self, number: int, lines: PieceOrderTexts) -> list[list[int]]:
        reach, helped = self.reach[number], self.helped
        aims = lines.aims if self.open == EVERYWHERE else tuple(bits(reach))
        at_sea = self.position.fleets >> self.place[number] & 1
        if not (at_sea and self.by_sea & reach):
            return [helped[aim] for aim in aims]
        able = self._without(self.place[number])
        return [
            [each for each in helped[aim] if able.get(each >> PLACES, EVERYWHERE) >> aim & 1]
            if self.by_sea >> aim & 1
            else helped[aim]
            for aim in aims
        ]

    def _without(self, sea: int) -> dict[int, int]:
        """For each army that could be convoyed, its destinations without the fleet in one sea: a
        fleet cannot support an army it would have to convoy."""
        others = flotillas(self.board, self.position.fleets & ~(1 << sea))
        return {
            self.pieces[number]: self._carried(self.place[number], others)
            | self.reach[number]
            | 1 << self.place[number]
            for number in self.sailors
        }

    def _carrying(self, number: int) -> list[tuple[str, ...]]:
        """VIII.1, VIII.2: the convoys by a fleet at sea of armies on the shores of its connected
        group, army by army."""
        sea = 1 << self.place[number]
        if not self.position.fleets & sea:
            return []
        for flotilla in self.flotillas:
            if flotilla.seas & sea:
                break
        mine, lines, place = self.pieces[number], self.lines, self.place
        return [
            flotilla.convoys(lines, mine, self.pieces[army], self.open)
            for army in self.sailors
            if flotilla.shores >> place[army] & 1
        ]


def steps_of(board: Board, fleet: bool, location: int) -> dict[str, Order]:
    """III.1: the moves of a unit to adjacent places, by spelling."""
    lines = order_texts(board)
    steps = lines.of(piece(Unit(0, fleet, location))).steps
    return {line: lines.orders[line] for line in steps[1:]}


def order_parts(order: str) -> list[str]:
    """Split an order into the choices it is made of."""
    words = parse_action(order).words
    unit, sign, rest = " ".join(words[:2]), words[2], words[3:]
    if sign in ("S", "C"):
        return [unit, sign, " ".join(rest[:2]), " ".join(rest[2:]) or "H"]
    return [unit, " ".join([sign, *rest])]


def closed_mask(board: Board, provinces: Iterable[str]) -> int:
    """Provinces by name as a mask."""
    return mask(board.province[name] for name in provinces)
