"""The explorer of openings: how games began, and how they ended."""

from entente.players.explorer.game_file import (
    ExplorerGame,
    arena_games,
    read_games,
    write_games,
)
from entente.players.explorer.table import (
    Continuation,
    ExplorerTable,
    GameFilter,
    ResultCounts,
    continuations,
)

__all__ = [
    "Continuation",
    "ExplorerGame",
    "ExplorerTable",
    "GameFilter",
    "ResultCounts",
    "arena_games",
    "continuations",
    "read_games",
    "write_games",
]
