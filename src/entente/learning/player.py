"""The computer player `learned`: a search that judges and proposes with a network.

Its network is a file GAME.onnx, in the folder that ENTENTE_NETWORKS names, else with the package.
Without a file for the game, or without onnxruntime, nobody is offered this player. What it needs is
loaded when one plays: this module is read wherever players are listed.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from entente.kernel import UserError, say
from entente.learning.extras import PACKAGE, missing
from entente.players import levels

if TYPE_CHECKING:
    from entente.learning.thinking import LearnedPlayer

FOLDER = "ENTENTE_NETWORKS"
PACKAGED = Path(__file__).with_name("networks")


def network_file(game_id: str) -> Path:
    """Where the network of a game is, or would be."""
    named = os.environ.get(FOLDER)
    return (Path(named) if named else PACKAGED) / f"{game_id}.onnx"


def is_offered_at(game_id: str) -> bool:
    """Whether one can play with a network at a game."""
    return find_spec("onnxruntime") is not None and network_file(game_id).is_file()


def at_tables() -> bool:
    """A server offers what is there for it, game by game; not every server has it."""
    return find_spec("onnxruntime") is not None


def is_character(game_id: str, character: str) -> bool:
    """Whether something behind the colon is a budget, as the levels take one."""
    return levels.is_character(game_id, character)


def create(game_id: str, seed: str, character: str = "") -> LearnedPlayer:
    """The player for a game. A UserError says what is missing."""
    file = network_file(game_id)
    if not file.is_file():
        message = say("mistake.network.none", game=game_id, file=str(file), variable=FOLDER)
        raise UserError(message, PACKAGE)
    try:
        from entente.learning.thinking import LearnedPlayer, network_of
    except ModuleNotFoundError as error:
        raise missing(error) from None
    return LearnedPlayer(game_id, seed, network_of(file), character)
