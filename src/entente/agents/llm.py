"""The computer player `llm`: a language model behind an OpenAI-compatible endpoint.

Dependencies are loaded when a game starts, because listing players imports this module.
"""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from entente.agents.model_player import ModelPlayer

FILE, URL = "ENTENTE_LLM_FILE", "ENTENTE_LLM_URL"
AT_TABLES, LEDGER = "ENTENTE_LLM_AT_TABLES", "ENTENTE_LLM_LEDGER"

log = logging.getLogger("entente.agents")


def create(game_id: str, seed: str, character: str = "") -> ModelPlayer:
    """Return the player for a game; a character is one of the models of the operator's file. Raise
    UserError if a setting is missing."""
    from entente.agents.endpoint import read_model
    from entente.agents.model_player import ModelPlayer

    return ModelPlayer(game_id, seed, read_model(character))


def characters(game_id: str) -> tuple[str, ...]:
    """Return the models of the file that ENTENTE_LLM_FILE names, the same for any game."""
    if not os.environ.get(FILE):
        return ()
    from entente.agents.endpoint import models_of

    return tuple(models_of(os.environ[FILE]))


def at_tables() -> bool:
    """Return whether a server offers this player.

    Every move costs the operator money, so it is offered only on request, and with a ledger that
    counts the usage of all processes.
    """
    if os.environ.get(AT_TABLES) != "1":
        return False
    if not os.environ.get(LEDGER):
        log.warning("%s is set, and %s is not: no budget would hold at tables", AT_TABLES, LEDGER)
        return False
    return bool(os.environ.get(URL) or os.environ.get(FILE))
