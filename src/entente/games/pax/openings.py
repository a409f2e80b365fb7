"""The purchases of the first turn, for the explorer of openings: markers, units, merchant fleets
and canals. Each seat spends its money in any sequence, so they are a set.
"""

from __future__ import annotations

from entente.games.pax.state import PaxState
from entente.kernel import Seat, parse_action
from entente.kernel.openings import OpeningBook, OpeningLine, OpeningMove, Walk, counted

FIRST_TURN = ("first_turn",)
PLACE, RAISE = "place", "raise"
BOUGHT = ("buy", "launch", "canal")


def read(walk: Walk) -> list[OpeningLine]:
    """Return what each seat bought in the first turn. A marker counts with the status it was given
    last."""
    markers, bought = dict[Seat, dict[str, str]](), dict[Seat, list[str]]()
    moves = 0
    for number, (_, move) in enumerate(walk):
        moves = number + 1
        action = parse_action(move.action)
        if action.verb in (PLACE, RAISE) and len(action.args) == 2:
            area, status = action.args
            mine = markers.setdefault(move.seat, {})
            verb = mine.get(area, action.verb).partition(" ")[0]
            mine[area] = f"{verb} {area} {status}"
        elif action.verb in BOUGHT:
            bought.setdefault(move.seat, []).append(move.action)
    seats = dict.fromkeys([*markers, *bought])
    return [
        OpeningLine(
            seat,
            tuple(
                OpeningMove(0, each, 0, moves)
                for each in counted([*markers.get(seat, {}).values(), *bought.get(seat, [])])
            ),
        )
        for seat in seats
    ]


def _is_over(state: PaxState) -> bool:
    return state.turn > 1


def _points(state: PaxState, seat: Seat) -> float:
    return float(state.totals.get(seat, 0))


BOOK = OpeningBook(FIRST_TURN, _is_over, is_set=True, measure=_points)
