"""The evaluation of a game that brings none: only the outcome counts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random

from entente.kernel import Decision, Seat
from entente.players.player import AnyPosition

FUNCTIONS = ("WORLDS", "evaluate", "propose", "rollout_reply", "is_quiescent", "redeal_hidden")
WORLDS = 6
MOST = 30


def evaluate(position: AnyPosition, seat: Seat) -> float:
    """Return a win, a loss, or 0 before the end."""
    outcome = position.outcome
    return 0.0 if outcome is None else 2.0 * outcome.scores.get(seat, 0.0) - 1.0


def propose(position: AnyPosition, decision: Decision, rng: Random) -> Sequence[str]:
    """Return the whole menu, or a sample of it."""
    menu = decision.menu
    if menu.size() <= MOST:
        return tuple(islice(menu, MOST))
    return tuple(dict.fromkeys(menu.sample(rng) for _ in range(MOST)))


def rollout_reply(position: AnyPosition, decision: Decision, rng: Random) -> str:
    """Return a random action."""
    return decision.menu.sample(rng)


def is_quiescent(position: AnyPosition, decision: Decision) -> bool:
    """As soon as no sealed answer is outstanding."""
    return not position.state.sealed


def redeal_hidden(positions: Sequence[AnyPosition], seat: Seat, rng: Random) -> None:
    """Nothing is known about what the game hides."""
