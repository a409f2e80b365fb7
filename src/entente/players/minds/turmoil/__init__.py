"""How the levels think at Europe in Turmoil."""

from entente.players.minds.turmoil.mind import mind

__all__ = ["mind"]
