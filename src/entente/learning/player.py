"""The computer player `learned`: a search guided by a network.

The network is GAME.onnx in the folder $ENTENTE_NETWORKS, else in the package. Without that file or
without onnxruntime the player is not offered. Listing players imports this module, so it loads its
dependencies only in `create`.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from entente.kernel import UserError, say
from entente.kernel.extras import needs
from entente.players import levels

if TYPE_CHECKING:
    from entente.learning.learned_player import LearnedPlayer

PACKAGE = "entente.learning"
FOLDER = "ENTENTE_NETWORKS"
PACKAGED = Path(__file__).with_name("networks")


def network_file(game_id: str) -> Path:
    """Return the path of a game's network, whether or not it exists."""
    named = os.environ.get(FOLDER)
    return (Path(named) if named else PACKAGED) / f"{game_id}.onnx"


def is_offered_at(game_id: str) -> bool:
    """Return whether this player is available for a game."""
    return find_spec("onnxruntime") is not None and network_file(game_id).is_file()


def at_tables() -> bool:
    """Return whether a server may offer this player at all."""
    return find_spec("onnxruntime") is not None


def is_character(game_id: str, character: str) -> bool:
    """Return whether the text after the colon is a search budget, as for the levels."""
    return levels.is_character(game_id, character)


def create(game_id: str, seed: str, character: str = "") -> LearnedPlayer:
    """Make the player; UserError if its network or a package is missing."""
    file = network_file(game_id)
    if not file.is_file():
        message = say("mistake.network.none", game=game_id, file=str(file), variable=FOLDER)
        raise UserError(message, PACKAGE)
    with needs("learning"):
        from entente.learning.learned_player import LearnedPlayer, load_network
    return LearnedPlayer(game_id, seed, load_network(file), character)
