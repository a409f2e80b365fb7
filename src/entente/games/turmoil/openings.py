"""The first card plays of a game, for the explorer of openings.

Both sides play in turn from hands that were dealt, so an opening is that of the whole game.
"""

from __future__ import annotations

from entente.games.turmoil.state import TurmoilState
from entente.kernel.openings import (
    WHOLE_GAME,
    OpeningBook,
    OpeningLine,
    OpeningMove,
    Walk,
)

PLAYS = ("play_1", "play_2", "play_3", "play_4")
PLAY_CARD = "play_card"


def read(walk: Walk) -> list[OpeningLine]:
    """Return the first card plays."""
    moves = list[OpeningMove]()
    for number, (position, move) in enumerate(walk):
        decision = position.find(move.seat, move.action, move.window)
        if decision is None or decision[0].step != PLAY_CARD:
            continue
        moves.append(OpeningMove(len(moves), decision[1], number, number + 1))
        if len(moves) == len(PLAYS):
            break
    return [OpeningLine(WHOLE_GAME, tuple(moves))]


def _is_over(state: TurmoilState) -> bool:
    return state.turn > 1


BOOK = OpeningBook(PLAYS, _is_over, whole_game=True)
