"""Which computer players there are, by the name a person types.

A player is an entry point of the group `entente.players`. It names a function that makes the player
from the game's id and a seed, so that a package of somebody else's can bring one.

At some games a player has several characters: `greedy:trader`. Then the module of that function has
another one, `characters`, which says for a game what they are called, and the character is its
third argument. Without one, a character is drawn. What else may stand there, a budget say, is told
by a function `is_character`. With a function `called` it says when a player
wants to act without being waited for, with one `is_called_at` at which games that happens (without
it: at all), and with one `at_tables` whether a server offers it to its visitors, as it does all
others. With one `is_offered_at` it says at which games one can choose it: what it needs may be
there for some.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from random import Random
from typing import NamedTuple, cast

from entente.kernel import Seat, UserError, say
from entente.kernel.entry_points import installed, origin
from entente.kernel.text import catalog_of
from entente.players.player import AnyPosition, Player

GROUP = "entente.players"

COLON = ":"  # between a player and its character
FIRST = ("easy", "normal", "hard", "greedy", "random")
USUAL = "normal"  # whom one plays against without saying so, and who goes on for whoever has left

# From the game's id and a seed, and a character where there are any, to a player.
Maker = Callable[..., Player]


class UnknownPlayer(UserError):
    """No computer player has that name."""

    def __init__(self, name: str, game_id: str = "") -> None:
        there = offered(game_id) if game_id else known()
        message = say("mistake.player.unknown", name=name, known=list(there))
        super().__init__(message, "entente.players")


class BrokenPlayer(UserError):
    """What a package brings as a computer player cannot be used."""


class Described(NamedTuple):
    """A computer player as a visitor reads about it."""

    name: str
    summary: str


def known() -> tuple[str, ...]:
    """The names of all computer players: first those that people should see first, then the others
    in alphabetical order."""
    there = installed(GROUP)
    first = [name for name in FIRST if name in there]
    return (*first, *(name for name in there if name not in first))


def characters(name: str, game_id: str) -> tuple[str, ...]:
    """The characters that a player has at a game; mostly none."""
    point = installed(GROUP).get(name)
    if point is None:
        return ()
    _load(point)
    found = getattr(sys.modules[point.module], "characters", None)
    return tuple(found(game_id)) if found is not None else ()


def has_character(name: str, game_id: str, character: str) -> bool:
    """Whether a player can be asked for with something behind the colon: one of its characters, or
    what its function `is_character` takes, such as a budget."""
    if character in characters(name, game_id):
        return True
    point = installed(GROUP).get(name)
    found = getattr(sys.modules[point.module], "is_character", None) if point else None
    return found is not None and bool(found(game_id, character))


def offered(game_id: str) -> tuple[str, ...]:
    """All that one may choose from for a seat of a game: players, and players with a character."""
    found = list[str]()
    for name in known():
        if not _is_offered_at(name, game_id):
            continue
        found.append(name)
        try:
            found += [f"{name}{COLON}{each}" for each in characters(name, game_id)]
        except BrokenPlayer:
            continue  # told to whoever wants to play against it
    return tuple(found)


def find(name: str, game_id: str) -> str:
    """A player as its name is written, however it was typed; UnknownPlayer where nobody has it."""
    typed = name.lower()
    kind, colon, character = typed.partition(COLON)
    if colon and has_character(kind, game_id, character):
        return typed
    for each in offered(game_id):
        if each.lower() == typed:
            return each
    raise UnknownPlayer(name, game_id)


def _is_offered_at(name: str, game_id: str) -> bool:
    point = installed(GROUP)[name]
    try:
        _load(point)
    except BrokenPlayer:
        return True  # told to whoever wants to play against it
    found = getattr(sys.modules[point.module], "is_offered_at", None)
    return found is None or bool(found(game_id))


def at_tables() -> tuple[str, ...]:
    """The names of the computer players that a server offers."""
    return tuple(name for name in known() if _is_at_tables(name))


def offered_at_tables(game_id: str) -> tuple[str, ...]:
    """All that a visitor of a server may choose from for a seat of a game."""
    there = at_tables()
    return tuple(name for name in offered(game_id) if name.partition(COLON)[0] in there)


def offered_everywhere(game_id: str) -> tuple[str, ...]:
    """All that one may choose from on any server, without a word of its operator."""
    there = [name for name in known() if _word_at_tables(name) is None]
    return tuple(name for name in offered(game_id) if name.partition(COLON)[0] in there)


def _is_at_tables(name: str) -> bool:
    found = _word_at_tables(name)
    return found is None or bool(found())


def _word_at_tables(name: str) -> Callable[[], bool] | None:
    """What says whether a server offers a player; None: every server does."""
    point = installed(GROUP)[name]
    try:
        _load(point)
    except BrokenPlayer:
        return None  # told to whoever wants to play against it
    return getattr(sys.modules[point.module], "at_tables", None)


def drawn(name: str, game_id: str, seed: str) -> str:
    """A player with its character: the one that is asked for, else one that the seed draws; without
    any where it has none."""
    choice = () if COLON in name else characters(name, game_id)
    return f"{name}{COLON}{Random(f'{seed}/character').choice(choice)}" if choice else name


def called(name: str, position: AnyPosition, seat: Seat) -> bool:
    """Whether a player wants to act for a seat though the game does not wait for it: somebody has
    laid something before it, say. Most never do."""
    point = installed(GROUP).get(name.partition(COLON)[0])
    if point is None:
        return False
    try:
        _load(point)
    except BrokenPlayer:
        return False  # it is told where the game waits for it
    found = getattr(sys.modules[point.module], "called", None)
    return found is not None and bool(found(position, seat))


def may_be_called(name: str, game_id: str) -> bool:
    """Whether a player may want to act at a game though that does not wait for it."""
    point = installed(GROUP).get(name.partition(COLON)[0])
    if point is None:
        return False
    try:
        _load(point)
        module = sys.modules[point.module]
        at_game = getattr(module, "is_called_at", None)
        return hasattr(module, "called") and (at_game is None or bool(at_game(game_id)))
    except Exception:  # noqa: BLE001  told to whoever plays against it
        return True


def make(name: str, game_id: str, seed: str) -> Player:
    """A computer player for a game. Its choices follow from the seed and what it sees."""
    points = installed(GROUP)
    kind, _, character = name.partition(COLON)
    if kind not in points or (COLON in name and not has_character(kind, game_id, character)):
        raise UnknownPlayer(name, game_id)
    maker = _load(points[kind])
    return maker(game_id, seed, character) if character else maker(game_id, seed)


def _load(point: EntryPoint) -> Maker:
    try:
        return cast("Maker", point.load())
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        reason = say("mistake.player.broken", name=point.name, origin=origin(point), error=said)
        raise BrokenPlayer(reason, "entente.players") from error


def described(name: str, language: str) -> Described:
    """What a player is called and how it plays, from the texts (`about.<name>`) of its package.

    One whose package says nothing is called by the name a person types. Of a player with a
    character the character is told (`about.character.<name>`); what has no text of its own, as a
    budget, stands behind the name of the player, of whom is told then.
    """
    kind, _, character = name.partition(COLON)
    package = _package(installed(GROUP)[kind].module)
    texts = catalog_of(package, language).texts if package else {}
    key = f"about.character.{character}" if character else f"about.{kind}"
    plain = texts.get(f"about.{kind}.name")
    if character and plain and f"{key}.name" not in texts:
        return Described(f"{plain} ({character})", texts.get(f"about.{kind}.summary", ""))
    called, summary = texts.get(f"{key}.name"), texts.get(f"{key}.summary")
    if character and called:
        called = f"{plain or kind} ({called})"
    return Described(called or name, summary or "")


def _package(module: str) -> str | None:
    """The package that a module is in, if it is there at all."""
    try:
        spec = find_spec(module)
    except ImportError:
        return None
    return spec.parent if spec is not None else None
