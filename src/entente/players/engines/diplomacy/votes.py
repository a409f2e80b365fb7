"""The vote that goes with orders: to play on, or for a draw.

A draw is shared by all who are left, whoever has more; and so is the last year. So whoever may hope
for more than his share plays on. Nobody is asked to agree to a draw in the first years.
"""

from __future__ import annotations

from entente.games.diplomacy.answers.slots import DRAW, ORDERS
from entente.games.diplomacy.context import DiplomacyContext
from entente.kernel import Seat

PATIENCE = 5  # years, in which everything may still turn
STEEP = 2  # how much more than in proportion centres promise the game
ENOUGH = 0.5  # of his share: whoever may hope for less wants the draw


def vote(europe: DiplomacyContext, seat: Seat) -> str:
    """A draw for whoever has little to hope for; everybody else plays on."""
    left = europe.survivors()
    first = europe.board.tables.game.first_year
    if len(left) < 3 or europe.state.year < first + PATIENCE:
        return ORDERS
    return DRAW if hope(europe, seat) < ENOUGH / len(left) else ORDERS


def hope(europe: DiplomacyContext, seat: Seat) -> float:
    """What part of the game a seat may hope for, by its centres."""
    strength = {each: float(_centres(europe, each) ** STEEP) for each in europe.survivors()}
    return strength[seat] / (sum(strength.values()) or 1.0)


def _centres(europe: DiplomacyContext, seat: Seat) -> int:
    return max(len(europe.state.centres[power]) for power in europe.powers_of(seat))
