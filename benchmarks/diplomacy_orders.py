"""Random orders in Diplomacy that never vote to end the game."""

from __future__ import annotations

from random import Random

from entente.games.diplomacy.answers.slots import ORDERS
from entente.kernel import Menu


def random_orders(menu: Menu, rng: Random) -> str:
    """Return a random answer to the decision for orders, with a vote to continue.

    The vote is the last part, and the only part for a power that has no units left.
    """
    *orders, _ = menu.sample(rng).split("; ")
    return "; ".join([*orders, ORDERS])
