"""Which computer players there are, by the name a person types."""

from __future__ import annotations

from collections.abc import Callable

from entente.kernel import Mistake, say
from entente.players.greedy import GreedyPlayer
from entente.players.player import Player
from entente.players.random import RandomPlayer

Maker = Callable[[str, str], Player]

# From the game's id and a seed to a player.
_MAKERS: dict[str, Maker] = {
    "random": lambda game_id, seed: RandomPlayer(seed),
    "greedy": GreedyPlayer,
}


class UnknownPlayer(Mistake):
    """No computer player has that name."""

    def __init__(self, name: str) -> None:
        message = say("mistake.player.unknown", name=name, known=list(known()))
        super().__init__(message, "entente.players")


def known() -> tuple[str, ...]:
    """The names of all computer players."""
    return tuple(_MAKERS)


def make(name: str, game_id: str, seed: str) -> Player:
    """A computer player for a game. Its choices follow from the seed and what it sees."""
    if name not in _MAKERS:
        raise UnknownPlayer(name)
    return _MAKERS[name](game_id, seed)
