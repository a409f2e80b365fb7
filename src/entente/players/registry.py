"""Which computer players there are, by the name a person types.

A player is an entry point of the group `entente.players`. It names a function that makes the player
from the game's id and a seed, so that a package of somebody else's can bring one.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import NamedTuple, cast

from entente.kernel import Mistake, say
from entente.kernel.installed import installed, origin
from entente.kernel.text import catalog_of
from entente.players.player import Player

GROUP = "entente.players"

# From the game's id and a seed to a player.
Maker = Callable[[str, str], Player]


class UnknownPlayer(Mistake):
    """No computer player has that name."""

    def __init__(self, name: str) -> None:
        message = say("mistake.player.unknown", name=name, known=list(known()))
        super().__init__(message, "entente.players")


class BrokenPlayer(Mistake):
    """What a package brings as a computer player cannot be used."""


class Described(NamedTuple):
    """A computer player as a visitor reads about it."""

    name: str
    summary: str


def known() -> tuple[str, ...]:
    """The names of all computer players."""
    return tuple(installed(GROUP))


def make(name: str, game_id: str, seed: str) -> Player:
    """A computer player for a game. Its choices follow from the seed and what it sees."""
    points = installed(GROUP)
    if name not in points:
        raise UnknownPlayer(name)
    point = points[name]
    try:
        maker = cast("Maker", point.load())
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        reason = say("mistake.player.broken", name=name, origin=origin(point), error=said)
        raise BrokenPlayer(reason, "entente.players") from error
    return maker(game_id, seed)


def described(name: str, language: str) -> Described:
    """What a player is called and how it plays, from the texts (`about.<name>`) of its package.

    One whose package says nothing is called by the name a person types.
    """
    package = _package(installed(GROUP)[name].module)
    texts = catalog_of(package, language).texts if package else {}
    called, summary = texts.get(f"about.{name}.name"), texts.get(f"about.{name}.summary")
    return Described(called or name, summary or "")


def _package(module: str) -> str | None:
    """The package that a module is in, if it is there at all."""
    try:
        spec = find_spec(module)
    except ImportError:
        return None
    return spec.parent if spec is not None else None
