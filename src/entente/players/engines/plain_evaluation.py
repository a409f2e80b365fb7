"""A game nobody has written an evaluation for: only how it ends counts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random

from entente.kernel import Decision, Seat
from entente.players.player import AnyPosition

WORLDS = 6
MOST = 30


def evaluate(position: AnyPosition, seat: Seat) -> float:
    """A win, a loss, or nothing that could be told."""
    outcome = position.outcome
    return 0.0 if outcome is None else 2.0 * outcome.scores.get(seat, 0.0) - 1.0


def propose(position: AnyPosition, decision: Decision, rng: Random) -> Sequence[str]:
    """The whole menu, or some of it."""
    menu = decision.menu
    if menu.size() <= MOST:
        return tuple(islice(menu, MOST))
    return tuple(dict.fromkeys(menu.sample(rng) for _ in range(MOST)))


def answer(position: AnyPosition, decision: Decision, rng: Random) -> str:
    """Anything."""
    return decision.menu.sample(rng)


def rests(position: AnyPosition, asked: Decision) -> bool:
    """Only sealed answers are waited for."""
    return not position.state.sealed


def settle(positions: Sequence[AnyPosition], seat: Seat, rng: Random) -> None:
    """Nothing is known of what this game hides."""
