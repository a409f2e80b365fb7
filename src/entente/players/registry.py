"""Which computer players there are, by the name a person types."""

from __future__ import annotations

from collections.abc import Callable

from entente.players.player import Player
from entente.players.random import RandomPlayer

Maker = Callable[[str, str], Player]

# From the game's id and a seed to a player.
_MAKERS: dict[str, Maker] = {
    "random": lambda game_id, seed: RandomPlayer(seed),
}


class UnknownPlayer(ValueError):
    """No computer player has that name."""


def known() -> tuple[str, ...]:
    """The names of all computer players."""
    return tuple(_MAKERS)


def make(name: str, game_id: str, seed: str) -> Player:
    """A computer player for a game. Its choices follow from the seed and what it sees."""
    if name not in _MAKERS:
        raise UnknownPlayer(f"no player is called {name!r}; there are: {', '.join(known())}")
    return _MAKERS[name](game_id, seed)
