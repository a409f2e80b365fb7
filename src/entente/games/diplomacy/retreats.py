"""Retreats (VII): where dislodged units go, all at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from entente.games.diplomacy.board import Board, Unit


def resolve_retreats(
    board: Board, dislodged: Mapping[Unit, tuple[int, ...]], orders: Mapping[Unit, int | None]
) -> tuple[list[Unit], list[Unit]]:
    """VII.2: the units that retreat, where they now stand, and those that are lost.

    `dislodged` gives the locations each unit may go to. Lost is who has no order, an impossible
    one, or None as a free choice; and all who go to the same province.
    """
    province_of = board.province_of
    goals: dict[Unit, int] = {}
    for unit, places in dislodged.items():
        goal = orders.get(unit)
        if goal is not None and (only := entered(board, places, goal)) is not None:
            goals[unit] = only
    crowd = Counter(province_of[goal] for goal in goals.values())
    survivors, lost = [], []
    for unit in dislodged:
        if unit in goals and crowd[province_of[goals[unit]]] == 1:
            survivors.append(unit._replace(location=goals[unit]))
        else:
            lost.append(unit)
    return survivors, lost


def entered(board: Board, places: tuple[int, ...], goal: int) -> int | None:
    """III.3: the location meant; a coast need not be named where only one can be reached."""
    if goal in places:
        return goal
    if goal >= len(board.provinces):
        return None
    coasts = [place for place in places if board.province_of[place] == goal]
    return coasts[0] if len(coasts) == 1 else None
