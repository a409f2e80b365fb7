"""The orders of the last season as numbers: blocks of the observation."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from entente.games.diplomacy.rules.results import (
    BROKEN,
    CONVOYS,
    CUT,
    FAILS,
    HOLDS_FAST,
    MOVES,
    STANDS,
    VOID,
)
from entente.games.diplomacy.state import DISLODGED
from entente.games.diplomacy.view import DiplomacyView
from entente.kernel import parse_action
from entente.kernel.blocks import Block, BlockInfo, Vector

DOES = ("H", "-", "S", "C", "VIA")
RESULTS = (HOLDS_FAST, MOVES, FAILS, STANDS, CUT, CONVOYS, BROKEN, VOID, DISLODGED.strip())

INFOS = {
    "last_orders": BlockInfo(
        1, "for each location, the order of the unit that was there last season, like `orders`"
    ),
    "last_results": BlockInfo(
        1,
        "for each location, its result: holds, moves, fails, supports, cut, convoys, broken, void;"
        " dislodged",
    ),
}


def blocks(places: tuple[str, ...]) -> list[Block]:
    """Return the blocks of the last orders and of their results."""
    return [
        _flags("last_orders", places, (*DOES, *places), _order),
        _flags("last_results", places, RESULTS, _result),
    ]


def _flags(
    name: str,
    rows: tuple[str, ...],
    columns: tuple[str, ...],
    words: Callable[[str, str], tuple[str, ...]],
) -> Block:
    """Return a grid of zeros and ones about the last orders. It is the same for all observations
    of a season, so the places of the ones are kept."""
    row_of = {row: place * len(columns) for place, row in enumerate(rows)}
    column_of = {column: place for place, column in enumerate(columns)}

    @lru_cache(maxsize=1024)
    def ones(orders: tuple[tuple[str, str], ...]) -> tuple[int, ...]:
        return tuple(
            row_of[text.split(" ", 2)[1]] + column_of[word]
            for text, outcome in orders
            for word in words(text, outcome)
        )

    def write(view: DiplomacyView, out: Vector, start: int) -> None:
        if view.last_orders:
            for place in ones(tuple(view.last_orders.items())):
                out[start + place] = 1.0

    return Block(name, len(rows) * len(columns), write)


def _order(text: str, outcome: str) -> tuple[str, ...]:
    """Return the words of an order after its unit."""
    words = [word for word in parse_action(text).words if word not in ("A", "F")]
    return tuple(words[1:])


def _result(text: str, outcome: str) -> tuple[str, ...]:
    return tuple(outcome.split())
