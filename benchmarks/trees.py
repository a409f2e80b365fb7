"""Access to positions of the measured source tree, whose API may have earlier names."""

from __future__ import annotations

from typing import Any

import entente.players
from entente import kernel

# Until 0.2 a position had `asked`, `waiting`, `of` and `play`, and a log was turned off by `quiet`.
IS_EARLIER = not hasattr(kernel.Position, "apply_unchecked")


def begin(game: Any, options: Any, seed: int, *, log: bool) -> Any:
    """Begin a game."""
    argument = {"quiet": not log} if IS_EARLIER else {"log": log}
    return game.begin(options, str(seed), **argument)


def decisions_in(position: Any) -> Any:
    return position.asked if IS_EARLIER else position.decisions


def to_move_in(position: Any) -> Any:
    return position.waiting if IS_EARLIER else position.to_move


def play_first(position: Any, seat: str, rng: Any) -> None:
    """Answer the first decision of a seat at random."""
    if IS_EARLIER:
        decision = position.of(seat)[0]
        position.play(decision, decision.menu.sample(rng))
    else:
        decision = position.decisions_for(seat)[0]
        position.apply_unchecked(decision, decision.menu.sample(rng))


def player_view(position: Any, seat: str) -> Any:
    """Return what a computer player sees."""
    players: Any = entente.players
    make = getattr(players, "PlayerView", None) or players.Sight
    return make(position, seat)
