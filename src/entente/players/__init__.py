"""Computer players. A player has exactly the rights of a person in its seat."""

from entente.players.greedy import GreedyPlayer
from entente.players.player import Player, Sight
from entente.players.random import RandomPlayer
from entente.players.registry import UnknownPlayer, described, known, make

__all__ = [
    "GreedyPlayer",
    "Player",
    "RandomPlayer",
    "Sight",
    "UnknownPlayer",
    "described",
    "known",
    "make",
]
