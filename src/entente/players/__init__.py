"""Computer players. A player has exactly the rights of a person in its seat."""

from entente.players.greedy import GreedyPlayer
from entente.players.player import (
    Explains,
    FallingBack,
    Player,
    PlayerMessage,
    PlayerView,
    ReportsErrors,
)
from entente.players.player_texts import said
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

__all__ = [
    "USUAL",
    "Explains",
    "FallingBack",
    "GreedyPlayer",
    "Player",
    "PlayerMessage",
    "PlayerView",
    "RandomPlayer",
    "ReportsErrors",
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
