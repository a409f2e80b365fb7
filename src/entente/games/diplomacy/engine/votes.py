"""The vote that goes with orders: to play on, or for a draw.

A draw, like the end of the last year, is shared equally by all survivors. A seat that may hope for
more than its share plays on. No seat votes for a draw in the first years.
"""

from __future__ import annotations

from entente.games.diplomacy.answers.slots import DRAW, ORDERS
from entente.games.diplomacy.context import DiplomacyContext
from entente.kernel import Seat

PATIENCE = 5  # years in which everything may still change
STEEP = 2  # how much more than proportionally centres count
ENOUGH = 0.5  # of an equal share: a seat with less hope wants the draw


def vote(europe: DiplomacyContext, seat: Seat) -> str:
    """Vote for a draw if the seat has little to hope for."""
    left = europe.survivors()
    first = europe.board.tables.game.first_year
    if len(left) < 3 or europe.state.year < first + PATIENCE:
        return ORDERS
    return DRAW if hope(europe, seat) < ENOUGH / len(left) else ORDERS


def hope(europe: DiplomacyContext, seat: Seat) -> float:
    """Return the share of the game that a seat may hope for, by its centres."""
    strength = {each: float(_centres(europe, each) ** STEEP) for each in europe.survivors()}
    return strength[seat] / (sum(strength.values()) or 1.0)


def _centres(europe: DiplomacyContext, seat: Seat) -> int:
    return max(len(europe.state.centres[power]) for power in europe.powers_of(seat))
