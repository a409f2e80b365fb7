"""A batch of Diplomacy games in flat arrays, under the standard rules.

The arrays hold all boards one after another, as `layout` describes. With Numba installed they are
NumPy arrays, and `rows` views them with a row per board, without copying; otherwise they are Python
arrays.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
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
    """Raised for rules that only the adjudicator of single positions supports."""


class Legal(NamedTuple):
    """All legal orders, one after another; those of unit `n` of board `i` are from `starts[34 * i +
    n]` to the next start."""

    starts: Numbers
    orders: Numbers

    def of(self, board: int, unit: int) -> Sequence[int]:
        """Return the legal orders of one unit."""
        own = board * at.UNITS + unit
        return self.orders[self.starts[own] : self.starts[own + 1]]


def numbers(kind: str, size: int) -> Any:
    """Allocate a flat array: NumPy's when compiled, otherwise Python's."""
    if COMPILED:
        import numpy

        kinds = {"B": numpy.uint8, "i": numpy.int32, "q": numpy.int64, "f": numpy.float32}
        return numpy.zeros(size, kinds[kind])
    return bytearray(size) if kind == "B" else array(kind, [0]) * size


def filled(kind: str, values: bytes | array[int]) -> Any:
    """Allocate a flat array with these values."""
    made = numbers(kind, len(values))
    made[:] = memoryview(values) if COMPILED else values
    return made


class Boards:
    """A number of games, each starting in spring 1901. `seed` decides all random draws.

    `boards`, `orders`, `fates`, `goals` and `wanted` are the arrays: the positions, the orders,
    their results, retreats and winter orders. The methods read some and write the others.
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
        """Replace the units on a board."""
        write_units(self.boards, self._first(number), units)

    def give(self, number: int, orders: Mapping[int, Order]) -> None:
        """Set orders for units of a board by number; the others hold."""
        for unit in range(at.UNITS):
            self.orders[number * at.UNITS + unit] = order_code(orders.get(unit, Order(at.HOLD)))

    def own(self, number: int, centres: Sequence[int]) -> None:
        """Set the centres of each power, as masks of provinces."""
        write_centres(self.boards, self._first(number), self.map.centres, centres)

    def units(self, number: int) -> list[Unit]:
        """Return the units on a board."""
        return read_units(self.boards, self._first(number))

    def orders_of(self, number: int) -> dict[int, Order]:
        """Return the orders for the units of a board."""
        first = number * at.UNITS
        count = self.boards[self._first(number) + at.COUNT]
        return {unit: order_of(int(self.orders[first + unit])) for unit in range(count)}

    def _first(self, number: int) -> int:
        _only(0 <= number < self.size, f"There is no board {number} in a batch of {self.size}.")
        return number * at.BOARD

    # -- all boards

    def judge(self, *, checked: bool = False) -> None:
        """Adjudicate the orders into `fates` without moving anything.

        Impossible orders are void. Orders from `legal` or `draw` may be passed as `checked`.
        """
        self._adjudicate(loops.judge_all, checked)

    def move(self, *, checked: bool = False) -> None:
        """Carry out the orders of all boards in a movement phase."""
        self._adjudicate(loops.move_all, checked)

    def _adjudicate(self, loop: Callable[..., None], checked: bool) -> None:
        """Run a loop over the orders of all boards."""
        loop(
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
        """Carry out the retreats in `goals` of all boards with dislodged units: a location or
        `NONE`."""
        loops.retreat_all(self.near, self.boards, self.goals, self._room, self._listed, self.size)

    def adjust(self) -> None:
        """Carry out the winter orders in `wanted` of all boards in winter."""
        loops.adjust_all(self.near, self.boards, self.wanted, self._room, self.size)

    def legal(self) -> Legal:
        """Return the legal orders of each unit."""
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
        """Draw a random order for each unit."""
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
        """Draw a random retreat for each dislodged unit."""
        loops.draw_all_retreats(
            self.near, self.boards, self.goals, self.luck, self._room, self._listed, self.size
        )

    def draw_adjustments(self) -> None:
        """Draw random winter orders for all boards in winter."""
        loops.draw_all_adjustments(
            self.near, self.boards, self.wanted, self.luck, self._room, self._listed, self.size
        )

    def play(self, seasons: int, *, again: bool = False) -> None:
        """Play a number of seasons at random, with retreats and winters. A finished game stays as
        it is, or restarts with `again`."""
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
        """The number of seasons played at random on all boards."""
        return int(sum(self.luck[at.PLAYED :: at.LUCK]))

    @property
    def finished(self) -> int:
        """The number of games finished in random play."""
        return int(sum(self.luck[at.FINISHED :: at.LUCK]))


def rows(flat: Any, width: int, first: int = 0, last: int | None = None) -> Any:
    """Return an array of a batch with a row per board, or some of its columns, as a NumPy view."""
    import numpy

    return numpy.asarray(memoryview(flat)).reshape(-1, width)[:, first:last]


def write_centres(boards: Numbers, board: int, of: Sequence[int], centres: Sequence[int]) -> None:
    """Write the owners of the centres `of` the map, from a mask of provinces for each power."""
    owner = {place: power for power, owned in enumerate(centres) for place in bits(owned)}
    for number, place in enumerate(of):
        boards[board + at.OWNER + number] = owner.get(place, at.NONE)


def only_standard(rules: Rules) -> None:
    """Raise if the rules are not the standard ones, the only ones batches support."""
    _only(
        rules == STANDARD,
        "Batches follow the standard rules only. For other readings judge positions one by one,"
        " with entente.games.diplomacy.rules.results.resolve.",
    )


def _only(holds: bool, message: str) -> None:
    if not holds:
        raise UnsupportedInBatch(message)
