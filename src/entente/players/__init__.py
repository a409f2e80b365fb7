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
from entente.players.player_texts import message_text
from entente.players.position_analysis import (
    ActionValue,
    ComparedAction,
    PositionAnalysis,
    action_values,
    analyse,
    chances_at,
)
from entente.players.random import RandomPlayer
from entente.players.registry import (
    USUAL,
    UnknownPlayer,
    at_tables,
    can_act_unprompted,
    described,
    drawn,
    find,
    known,
    make,
    note_at,
    offered,
    offered_at_tables,
    offered_everywhere,
    wants_to_act,
)

__all__ = [
    "USUAL",
    "ActionValue",
    "ComparedAction",
    "Explains",
    "FallingBack",
    "GreedyPlayer",
    "Player",
    "PlayerMessage",
    "PlayerView",
    "PositionAnalysis",
    "RandomPlayer",
    "ReportsErrors",
    "UnknownPlayer",
    "action_values",
    "analyse",
    "at_tables",
    "can_act_unprompted",
    "chances_at",
    "described",
    "drawn",
    "find",
    "known",
    "make",
    "message_text",
    "note_at",
    "offered",
    "offered_at_tables",
    "offered_everywhere",
    "wants_to_act",
]
