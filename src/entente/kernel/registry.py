"""The registry: which games there are. A game is an entry point of the group `entente.games`.

The entry point names a function that takes the user's data overrides and makes the game, so that a
package of somebody else's can bring a game without a line changed here.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint
from threading import RLock
from typing import Any

import msgspec

from entente.kernel.game import Game
from entente.kernel.installed import installed, origin
from entente.kernel.message import say
from entente.kernel.mistake import Mistake

GROUP = "entente.games"
# One game is made after the other: msgspec breaks down when threads that are the first to use a
# type do so at the same moment.
_making = RLock()


class UnknownGame(Mistake):
    """No game of that name is installed."""


class BrokenGame(Mistake):
    """What a package brings as a game cannot be used."""


def available() -> tuple[str, ...]:
    """The ids of all installed games that can be played."""
    unusable = broken()
    return tuple(name for name in installed(GROUP) if name not in unusable)


def broken() -> Mapping[str, Mistake]:
    """The installed games that cannot be used, and why; they must not stop the others."""
    return _broken(tuple(sys.path))


@lru_cache(maxsize=12)
def _broken(path: tuple[str, ...]) -> dict[str, Mistake]:
    """Those on Python's path; each is tried once."""
    found: dict[str, Mistake] = {}
    for name in installed(GROUP):
        try:
            load(name)
        except Mistake as mistake:
            found[name] = mistake
    return found


def load(name: str, overrides: Mapping[str, Any] | None = None) -> Game[Any, Any]:
    """A game by its id, with the tables of `overrides` in place of its own."""
    return _made(name, msgspec.json.encode(overrides or {}))


@lru_cache(maxsize=64)
def _made(name: str, overrides: bytes) -> Game[Any, Any]:
    """The same data make the same game, which is not made twice."""
    return _make(name, msgspec.json.decode(overrides))


def _make(name: str, overrides: Mapping[str, Any]) -> Game[Any, Any]:
    points = installed(GROUP)
    if name not in points:
        raise UnknownGame(say("mistake.game.unknown", name=name, known=list(points)))
    with _making:
        game = _brought(points[name], overrides)
    if game.info.id != name:
        raise BrokenGame(say("mistake.game.other_id", name=name, id=game.info.id))
    return game


def _brought(point: EntryPoint, overrides: Mapping[str, Any]) -> Game[Any, Any]:
    """The game of an entry point, which may be anybody's and do anything."""
    try:
        game = point.load()(overrides)
    except Mistake:
        raise  # of the overrides, or of the game's own data: it says what is wrong
    except (Exception, SystemExit) as error:
        said = f"{type(error).__name__}: {error}"
        reason = say("mistake.game.broken", name=point.name, origin=origin(point), error=said)
        raise BrokenGame(reason) from error
    if not isinstance(game, Game):
        kind = type(game).__name__
        reason = say("mistake.game.no_game", name=point.name, origin=origin(point), kind=kind)
        raise BrokenGame(reason)
    return game
