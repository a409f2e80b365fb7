"""The registry: which games there are. A game is an entry point of the group `entente.games`.

The entry point names a function that takes the user's data overrides and makes the game, so that a
package of somebody else's can bring a game without a line changed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from entente.kernel.game import Game
from entente.kernel.installed import installed
from entente.kernel.message import say
from entente.kernel.mistake import Mistake

GROUP = "entente.games"


class UnknownGame(Mistake):
    """No game of that name is installed."""


def available() -> tuple[str, ...]:
    """The ids of all installed games."""
    return tuple(installed(GROUP))


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
    game = points[name].load()(overrides)
    assert isinstance(game, Game)
    if game.info.id != name:
        raise UnknownGame(say("mistake.game.other_id", name=name, id=game.info.id))
    return game
