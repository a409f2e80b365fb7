"""Groups of connected fleets, and their possible convoys between the coasts they touch (VIII)."""

from __future__ import annotations

from functools import lru_cache

from entente.games.diplomacy.board import Board, bits
from entente.games.diplomacy.rules.order_texts import Line, OrderTexts

MOST_KNOWN = 4096  # flotillas of all maps together


class Flotilla:
    """Connected fleets in these seas; `shores` are the coasts they touch. The same groups recur, so
    results about them are cached."""

    __slots__ = ("_lines", "_routes", "_written_in", "board", "seas", "shores")

    def __init__(self, board: Board, seas: int) -> None:
        self.board = board
        self.seas = seas
        self.shores = 0
        for sea in bits(seas):
            self.shores |= board.fleet_mask[sea]
        self.shores &= ~board.seas
        self._routes: dict[tuple[int, int], int] = {}
        self._lines: dict[tuple[int, int], tuple[Line, ...]] = {}
        self._written_in: OrderTexts | None = None  # maps these texts to orders

    def convoys(self, lines: OrderTexts, fleet: int, army: int, open_: int) -> tuple[Line, ...]:
        """VIII.1, VIII.2: the convoys of an army to open places that one of the fleets could take
        part in."""
        if open_ != ~0:
            return self._convoys(lines, fleet, army, open_)
        if self._written_in is not lines:  # the texts of a map are rebuilt after leaving the cache
            self._lines, self._written_in = {}, lines
        key = (fleet, army)
        known = self._lines.get(key)
        if known is None:
            known = self._lines[key] = self._convoys(lines, fleet, army, open_)
        return known

    def _convoys(self, lines: OrderTexts, fleet: int, army: int, open_: int) -> tuple[Line, ...]:
        province_of = self.board.province_of
        place, start = province_of[fleet >> 1], province_of[army >> 1]
        ends = [
            end
            for end in bits(self.shores & open_ & ~(1 << start))
            if self._route(start, end) >> place & 1
        ]
        carrier = lines.of(fleet)
        return tuple([carrier.convoy(army, end) for end in ends])

    def _route(self, start: int, end: int) -> int:
        """Return the fleets that could take part in a convoy between two coasts."""
        key = (start, end) if start < end else (end, start)
        known = self._routes.get(key)
        if known is None:
            known = self._routes[key] = self.board.routes(start, end, self.seas)
        return known


@lru_cache(maxsize=MOST_KNOWN)
def flotilla(board: Board, seas: int) -> Flotilla:
    """Return the connected fleets in these seas."""
    return Flotilla(board, seas)


def flotillas(board: Board, fleets: int) -> list[Flotilla]:
    """Return the fleets in these seas, in connected groups."""
    groups, left, sea_next = [], fleets, board.sea_next
    while left:
        group = front = left & -left
        while front:
            low = front & -front
            new = sea_next[low.bit_length() - 1] & fleets & ~group
            group |= new
            front = (front ^ low) | new
        groups.append(flotilla(board, group))
        left &= ~group
    return groups
