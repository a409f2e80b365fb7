"""Boards in step: a batch of games of Diplomacy in flat arrays, under the standard rules.

The arrays hold all boards one behind the other, as `layout` says. Where Numba is installed they are
arrays of NumPy, and `rows` shows them a row for each board without copying; else they are Python's
own.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch import loops
from entente.games.diplomacy.batch.compiled import COMPILED, Numbers
from entente.games.diplomacy.batch.encoding import order_code, order_of, read_units, write_units
from entente.games.diplomacy.batch.geography import standard_map
from entente.games.diplomacy.board import Unit, bits
from entente.games.diplomacy.rules.editions import STANDARD, Rules
from entente.games.diplomacy.rules.orders import Order, Position

LISTED = at.MOST_ORDERS + at.ADJUSTED
USUAL_LAST_YEAR = 1935
SEEDS = (1 << 62) - 1


class UnsupportedInBatch(ValueError):
    """Something that only the adjudicator of single positions knows."""


class Legal(NamedTuple):
    """All orders that can be given, one behind the other; those of unit `n` of board `i` stand from
    `starts[34 * i + n]` to the next start."""

    starts: Numbers
    orders: Numbers

    def of(self, board: int, unit: int) -> Sequence[int]:
        """The orders of one unit."""
        own = board * at.UNITS + unit
        return self.orders[self.starts[own] : self.starts[own + 1]]


def numbers(kind: str, size: int) -> Any:
    """Flat room for numbers: an array of NumPy when compiled, else one of Python's own."""
    if COMPILED:
        import numpy

        return numpy.zeros(size, {"B": numpy.uint8, "i": numpy.int32, "q": numpy.int64}[kind])
    return bytearray(size) if kind == "B" else array(kind, [0]) * size


def filled(kind: str, values: bytes | array[int]) -> Any:
    """The same with numbers in it."""
    made = numbers(kind, len(values))
    made[:] = memoryview(values) if COMPILED else values
    return made


class Boards:
    """So many games, each in spring 1901 at first. `seed` decides what is drawn at random.

    `boards`, `orders`, `fates`, `goals` and `wanted` are the arrays: where everything stands, the
    orders for the units, what became of them, retreats and orders of winter. The methods read the
    ones and write the others.
    """

    def __init__(
        self,
        size: int,
        *,
        seed: int = 0,
        last_year: int = USUAL_LAST_YEAR,
        centres_to_win: int = at.ENOUGH,
        rules: Rules = STANDARD,
    ) -> None:
        _only(size >= 1, f"A batch of {size} boards is none: at least one is needed.")
        _only(
            at.FIRST_YEAR <= last_year <= at.LAST_YEAR,
            f"No game of a batch ends in {last_year}: the last year is one from {at.FIRST_YEAR} to"
            f" {at.LAST_YEAR}.",
        )
        _only(
            1 <= centres_to_win <= at.CENTRES,
            f"{centres_to_win} centres cannot be needed to win: there are {at.CENTRES}.",
        )
        only_standard(rules)
        self.size = size
        self.map = standard_map()
        self.near = filled("B", self.map.near)
        self.masks = filled("q", self.map.masks)
        self.opening = self._opening(last_year, centres_to_win)
        self.boards = filled("B", bytes(self.opening) * size)
        self.orders = numbers("i", size * at.UNITS)
        self.fates = numbers("B", size * at.FATE)
        self.goals = numbers("i", size * at.UNITS)
        self.wanted = numbers("i", size * at.ADJUSTED)
        self.luck = numbers("q", size * at.LUCK)
        loops.begin_all(self.luck, seed & SEEDS, size)
        self._room = numbers("B", at.ROOM)
        self._work = numbers("q", at.WORK)
        self._listed = numbers("i", LISTED)

    def _opening(self, last_year: int, centres_to_win: int) -> Any:
        """II.3: each power with a unit on each of its home centres."""
        board, opening = self.map.board, numbers("B", at.BOARD)
        start = {power.id: power.start for power in board.powers}
        write_units(opening, 0, Position.read(board, start).units)
        write_centres(opening, 0, self.map.centres, board.homes)
        opening[at.LAST] = last_year - at.FIRST_YEAR
        opening[at.NEEDED] = centres_to_win
        opening[at.WINNER] = at.NONE
        return opening

    # -- one board

    def place(self, number: int, units: Sequence[Unit]) -> None:
        """Put units on a board, instead of those that stand there."""
        write_units(self.boards, self._first(number), units)

    def give(self, number: int, orders: Mapping[int, Order]) -> None:
        """Orders for the units of a board by their numbers; the others hold."""
        for unit in range(at.UNITS):
            self.orders[number * at.UNITS + unit] = order_code(orders.get(unit, Order(at.HOLD)))

    def own(self, number: int, centres: Sequence[int]) -> None:
        """Give each power its centres, as masks of provinces."""
        write_centres(self.boards, self._first(number), self.map.centres, centres)

    def units(self, number: int) -> list[Unit]:
        """The units on a board."""
        return read_units(self.boards, self._first(number))

    def given(self, number: int) -> dict[int, Order]:
        """The orders for the units of a board."""
        first = number * at.UNITS
        count = self.boards[self._first(number) + at.COUNT]
        return {unit: order_of(int(self.orders[first + unit])) for unit in range(count)}

    def _first(self, number: int) -> int:
        _only(0 <= number < self.size, f"There is no board {number} in a batch of {self.size}.")
        return number * at.BOARD

    # -- all boards

    def judge(self, *, checked: bool = False) -> None:
        """What becomes of the orders, in `fates`; nothing is moved.

        Orders that cannot be carried out are void. Whoever has them from `legal` or `draw` may say
        that they are `checked`.
        """
        loops.judge_all(
            self.near,
            self.masks,
            self.boards,
            self.orders,
            self.fates,
            self._room,
            self._work,
            self.size,
            checked,
        )

    def move(self, *, checked: bool = False) -> None:
        """Carry out the orders wherever there is a movement phase."""
        loops.move_all(
            self.near,
            self.masks,
            self.boards,
            self.orders,
            self.fates,
            self._room,
            self._work,
            self.size,
            checked,
        )

    def retreat(self) -> None:
        """Carry out the retreats in `goals` wherever units are dislodged: a location or `NONE`."""
        loops.retreat_all(self.near, self.boards, self.goals, self._room, self._listed, self.size)

    def adjust(self) -> None:
        """Carry out the orders of winter in `wanted` wherever it is winter."""
        loops.adjust_all(self.near, self.boards, self.wanted, self._room, self.size)

    def legal(self) -> Legal:
        """The orders that each unit can be given."""
        starts = numbers("q", self.size * at.UNITS + 1)
        longest = numbers("i", at.MOST_ORDERS * at.UNITS)
        starts[-1] = total = self._list(longest, starts, kept=False)
        listed = numbers("i", total)
        self._list(listed, starts, kept=True)
        return Legal(starts, listed)

    def _list(self, listed: Any, starts: Any, *, kept: bool) -> int:
        return loops.list_everything(
            self.near,
            self.masks,
            self.boards,
            self._room,
            self._work,
            listed,
            starts,
            self.size,
            kept,
        )

    # -- at random

    def draw(self) -> None:
        """A random order for each unit."""
        loops.draw_all(
            self.near,
            self.masks,
            self.boards,
            self.orders,
            self.luck,
            self._room,
            self._work,
            self._listed,
            self.size,
        )

    def draw_retreats(self) -> None:
        """A random retreat for each dislodged unit."""
        loops.draw_all_retreats(
            self.near, self.boards, self.goals, self.luck, self._room, self._listed, self.size
        )

    def draw_adjustments(self) -> None:
        """Random orders of winter wherever it is winter."""
        loops.draw_all_adjustments(
            self.near, self.boards, self.wanted, self.luck, self._room, self._listed, self.size
        )

    def play(self, seasons: int, *, again: bool = False) -> None:
        """So many seasons at random, with retreats and winters. A game that is over stays as it is,
        or is begun `again`."""
        loops.play_all(
            self.near,
            self.masks,
            self.boards,
            self.orders,
            self.fates,
            self.luck,
            self._room,
            self._work,
            self._listed,
            self.opening,
            self.size,
            seasons,
            again,
        )

    @property
    def played(self) -> int:
        """How many seasons have been played at random on all boards."""
        return int(sum(self.luck[at.PLAYED :: at.LUCK]))

    @property
    def finished(self) -> int:
        """How many games have come to an end at random."""
        return int(sum(self.luck[at.FINISHED :: at.LUCK]))


def rows(flat: Any, width: int, first: int = 0, last: int | None = None) -> Any:
    """An array of a batch with a row for each board, or some columns of it: a view of NumPy."""
    import numpy

    return numpy.asarray(memoryview(flat)).reshape(-1, width)[:, first:last]


def write_centres(boards: Numbers, board: int, of: Sequence[int], centres: Sequence[int]) -> None:
    """The owners of the centres `of` the map, from a mask of provinces for each power."""
    owner = {place: power for power, owned in enumerate(centres) for place in bits(owned)}
    for number, place in enumerate(of):
        boards[board + at.OWNER + number] = owner.get(place, at.NONE)


def only_standard(rules: Rules) -> None:
    """Batches know the standard rules alone."""
    _only(
        rules == STANDARD,
        "Batches follow the standard rules only. For other readings judge positions one by one,"
        " with entente.games.diplomacy.rules.results.resolve.",
    )


def _only(holds: bool, said: str) -> None:
    if not holds:
        raise UnsupportedInBatch(said)
