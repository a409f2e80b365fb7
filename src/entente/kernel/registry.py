"""The registry of games: entry points of the group `entente.games`, and modules named by
ENTENTE_GAMES.

An entry point names a `GamePackage`, so any installed package can bring a game. To try one that is
not installed, name its module: `ENTENTE_GAMES=examples.race`, several with commas. The module's
attribute `package` is the `GamePackage`; the last part of its name is the id of the game.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint
from inspect import signature
from threading import RLock
from types import ModuleType
from typing import Any

import msgspec

from entente.kernel.data import Data, canonical, digest_of, earlier_data
from entente.kernel.decoding import prepare
from entente.kernel.entry_points import installed, origin
from entente.kernel.game import Game
from entente.kernel.game_package import MAIN_FUNCTIONS, GamePackage, Part
from entente.kernel.message import say
from entente.kernel.user_error import UserError

GROUP = "entente.games"
OUTSIDERS = "entente.outsiders"  # the group of players that a game's package declares
VARIABLE = "ENTENTE_GAMES"
ATTRIBUTE = "package"  # of a module that the variable names
# Games are created one at a time: msgspec crashes when two threads use a type for the first time
# at the same moment.
_making = RLock()


class UnknownGame(UserError):
    """No game of that name is installed."""


class BrokenGame(UserError):
    """An installed game cannot be used."""


def available() -> tuple[str, ...]:
    """Return the ids of all installed games that can be played."""
    unusable = broken()
    return tuple(name for name in names() if name not in unusable)


def names() -> tuple[str, ...]:
    """Return the ids of all games that are installed or named, without loading them."""
    return tuple(_points())


def part(name: str, wanted: Part) -> ModuleType | None:
    """Return a module that a game offers, imported on first use. None if it has none, or if no such
    game is installed. Raise BrokenGame if the module lacks its main function."""
    point = _points().get(name)
    module = None if point is None else _package(point).part(wanted)
    if module is not None and not _offers(module, wanted):
        function = MAIN_FUNCTIONS[wanted]
        raise BrokenGame(
            say("mistake.game.no_function", name=name, module=module.__name__, function=function)
        )
    return module


def outsiders(name: str) -> Mapping[str, EntryPoint]:
    """Return the computer players that a game declares for itself, by name; none if no such game is
    installed."""
    point = _points().get(name)
    declared = {} if point is None else _package(point).outsiders
    return {each: EntryPoint(each, value, OUTSIDERS) for each, value in sorted(declared.items())}


def _offers(module: ModuleType, part: Part) -> bool:
    """Return whether a module, or the `evaluation` of an engine, has the part's main function."""
    inner = getattr(module, "evaluation", None) if part == "engine" else None
    return any(callable(getattr(each, MAIN_FUNCTIONS[part], None)) for each in (module, inner))


def _points() -> Mapping[str, EntryPoint]:
    """Return where each game comes from, sorted by id."""
    return _entry_points(tuple(sys.path), os.environ.get(VARIABLE, ""))


@lru_cache(maxsize=12)
def _entry_points(path: tuple[str, ...], modules: str) -> dict[str, EntryPoint]:
    points = dict(installed(GROUP))
    for module in filter(None, map(str.strip, modules.split(","))):
        name = module.rpartition(".")[2]
        points[name] = EntryPoint(name, f"{module}:{ATTRIBUTE}", GROUP)
    return dict(sorted(points.items()))


def _package(point: EntryPoint) -> GamePackage:
    """Load what an entry point names."""
    package = point.load()
    if not isinstance(package, GamePackage):
        kind = type(package).__name__
        reason = say("mistake.game.no_package", name=point.name, origin=origin(point), kind=kind)
        raise BrokenGame(reason)
    return package


def broken() -> Mapping[str, UserError]:
    """Return the installed games that cannot be used, and why; the others still work."""
    return _broken(tuple(sys.path), os.environ.get(VARIABLE, ""))


@lru_cache(maxsize=12)
def _broken(path: tuple[str, ...], modules: str) -> dict[str, UserError]:
    """Check the games on Python's path and those that the variable names, once each."""
    errors: dict[str, UserError] = {}
    for name in names():
        try:
            load(name)
        except UserError as mistake:
            errors[name] = mistake
    return errors


def load(
    name: str, overrides: Mapping[str, Any] | None = None, data: Data | None = None
) -> Game[Any, Any]:
    """Load a game by its id, with `overrides` merged into its data; with `data`, with another
    release's data."""
    if data is not None and digest_of(data) == _made(name, b"{}", b"").data_digest:
        data = None
    return _made(
        name, msgspec.json.encode(overrides or {}), b"" if data is None else canonical(data)
    )


def load_kept(name: str, overrides: Mapping[str, Any] | None, digest: str) -> Game[Any, Any] | None:
    """Load a game with the data of this digest, if its package has it: the current data or that of
    an earlier release. None if it does not."""
    plain = load(name)
    if digest == plain.data_digest:
        return load(name, overrides)
    data = earlier_data(plain.info.package).get(digest)
    return None if data is None else load(name, overrides, data)


def load_oldest(name: str, overrides: Mapping[str, Any] | None) -> Game[Any, Any]:
    """Load a game with the oldest data of its package, for records made before digests were
    stored."""
    kept = earlier_data(load(name).info.package)
    return load(name, overrides, next(iter(kept.values()), None))


@lru_cache(maxsize=64)
def _made(name: str, overrides: bytes, data: bytes) -> Game[Any, Any]:
    """Create a game; the same data give the same, cached game."""
    arguments = (msgspec.json.decode(overrides),)
    return _make(name, (*arguments, msgspec.json.decode(data)) if data else arguments)


def _make(name: str, arguments: tuple[Mapping[str, Any], ...]) -> Game[Any, Any]:
    points = _points()
    if name not in points:
        raise UnknownGame(say("mistake.game.unknown", name=name, known=list(points)))
    with _making:
        game = _brought(points[name], arguments)
    if game.info.id != name:
        raise BrokenGame(say("mistake.game.other_id", name=name, id=game.info.id))
    return game


def _brought(point: EntryPoint, arguments: tuple[Mapping[str, Any], ...]) -> Game[Any, Any]:
    """Create a package's game: third-party code, which may raise anything."""
    try:
        make = _package(point).create
        if len(arguments) > 1 and len(signature(make).parameters) < len(arguments):
            raise UserError(say("mistake.game.only_its_data", name=point.name))
        game = make(*arguments)
        if isinstance(game, Game):
            prepare(game.state_type)
    except UserError:
        raise  # an error in the overrides or the game's data explains itself
    except (Exception, SystemExit) as error:
        text = f"{type(error).__name__}: {error}"
        reason = say("mistake.game.broken", name=point.name, origin=origin(point), error=text)
        raise BrokenGame(reason) from error
    if not isinstance(game, Game):
        kind = type(game).__name__
        reason = say("mistake.game.no_game", name=point.name, origin=origin(point), kind=kind)
        raise BrokenGame(reason)
    kinds: object = game.kinds
    if not callable(kinds):  # otherwise the first action would fail
        kind = type(kinds).__name__
        reason = say("mistake.game.no_method", name=point.name, origin=origin(point), kind=kind)
        raise BrokenGame(reason)
    return game
