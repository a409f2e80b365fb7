"""Computer players. A player has exactly the rights of a person in its seat."""

from entente.players.greedy import GreedyPlayer
from entente.players.player import FallingBack, Faltering, Player, Saying, Sight, Talking
from entente.players.random import RandomPlayer
from entente.players.registry import (
    USUAL,
    UnknownPlayer,
    at_tables,
    called,
    described,
    drawn,
    find,
    known,
    make,
    may_be_called,
    offered,
    offered_at_tables,
    offered_everywhere,
)
from entente.players.saying import said

__all__ = [
    "USUAL",
    "FallingBack",
    "Faltering",
    "GreedyPlayer",
    "Player",
    "RandomPlayer",
    "Saying",
    "Sight",
    "Talking",
    "UnknownPlayer",
    "at_tables",
    "called",
    "described",
    "drawn",
    "find",
    "known",
    "make",
    "may_be_called",
    "offered",
    "offered_at_tables",
    "offered_everywhere",
    "said",
]
