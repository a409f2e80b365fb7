"""How orders are written: each line that a unit on this map can be given, made once.

Inside the rules an order is a few numbers; this is where it becomes text, and text an order again.
Which of the lines a unit can be given now is for `possible_orders` to say.
"""

from __future__ import annotations

from functools import lru_cache

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.rules.orders import CONVOY, HOLDS, MOVE, SUPPORT, Order, write_unit

Line = str
PLACES = 12  # bits for a place in the number of something that somebody else does
STAYS = (1 << PLACES) - 1  # in the place of an end: the other unit is supported where it stands


def piece(unit: Unit) -> int:
    """A unit by one number, whoever's it is."""
    return unit.location << 1 | unit.fleet


class Lines:
    """The lines of a map, by what they mean; `orders` is what each of them means."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.orders: dict[Line, Order] = {}
        self._steps: dict[int, tuple[tuple[Line, ...], tuple[int, ...]]] = {}
        self._sails: dict[int, dict[int, Line]] = {}
        self._supports: dict[int, dict[int, tuple[Line, ...]]] = {}
        self._convoys: dict[int, dict[int, Line]] = {}

    def _name(self, number: int) -> str:
        return write_unit(self.board, Unit(0, bool(number & 1), number >> 1))

    def _kept(self, line: Line, order: Order) -> Line:
        self.orders[line] = order
        return line

    def steps(self, number: int) -> tuple[tuple[Line, ...], tuple[int, ...]]:
        """III.1: to hold, and to move to each place beside a piece; and the provinces of these."""
        known = self._steps.get(number)
        if known is None:
            board, name = self.board, self._name(number)
            unit = Unit(0, bool(number & 1), number >> 1)
            ends = board.fleet[unit.location] if unit.fleet else board.beside(unit)
            lines = [self._kept(f"{name} H", HOLDS)]
            for end in ends:
                lines.append(self._kept(f"{name} - {board.locations[end]}", Order(MOVE, end)))
            provinces = (board.province_of[unit.location], *(board.province_of[e] for e in ends))
            known = self._steps[number] = (tuple(lines), provinces)
        return known

    def sail(self, number: int, end: int, *, via: bool) -> Line:
        """VIII.1: an army goes by sea; `via` says so where it could walk."""
        mine = self._sails.setdefault(number, {})
        key = end << 1 | via
        known = mine.get(key)
        if known is None:
            text = f"{self._name(number)} - {self.board.locations[end]}{' VIA' if via else ''}"
            known = mine[key] = self._kept(text, Order(MOVE, end, via=via))
        return known

    def supports(self, number: int) -> dict[int, tuple[Line, ...]]:
        """The supports of a piece that were written before, by what they support."""
        return self._supports.setdefault(number, {})

    def support(self, number: int, helped: int) -> tuple[Line, ...]:
        """V.1: a piece supports another where it stands, or to where it goes; III.3: where that one
        has the choice between two coasts, the support may name one."""
        other, end = helped >> PLACES, helped & STAYS
        where, text = other >> 1, f"{self._name(number)} S {self._name(other)}"
        if end == STAYS:
            lines = [self._kept(text, Order(SUPPORT, where))]
        else:
            board = self.board
            lines = [self._kept(f"{text} - {board.provinces[end]}", Order(SUPPORT, where, end))]
            ways = board.entries(Unit(0, True, where), end) if other & 1 else ()
            if len(ways) > 1:
                for way in ways:
                    order = Order(SUPPORT, where, end, coast=way)
                    lines.append(self._kept(f"{text} - {board.locations[way]}", order))
        known = self._supports.setdefault(number, {})[helped] = tuple(lines)
        return known

    def convoy(self, number: int, army: int, end: int) -> Line:
        """VIII.1: a fleet carries an army."""
        mine = self._convoys.setdefault(number, {})
        key = army << PLACES | end
        known = mine.get(key)
        if known is None:
            text = f"{self._name(number)} C {self._name(army)} - {self.board.provinces[end]}"
            start = self.board.province_of[army >> 1]
            known = mine[key] = self._kept(text, Order(CONVOY, start, end))
        return known


@lru_cache(maxsize=16)
def lines_of(board: Board) -> Lines:
    """The lines of a map: the same for all who play on it."""
    return Lines(board)
