"""Computer players that negotiate: the levels, at a game whose engine can.

A level with `pure` behind the colon (`hard:pure`) plays without press: it answers no proposal and
makes none.
"""

from __future__ import annotations

from typing import Any, cast

from entente.players.engines import LEVELS, module_of
from entente.players.letters import NegotiationRules, Negotiator
from entente.players.levels import PURE, budget_of
from entente.players.registry import COLON


def rules_of(game_id: str) -> NegotiationRules | None:
    """Return what proposals mean at a game; None if its computer players do not negotiate."""
    return cast("NegotiationRules | None", getattr(module_of(game_id), "negotiation", None))


def negotiates(name: str | None, game_id: str) -> bool:
    """Whether a player answers proposals at a game."""
    kind, _, character = (name or "").partition(COLON)
    return kind in LEVELS and character != PURE and rules_of(game_id) is not None


def create_negotiator(name: str, game_id: str, seed: str) -> Negotiator:
    """Return the negotiator of a player that negotiates."""
    kind, _, character = name.partition(COLON)
    engine: Any = module_of(game_id)
    return cast("Negotiator", engine.create_negotiator(game_id, kind, seed, budget_of(character)))
