"""The registry: which games there are. A game is an entry point of the group `entente.games`.

The entry point names a function that takes the user's data overrides and makes the game, so that a
package of somebody else's can bring a game without a line changed here. Where it also takes the
data of another release, games that were begun with those can be played on with them.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint
from inspect import signature
from threading import RLock
from typing import Any

import msgspec

from entente.kernel.data import Data, canonical, digest_of, earlier_data
from entente.kernel.decoding import prepare
from entente.kernel.entry_points import installed, origin
from entente.kernel.game import Game
from entente.kernel.message import say
from entente.kernel.user_error import UserError

GROUP = "entente.games"
# One game is made after the other: msgspec breaks down when threads that are the first to use a
# type do so at the same moment.
_making = RLock()


class UnknownGame(UserError):
    """No game of that name is installed."""


class BrokenGame(UserError):
    """What a package brings as a game cannot be used."""


def available() -> tuple[str, ...]:
    """The ids of all installed games that can be played."""
    unusable = broken()
    return tuple(name for name in installed(GROUP) if name not in unusable)


def broken() -> Mapping[str, UserError]:
    """The installed games that cannot be used, and why; they must not stop the others."""
    return _broken(tuple(sys.path))


@lru_cache(maxsize=12)
def _broken(path: tuple[str, ...]) -> dict[str, UserError]:
    """Those on Python's path; each is tried once."""
    found: dict[str, UserError] = {}
    for name in installed(GROUP):
        try:
            load(name)
        except UserError as mistake:
            found[name] = mistake
    return found


def load(
    name: str, overrides: Mapping[str, Any] | None = None, data: Data | None = None
) -> Game[Any, Any]:
    """A game by its id, with the tables of `overrides` in place of its own; with `data`, it is
    played with the figures that another release had."""
    if data is not None and digest_of(data) == _made(name, b"{}", b"").data_digest:
        data = None
    return _made(
        name, msgspec.json.encode(overrides or {}), b"" if data is None else canonical(data)
    )


def load_kept(name: str, overrides: Mapping[str, Any] | None, digest: str) -> Game[Any, Any] | None:
    """A game with the figures of this digest, if they come with its package: the present ones, or
    those of an earlier release. None where they do not."""
    plain = load(name)
    if digest == plain.data_digest:
        return load(name, overrides)
    data = earlier_data(plain.info.package).get(digest)
    return None if data is None else load(name, overrides, data)


def load_oldest(name: str, overrides: Mapping[str, Any] | None) -> Game[Any, Any]:
    """A game with the oldest figures that come with its package, for what was begun before it was
    noted with which ones."""
    kept = earlier_data(load(name).info.package)
    return load(name, overrides, next(iter(kept.values()), None))


@lru_cache(maxsize=64)
def _made(name: str, overrides: bytes, data: bytes) -> Game[Any, Any]:
    """The same data make the same game, which is not made twice."""
    given = (msgspec.json.decode(overrides),)
    return _make(name, (*given, msgspec.json.decode(data)) if data else given)


def _make(name: str, given: tuple[Mapping[str, Any], ...]) -> Game[Any, Any]:
    points = installed(GROUP)
    if name not in points:
        raise UnknownGame(say("mistake.game.unknown", name=name, known=list(points)))
    with _making:
        game = _brought(points[name], given)
    if game.info.id != name:
        raise BrokenGame(say("mistake.game.other_id", name=name, id=game.info.id))
    return game


def _brought(point: EntryPoint, given: tuple[Mapping[str, Any], ...]) -> Game[Any, Any]:
    """The game of an entry point, which may be anybody's and do anything."""
    try:
        make = point.load()
        if len(given) > 1 and len(signature(make).parameters) < len(given):
            raise UserError(say("mistake.game.only_its_data", name=point.name))
        game = make(*given)
        if isinstance(game, Game):
            prepare(game.state_type)
    except UserError:
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
