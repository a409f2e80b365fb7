"""The kinds of names in orders, as written: `A VIE`, `F STP/SC`, `SPA/NC`."""

from __future__ import annotations

from entente.games.diplomacy.board import COASTAL, SEA, Board, Unit
from entente.games.diplomacy.rules.orders import write_unit
from entente.kernel.grammar import Kinds

NO_POWER = -1


def kinds(board: Board) -> Kinds:
    """Every possible unit, and every place that an order can name."""
    armies = [write_unit(board, Unit(NO_POWER, False, place)) for place in _for_armies(board)]
    fleets = [write_unit(board, Unit(NO_POWER, True, place)) for place in _for_fleets(board)]
    return {
        "unit": (*armies, *fleets),
        "army": tuple(armies),
        "fleet": tuple(fleets),
        "place": tuple(board.locations),
    }


def _for_armies(board: Board) -> list[int]:
    """III.1: on land."""
    return [province for province, kind in enumerate(board.kind) if kind != SEA]


def _for_fleets(board: Board) -> list[int]:
    """III.1, III.3: at sea and on coasts; in a province with two, on a named one."""
    seas = [province for province, kind in enumerate(board.kind) if kind == SEA]
    shores = [province for province, kind in enumerate(board.kind) if kind == COASTAL]
    return [*seas, *(place for p in shores for place in board.coasts[p] or (p,))]
