"""Players of the arena by name.

- `greedy`, `greedy:trader`: a computer player that is installed, with a character if it has some;
- `dumbbot`: an outsider that the game's package declares;
- `mine.py:create`, `package.module:create`: a function that makes a player from the game's id and a
  seed, as an entry point would name it, without an installation. Only in the arena, where you run
  your own code: a server knows installed players alone;
- `bot:python mine.py`: a program that plays over the API, see `bots`.
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

from entente.arena.bots import bot_origin, check_bot, is_bot
from entente.arena.schedule import PACKAGE, Tournament
from entente.kernel import UserError, say
from entente.kernel.entry_points import origin as installed_origin
from entente.players import Player, UnknownPlayer, known, make
from entente.players import find as find_installed
from entente.players.registry import COLON, Maker, entry_point

FILE = ".py"


def find(name: str, game_id: str) -> str:
    """Check a player's name and return its canonical form; UserError if unknown."""
    if is_bot(name):
        check_bot(name)
    elif _is_reference(name):
        _function(name)
    else:
        return find_available(name, game_id)
    return name


def find_available(name: str, game_id: str) -> str:
    """Return the canonical name of an installed player. One that is installed but lacks something,
    such as a network, says what; a server, whose users this does not concern, only says that there
    is none."""
    try:
        return find_installed(name, game_id)
    except UnknownPlayer:
        if name.lower() in known():
            make(name.lower(), game_id, "0")
        raise


def check_players(tournament: Tournament) -> None:
    """Check all players before the first game."""
    for name in dict.fromkeys(tournament.players):
        find(name, tournament.game)


def origin(name: str, game_id: str) -> str:
    """Return the origin and version of a player; results of another version do not count."""
    if is_bot(name):
        return bot_origin(name)
    if _is_reference(name):
        file = getattr(sys.modules[_function(name).__module__], "__file__", None)
        return sha256(Path(file).read_bytes()).hexdigest()[:16] if file else ""
    point = entry_point(name.partition(COLON)[0], game_id)
    if point is None:
        raise UnknownPlayer(name, game_id)
    return installed_origin(point)


def entrant(name: str, game_id: str, seed: str) -> Player:
    """Make a player by name."""
    if not _is_reference(name):
        return make(name, game_id, seed)
    player = _function(name)(game_id, seed)
    if not callable(getattr(player, "choose", None)):
        kind = type(player).__name__
        raise UserError(say("mistake.entrant.no_player", name=name, kind=kind), PACKAGE)
    return player


def _is_reference(name: str) -> bool:
    module, colon, _ = name.rpartition(COLON)
    return bool(colon) and (module.endswith(FILE) or "." in module)


def _function(name: str) -> Maker:
    """Load the function of a reference."""
    place, _, function = name.rpartition(COLON)
    try:
        module = _from_file(Path(place)) if place.endswith(FILE) else import_module(place)
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        raise UserError(say("mistake.entrant.broken", name=name, error=text), PACKAGE) from error
    maker = getattr(module, function, None)
    if not callable(maker):
        message = say("mistake.entrant.no_function", name=name, place=place, function=function)
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
