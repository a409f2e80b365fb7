"""The first player-turns for the explorer of openings: what each side mobilises, and whom it brings
into the war. In which order hardly matters, so they are a set.
"""

from __future__ import annotations

from entente.games.attrition.state import AttritionState
from entente.kernel import Seat, parse_action
from entente.kernel.openings import OpeningBook, OpeningLine, OpeningMove, Walk, counted

FIRST_TURN = ("first_turn",)
SHOWN = ("mobilise", "declare")


def read(walk: Walk) -> list[OpeningLine]:
    """Return what each side did in its first player-turn."""
    actions = dict[Seat, list[str]]()
    began, ended = dict[Seat, int](), dict[Seat, int]()
    for number, (position, move) in enumerate(walk):
        side = position.state.active
        began.setdefault(side, number)
        ended[side] = number + 1
        if move.seat == side and parse_action(move.action).verb in SHOWN:
            actions.setdefault(side, []).append(move.action)
    return [
        OpeningLine(
            side, tuple(OpeningMove(0, each, began[side], ended[side]) for each in counted(mine))
        )
        for side, mine in actions.items()
    ]


def _is_over(state: AttritionState) -> bool:
    return state.turn > 1


BOOK = OpeningBook(FIRST_TURN, _is_over, is_set=True)
