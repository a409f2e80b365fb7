"""Retreats (VII): where dislodged units go, all at once, and why some are lost."""

from __future__ import annotations

from collections.abc import Mapping

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.rules.orders import write_unit
from entente.kernel import Refusal, refuse

# Reasons without arguments.
FREE = refuse("VII", "retreat.free")
DISBANDED = refuse("VII.2", "retreat.disbanded")
NO_ORDER = refuse("VII.2", "retreat.no_order")
NOWHERE = refuse("VII.2", "retreat.nowhere")
CLOSED = refuse("VII.2", "retreat.closed")


def resolve_retreats(
    board: Board, dislodged: Mapping[Unit, tuple[int, ...]], orders: Mapping[Unit, int | None]
) -> tuple[list[Unit], list[Unit]]:
    """VII.2: the retreated units in their new places, and the lost ones.

    `dislodged` maps each unit to its possible retreats. Lost are units with no order, an impossible
    one, or None by choice, and all that go to the same province.
    """
    goals = _goals(board, dislodged, orders)
    lost = why_lost(board, dislodged, orders)
    survivors = [unit._replace(location=goals[unit]) for unit in dislodged if unit not in lost]
    return survivors, list(lost)


def why_lost(
    board: Board, dislodged: Mapping[Unit, tuple[int, ...]], orders: Mapping[Unit, int | None]
) -> dict[Unit, Refusal]:
    """VII.2: the units that are lost, each with the reason."""
    goals = _goals(board, dislodged, orders)
    going: dict[int, list[Unit]] = {}
    for unit, goal in goals.items():
        going.setdefault(board.province_of[goal], []).append(unit)
    lost: dict[Unit, Refusal] = {}
    for unit, places in dislodged.items():
        if unit in goals:
            others = [u for u in going[board.province_of[goals[unit]]] if u != unit]
            if others:
                names = [write_unit(board, other) for other in others]
                lost[unit] = refuse("VII.2", "retreat.clash", units=names)
        elif not places:
            lost[unit] = NOWHERE
        elif unit not in orders:
            lost[unit] = NO_ORDER
        else:
            lost[unit] = DISBANDED if orders[unit] is None else CLOSED
    return lost


def _goals(
    board: Board, dislodged: Mapping[Unit, tuple[int, ...]], orders: Mapping[Unit, int | None]
) -> dict[Unit, int]:
    """Return the units with a possible order, and their destinations."""
    goals: dict[Unit, int] = {}
    for unit, places in dislodged.items():
        goal = orders.get(unit)
        if goal is not None and (only := entered(board, places, goal)) is not None:
            goals[unit] = only
    return goals


def entered(board: Board, places: tuple[int, ...], goal: int) -> int | None:
    """III.3: the destination; a coast may be omitted if only one is reachable."""
    if goal in places:
        return goal
    if goal >= len(board.provinces):
        return None
    coasts = [place for place in places if board.province_of[place] == goal]
    return coasts[0] if len(coasts) == 1 else None
