"""Random orders in Diplomacy by which nobody ends the game."""

from __future__ import annotations

from random import Random

from entente.games.diplomacy.answers.slots import ORDERS
from entente.kernel import Menu


def playing_on(menu: Menu, rng: Random) -> str:
    """A random answer to the question for orders, with the vote to play on.

    The vote is the last part, and the only one of a power that has no units left.
    """
    *orders, _ = menu.sample(rng).split("; ")
    return "; ".join([*orders, ORDERS])
