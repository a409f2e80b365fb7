"""Players by a reference to the function that makes them, without an installation.

`mine.py:create` and `package.module:create` name a function that makes a player from the game's id
and a seed, as an entry point would. Only where you run your own code: a server knows installed
players alone.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import cast

from entente.kernel import UserError, say
from entente.players.player import Player
from entente.players.registry import COLON, Maker

FILE = ".py"
PACKAGE = "entente.players"


def made(name: str, game_id: str, seed: str) -> Player:
    """Make a player by a reference."""
    player = function_of(name)(game_id, seed)
    if not callable(getattr(player, "choose", None)):
        kind = type(player).__name__
        raise UserError(say("mistake.reference.no_player", name=name, kind=kind), PACKAGE)
    return player


def is_reference(name: str) -> bool:
    """Return whether a name refers to a function, and not to an installed player."""
    module, colon, _ = name.rpartition(COLON)
    return bool(colon) and (module.endswith(FILE) or "." in module)


def function_of(name: str) -> Maker:
    """Load the function of a reference."""
    place, _, function = name.rpartition(COLON)
    try:
        module = _from_file(Path(place)) if place.endswith(FILE) else import_module(place)
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        raise UserError(say("mistake.reference.broken", name=name, error=text), PACKAGE) from error
    maker = getattr(module, function, None)
    if not callable(maker):
        message = say("mistake.reference.no_function", name=name, place=place, function=function)
        raise UserError(message, PACKAGE)
    return cast("Maker", maker)


@lru_cache(maxsize=64)
def _from_file(path: Path) -> ModuleType:
    """Load a module from a file, without its folder on the path."""
    name = f"entente_entrant_{sha256(str(path.resolve()).encode()).hexdigest()[:12]}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is not a Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module  # what it defines can be pickled, and its dataclasses find it
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
