"""Texts of orders: each order a unit on this map can be given, written once.

Inside the rules an order is a few numbers; here it becomes text, and text becomes an order. Which
orders a unit can be given now is decided by `possible_orders`.

A *piece* is an army or a fleet on a location, of any power, as one number. What a support or a
convoy helps is a number too: the other piece, and its destination or that it stays.
"""

from __future__ import annotations

from functools import lru_cache

from entente.games.diplomacy.board import Board, Unit, bits
from entente.games.diplomacy.rules.orders import CONVOY, HOLDS, MOVE, SUPPORT, Order, write_unit

Line = str
PLACES = 12  # bits for a place in the number of what is helped
STAYS = (1 << PLACES) - 1  # instead of a destination: the other unit is supported in place
MOST_SAILS = 1024  # cached sets of destinations per piece


def piece(unit: Unit) -> int:
    """Return the number of a unit's piece."""
    return unit.location << 1 | unit.fleet


class OrderTexts:
    """The order texts of a map by piece; `orders` maps each text to its order."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.orders: dict[Line, Order] = {}
        self._pieces: dict[int, PieceOrderTexts] = {}

    def of(self, number: int) -> PieceOrderTexts:
        """Return the order texts of a piece."""
        known = self._pieces.get(number)
        if known is None:
            known = self._pieces[number] = PieceOrderTexts(self, number)
        return known

    def name(self, number: int) -> str:
        """Return the notation of a piece."""
        return write_unit(self.board, Unit(0, bool(number & 1), number >> 1))

    def keep(self, line: Line, order: Order) -> Line:
        """Register a text with its order."""
        self.orders[line] = order
        return line


class PieceOrderTexts:
    """The order texts of one piece.

    `name` is its notation, `place` its province, `reach` the adjacent provinces, and `forks` those
    with a choice of coasts. `steps` are to hold and to move to each adjacent place (III.1), `ends`
    their provinces; `aims` are the provinces it could enter and so support into, `goings` the same
    with the numbers of these moves. `supports` caches supports written before.
    """

    __slots__ = (
        "_convoys",
        "_lines",
        "_sails",
        "aims",
        "ends",
        "forks",
        "goings",
        "name",
        "place",
        "reach",
        "steps",
        "supports",
    )

    def __init__(self, lines: OrderTexts, number: int) -> None:
        board, unit = lines.board, Unit(0, bool(number & 1), number >> 1)
        self._lines = lines
        self.name = lines.name(number)
        self.place = board.province_of[unit.location]
        self.reach = board.reach(unit)
        self.forks = board.forks[unit.location] if unit.fleet else 0
        places = board.fleet[unit.location] if unit.fleet else board.beside(unit)
        moves = [
            lines.keep(f"{self.name} - {board.locations[place]}", Order(MOVE, place))
            for place in places
        ]
        self.steps: tuple[Line, ...] = (lines.keep(f"{self.name} H", HOLDS), *moves)
        self.ends = tuple([board.province_of[place] for place in (unit.location, *places)])
        self.aims = board.beside(unit)
        self.goings = tuple([(end, number << PLACES | end) for end in self.aims])
        self.supports: dict[int, tuple[Line, ...]] = {}
        self._sails: dict[int, tuple[Line, ...]] = {}
        self._convoys: dict[int, Line] = {}

    def sails(self, ends: int, *, via: bool) -> tuple[Line, ...]:
        """VIII.1: moves of an army by sea to each of these provinces; `via` marks them if it could
        walk."""
        key = ends << 1 | via
        known = self._sails.get(key)
        if known is None:
            if len(self._sails) > MOST_SAILS:
                self._sails.clear()
            known = self._sails[key] = tuple([self._sail(end, via) for end in bits(ends)])
        return known

    def _sail(self, end: int, via: bool) -> Line:
        text = f"{self.name} - {self._lines.board.locations[end]}{' VIA' if via else ''}"
        return self._lines.keep(text, Order(MOVE, end, via=via))

    def support(self, helped: int) -> tuple[Line, ...]:
        """V.1: supports of another piece in place or of its move; III.3: if a fleet has a choice of
        two coasts, the support may also name one."""
        known = self.supports.get(helped)
        if known is None:
            known = self.supports[helped] = tuple(self._support(helped >> PLACES, helped & STAYS))
        return known

    def _support(self, other: int, end: int) -> list[Line]:
        board, keep, where = self._lines.board, self._lines.keep, other >> 1
        text = f"{self.name} S {self._lines.name(other)}"
        if end == STAYS:
            return [keep(text, Order(SUPPORT, where))]
        lines = [keep(f"{text} - {board.provinces[end]}", Order(SUPPORT, where, end))]
        ways = board.entries(Unit(0, True, where), end) if other & 1 else ()
        if len(ways) > 1:
            for way in ways:
                order = Order(SUPPORT, where, end, coast=way)
                lines.append(keep(f"{text} - {board.locations[way]}", order))
        return lines

    def convoy(self, army: int, end: int) -> Line:
        """VIII.1: the convoy of an army by a fleet."""
        key = army << PLACES | end
        known = self._convoys.get(key)
        if known is None:
            board, name = self._lines.board, self._lines.name(army)
            order = Order(CONVOY, board.province_of[army >> 1], end)
            known = self._lines.keep(f"{self.name} C {name} - {board.provinces[end]}", order)
            self._convoys[key] = known
        return known


@lru_cache(maxsize=16)
def order_texts(board: Board) -> OrderTexts:
    """Return the order texts of a map, shared by all games on it."""
    return OrderTexts(board)
