"""How orders are written: each line that a unit on this map can be given, made once.

Inside the rules an order is a few numbers; this is where it becomes text, and text an order again.
Which of the lines a unit can be given now is for `possible_orders` to say.
"""

from __future__ import annotations

from functools import lru_cache

from entente.games.diplomacy.board import Board, Unit, bits
from entente.games.diplomacy.rules.orders import CONVOY, HOLDS, MOVE, SUPPORT, Order, write_unit

Line = str
PLACES = 12  # bits for a place in the number of something that somebody else does
MOST_SAILS = 1024  # sets of ends that are kept for a piece
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
        self._goings: dict[int, tuple[tuple[int, int], ...]] = {}
        self._sails: dict[int, dict[int, tuple[Line, ...]]] = {}
        self._supports: dict[int, dict[int, Line]] = {}
        self._coasts: dict[int, dict[int, tuple[Line, ...]]] = {}
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

    def goings(self, number: int) -> tuple[tuple[int, int], ...]:
        """Where a piece could step, and the number that its going there has in a support."""
        known = self._goings.get(number)
        if known is None:
            ends = self.board.beside(Unit(0, bool(number & 1), number >> 1))
            known = self._goings[number] = tuple([(end, number << PLACES | end) for end in ends])
        return known

    def sails(self, number: int, ends: int, *, via: bool) -> tuple[Line, ...]:
        """VIII.1: an army goes by sea to each of these provinces; `via` says so where it could
        walk."""
        mine = self._sails.setdefault(number << 1 | via, {})
        known = mine.get(ends)
        if known is None:
            if len(mine) > MOST_SAILS:
                mine.clear()
            known = mine[ends] = tuple([self._sail(number, end, via) for end in bits(ends)])
        return known

    def _sail(self, number: int, end: int, via: bool) -> Line:
        text = f"{self._name(number)} - {self.board.locations[end]}{' VIA' if via else ''}"
        return self._kept(text, Order(MOVE, end, via=via))

    def supports(self, number: int) -> dict[int, Line]:
        """The supports of a piece that were written before, by what they support."""
        return self._supports.setdefault(number, {})

    def support(self, number: int, helped: int) -> Line:
        """V.1: a piece supports another where it stands, or to where it goes."""
        text, where, end = self._helping(number, helped)
        if end == STAYS:
            line = self._kept(text, Order(SUPPORT, where))
        else:
            line = self._kept(f"{text} - {self.board.provinces[end]}", Order(SUPPORT, where, end))
        self.supports(number)[helped] = line
        return line

    def coasts(self, number: int, helped: int) -> tuple[Line, ...]:
        """III.3: where a fleet that is supported has the choice between two coasts, the support may
        name one."""
        mine = self._coasts.setdefault(number, {})
        known = mine.get(helped)
        if known is None:
            text, where, end = self._helping(number, helped)
            fleet = helped >> PLACES & 1 and end != STAYS
            ways = self.board.entries(Unit(0, True, where), end) if fleet else ()
            lines = [
                self._kept(
                    f"{text} - {self.board.locations[way]}", Order(SUPPORT, where, end, coast=way)
                )
                for way in (ways if len(ways) > 1 else ())
            ]
            known = mine[helped] = tuple(lines)
        return known

    def _helping(self, number: int, helped: int) -> tuple[str, int, int]:
        """How a support begins, where the other piece stands, and where it goes or that it stays."""
        other = helped >> PLACES
        return f"{self._name(number)} S {self._name(other)}", other >> 1, helped & STAYS

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
