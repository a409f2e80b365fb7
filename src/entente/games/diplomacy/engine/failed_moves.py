"""Moves that failed last season: to try one again in vain has a price."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from entente.games.diplomacy.batch.search.layout import MOST_REPEATS
from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.phases import ordered_unit
from entente.games.diplomacy.rules.orders import MOVE, Order


class FailedMove(NamedTuple):
    """A move that failed in the last season: where to, and in how many seasons in a row."""

    province: int
    times: int


NO_MOVE = FailedMove(0, 0)


def failed_moves(europe: DiplomacyContext) -> dict[int, FailedMove]:
    """Return the moves that failed last season, by unit."""
    numbers, board, found = europe.menus().numbers, europe.board, dict[int, FailedMove]()
    for text, times in europe.state.failed_moves.items():
        unit = ordered_unit(text)
        if unit in numbers:  # not disbanded
            end = board.location[text[len(unit) :].split()[1]]
            found[numbers[unit]] = FailedMove(board.province_of[end], times)
    return found


class Repeats(NamedTuple):
    """The price of moves that fail again: in centres, for each season in which one failed."""

    failed: Mapping[int, FailedMove] = {}
    price: float = 0.0

    def cost(
        self,
        board: Board,
        units: Sequence[Unit],
        orders: Mapping[int, Order],
        after: Collection[Unit],
    ) -> float:
        """Return the price of a set of orders, after which the units are where `after` says."""
        times = 0
        for number, (province, failures) in self.failed.items():
            order = orders.get(number)
            if order is None or order.kind != MOVE or board.province_of[order.target] != province:
                continue
            if units[number] in after:
                times += min(failures, MOST_REPEATS)
        return times * self.price
