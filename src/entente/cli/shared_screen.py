"""Checks whether players at one screen have secrets from each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random

from entente.kernel import Decision, Seat
from entente.kernel.record import AnyMatch

GUESSES = 3


def has_hidden_decisions(match: AnyMatch, people: Sequence[Seat]) -> bool:
    """Return whether an open decision must be hidden from another player at the screen."""
    return any(has_secrets(match, people, decision) for decision in match.position.decisions)


def has_secrets(match: AnyMatch, people: Sequence[Seat], decision: Decision | None) -> bool:
    """Return whether a player knows something, or has a decision, that is hidden from another."""
    return (
        (decision is not None and decision.sealed)
        or any(map(match.state.hides, people))
        or any(line.entry.to is not None for line in match.log)
        or any(_sees_hidden(match, one, other) for one, other in permutations(people, 2))
    )


def _sees_hidden(match: AnyMatch, one: Seat, other: Seat) -> bool:
    """Return whether one seat sees something the other cannot know."""
    game, state = match.game, match.state
    true = game.view(state, one)
    imagined = (game.determinize(state, other, Random(i)) for i in range(GUESSES))
    return any(game.view(each, one) != true for each in imagined)
