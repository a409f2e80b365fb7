"""How the levels think at this game."""

from entente.players.minds.any_game import mind

__all__ = ["mind"]
