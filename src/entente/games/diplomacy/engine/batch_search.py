"""The search of the hard level: over the arrays of the batch engine, compiled if Numba is there.

The same seed and number of positions give the same orders, compiled or not. Games that the batch
engine does not cover (other readings of the rules, other maps, two players) are searched by
`OrderSearch`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from time import perf_counter
from typing import Any

import msgspec

from entente.games.diplomacy.batch import COMPILED, Boards, layout
from entente.games.diplomacy.batch.boards import numbers, write_centres
from entente.games.diplomacy.batch.encoding import order_code, order_of, write_units
from entente.games.diplomacy.batch.geography import standard_map
from entente.games.diplomacy.batch.search import (
    AUTUMN_WEIGHTS,
    NAMES,
    SPRING_WEIGHTS,
    new_memory,
)
from entente.games.diplomacy.batch.search.charts import survey_board
from entente.games.diplomacy.batch.search.layout import UNIT_VALUE
from entente.games.diplomacy.batch.search.memory import Memory
from entente.games.diplomacy.batch.search.trials import try_changes
from entente.games.diplomacy.batch.search.winter import add_unit, begin_force, fleets_worth
from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine.array_search import ArraySearch, set_position
from entente.games.diplomacy.engine.candidates import Orders
from entente.games.diplomacy.engine.failed_moves import Repeats, failed_moves
from entente.games.diplomacy.engine.features import CentreEvaluator
from entente.games.diplomacy.engine.hill_climbing import ScoredOrders
from entente.games.diplomacy.engine.search import KEPT_LINES, DiplomacyLevel, OrderSearch
from entente.games.diplomacy.rules.editions import STANDARD
from entente.games.diplomacy.state import AUTUMN
from entente.kernel import Decision, Seat
from entente.players.engines import Budget

SEED_BITS = 62
BEST_USE = 5 * UNIT_VALUE  # about what a unit in the best place adds
WARMING = 600  # positions that need every part of the search


log = logging.getLogger("entente.engines")


def _is_cached() -> bool:
    """Whether Numba has the compiled search on disk."""
    searching: Any = try_changes
    return bool(searching._cache._cache_file._load_index())


@cache
def warm_up() -> None:
    """Load the compiled search, or compile it where that has not been done: once on a machine."""
    if COMPILED:
        if not _is_cached():
            log.warning("compiling the search of Diplomacy: about a minute, once on this machine")
        memory = new_memory(SPRING_WEIGHTS, AUTUMN_WEIGHTS)
        set_position(memory, Boards(1).boards, range(layout.POWERS))
        ArraySearch(memory, 0, 0, WARMING).run()
        begin_force(memory, 0)
        fleets_worth(int(add_unit(memory, 0)), 1, 0)


def is_supported(europe: DiplomacyContext) -> bool:
    """Whether the batch engine can represent a game: the standard rules and map, and no province
    closed."""
    return (
        europe.rules == STANDARD
        and not europe.two
        and len(europe.position.units) <= layout.UNITS
        and europe.state.year - layout.FIRST_YEAR < layout.LAST_YEAR - layout.FIRST_YEAR
        and is_standard(europe.board)
    )


@cache
def is_standard(board: Board) -> bool:
    """Whether a board is the published map."""
    published = standard_map().board
    return all(
        getattr(board, name) == getattr(published, name)
        for name in ("locations", "province_of", "army", "fleet", "centres", "homes", "kind")
    )


def memory_of(europe: DiplomacyContext) -> Memory:
    """Return a memory with the position of a game."""
    geography, memory = standard_map(), new_memory(SPRING_WEIGHTS, AUTUMN_WEIGHTS)
    state, options = europe.state, europe.state.options
    board = numbers("B", layout.BOARD)
    write_units(board, 0, europe.position.units)
    write_centres(board, 0, geography.centres, europe.centre_masks())
    board[layout.SEASON] = layout.AUTUMN if state.season == AUTUMN else layout.SPRING
    board[layout.YEAR] = state.year - layout.FIRST_YEAR
    board[layout.LAST] = int(options["end_year"] or layout.LAST_YEAR) - layout.FIRST_YEAR
    board[layout.NEEDED] = int(options["victory_centres"])
    still = europe.still(disorder=False)
    seats = {
        europe.board.power[name]: number
        for number, seat in enumerate(europe.seats)
        for name in europe.powers_of(seat)
    }
    powers = range(layout.POWERS)
    seat_of = [layout.NONE if power in still else seats[power] for power in powers]
    set_position(memory, board, seat_of, failed_moves(europe))
    return memory


class ForceUse:
    """How useful units are to a seat together: see `batch.search.winter`."""

    def __init__(self, europe: DiplomacyContext, seat: Seat) -> None:
        warm_up()
        self._memory = memory_of(europe)
        self._seat = europe.seats.index(seat)
        survey_board(self._memory)

    def of(self, units: Sequence[Unit]) -> float:
        """Return the total use of some units."""
        use, number = [0, 0], [0, 0]  # of armies and of fleets
        begin_force(self._memory, self._seat)
        for unit in sorted(units):
            stand = unit.location + (layout.LOCATIONS if unit.fleet else 0)
            use[unit.fleet] += int(add_unit(self._memory, stand))
            number[unit.fleet] += 1
        return (use[0] + int(fleets_worth(use[1], number[1], number[0]))) / BEST_USE


class BatchOrderSearch(OrderSearch):
    """The search for a seat's orders of one season, over arrays."""

    joins_against_leaders = True

    def __init__(
        self,
        level: DiplomacyLevel,
        europe: DiplomacyContext,
        decision: Decision,
        evaluator: CentreEvaluator,
        budget: Budget,
        rng: Random,
    ) -> None:
        warm_up()  # before the clock starts
        positions = level.compiled if COMPILED else level.arrays
        level = msgspec.structs.replace(level, positions=positions)
        super().__init__(level, europe, decision, evaluator, budget, rng)
        weights = AUTUMN_WEIGHTS if europe.state.season == AUTUMN else SPRING_WEIGHTS
        price = -weights[NAMES.index("repeated")] / UNIT_VALUE
        self.repeats = Repeats(failed_moves(europe), price)
        self.search = ArraySearch(
            memory_of(europe),
            europe.seats.index(self.seat),
            rng.getrandbits(SEED_BITS),
            self.search_budget.left,
            time_is_over=_over(budget),
        )

    def _searched(self) -> list[ScoredOrders]:
        """Return sets of orders, best first."""
        found = self.search.run()
        self.search_budget.spend(self.search.spent)
        self.worlds = [
            {unit: order_of(code) for unit, code in self.search.world(number).items()}
            for number in range(self.search.worlds)
        ]
        self.trials.add(self.worlds)
        return [
            ScoredOrders(
                {unit: order_of(code) for unit, code in each.orders.items()}, _centres(each.worths)
            )
            for each in found[:KEPT_LINES]
        ]

    def _worths(self, orders: Orders) -> list[float]:
        codes = {unit: order_code(order) for unit, order in orders.items()}
        return _centres(self.search.worths(codes))


def _centres(worths: list[int]) -> list[float]:
    """Return values in centres."""
    return [worth / UNIT_VALUE for worth in worths]


def _over(budget: Budget) -> Callable[[], bool]:
    """Whether the time is over; never if there is no limit."""
    if budget.seconds is None:
        return lambda: False
    until = perf_counter() + budget.seconds
    return lambda: perf_counter() >= until
