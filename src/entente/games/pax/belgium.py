"""«La Belgique comme 8ème joueur» (1): what its counters do not limit."""

from __future__ import annotations

from entente.games.pax.board import BELGIUM, Board
from entente.games.pax.state import PaxState


def counters_left(board: Board, state: PaxState, pool: str, left: int) -> int:
    """1: as a player Belgium also has a counter for each merchant fleet that arrives, and for the
    one control marker that event 4-2 demands in phase 4."""
    if pool == "merchant_fleet":
        years = (board.year(turn) for turn in range(1, state.turn + 1))
        left += sum(BELGIUM in board.arrivals(year) for year in years)
    elif pool == "protectorate_or_possession" and owes_colony(board, state):
        left = max(1, left)
    return max(0, left)


def owes_colony(board: Board, state: PaxState) -> bool:
    """3: whether event 4-2 still demands a control marker this turn."""
    if state.phase != "movement" or BELGIUM in state.moving.control_placed:
        return False
    return any(board.events[code].belgian_expansion for code in state.events)
