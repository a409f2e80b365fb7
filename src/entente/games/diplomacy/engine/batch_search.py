"""The search of the hard level: over the arrays of the batch engine, compiled if Numba is there.

The same seed and number of positions give the same orders, compiled or not. Games that the batch
engine does not cover (other readings of the rules, other maps, two players) are searched by
`OrderSearch`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from time import perf_counter

import msgspec

from entente.games.diplomacy.batch import COMPILED, Boards, layout
from entente.games.diplomacy.batch.boards import numbers, write_centres
from entente.games.diplomacy.batch.encoding import order_code, order_of, write_units
from entente.games.diplomacy.batch.geography import standard_map
from entente.games.diplomacy.batch.search import AUTUMN_WEIGHTS, SPRING_WEIGHTS, new_memory
from entente.games.diplomacy.batch.search.layout import UNIT_VALUE
from entente.games.diplomacy.board import Board
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine.array_search import ArraySearch, set_position
from entente.games.diplomacy.engine.candidates import Orders
from entente.games.diplomacy.engine.features import CentreEvaluator
from entente.games.diplomacy.engine.hill_climbing import ScoredOrders
from entente.games.diplomacy.engine.search import KEPT_LINES, DiplomacyLevel, OrderSearch
from entente.games.diplomacy.rules.editions import STANDARD
from entente.games.diplomacy.state import AUTUMN
from entente.kernel import Decision
from entente.players.engines import Budget

SEED_BITS = 62
WARMING = 600  # positions that need every part of the search


@cache
def warm_up() -> None:
    """Load the compiled search, or compile it where that has not been done: once on a machine."""
    if COMPILED:
        memory = new_memory(SPRING_WEIGHTS, AUTUMN_WEIGHTS)
        set_position(memory, Boards(1).boards, range(layout.POWERS))
        ArraySearch(memory, 0, 0, WARMING).run()


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


class BatchOrderSearch(OrderSearch):
    """The search for a seat's orders of one season, over arrays."""

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
        positions = level.compiled if COMPILED else level.positions
        level = msgspec.structs.replace(level, positions=positions)
        super().__init__(level, europe, decision, evaluator, budget, rng)
        self.memory = new_memory(SPRING_WEIGHTS, AUTUMN_WEIGHTS)
        self._place()
        self.search = ArraySearch(
            self.memory,
            europe.seats.index(self.seat),
            rng.getrandbits(SEED_BITS),
            self.search_budget.left,
            time_is_over=_over(budget),
        )

    def _place(self) -> None:
        """Write the position into the memory."""
        europe, geography = self.europe, standard_map()
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
        set_position(
            self.memory,
            board,
            [layout.NONE if power in still else seats[power] for power in powers],
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
