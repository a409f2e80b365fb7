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
from hashlib import sha256
from pathlib import Path

from entente.arena.bots import bot_origin, check_bot, is_bot
from entente.arena.schedule import Tournament
from entente.kernel.entry_points import origin as installed_origin
from entente.players import Player, UnknownPlayer, known, make
from entente.players import find as find_installed
from entente.players.references import function_of, is_reference, made
from entente.players.registry import COLON, entry_point


def find(name: str, game_id: str) -> str:
    """Check a player's name and return its canonical form; UserError if unknown."""
    if is_bot(name):
        check_bot(name)
    elif is_reference(name):
        function_of(name)
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
    if is_reference(name):
        file = getattr(sys.modules[function_of(name).__module__], "__file__", None)
        return sha256(Path(file).read_bytes()).hexdigest()[:16] if file else ""
    point = entry_point(name.partition(COLON)[0], game_id)
    if point is None:
        raise UnknownPlayer(name, game_id)
    return installed_origin(point)


def entrant(name: str, game_id: str, seed: str) -> Player:
    """Make a player by name."""
    return made(name, game_id, seed) if is_reference(name) else make(name, game_id, seed)
