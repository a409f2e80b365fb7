"""The computer players, by the name a person types.

A player is an entry point of the group `entente.players`: a function that creates the player from
the game's id and a seed. Any installed package may bring one. Its module may also define:

- `characters(game_id)`: the characters of the player at a game, such as `greedy:trader`. The
  function then takes the character as its third argument; without one, a character is drawn.
- `is_character(game_id, text)`: what else may follow the colon, such as a budget.
- `wants_to_act(position, seat)`: whether the player wants to act when the game is not waiting;
  `can_act_unprompted(game_id)`: the games at which that can happen (default: all).
- `at_tables()`: whether a server offers the player to visitors (default: yes).
- `is_offered_at(game_id)`: the games at which the player is available (default: all).

A game's package may declare outsiders: players for that game alone, such as DumbBot at Diplomacy,
against which its levels are measured. They are made by name like the others, after the installed
ones; no server offers them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from random import Random
from typing import Any, NamedTuple, cast

from entente.kernel import Game, Seat, UserError, registry, say
from entente.kernel.entry_points import installed, origin
from entente.kernel.text import catalog_of
from entente.players.player import AnyPosition, Player

GROUP = "entente.players"

COLON = ":"  # between a player and its character
FIRST = ("easy", "normal", "hard", "greedy", "random")
USUAL = "normal"  # the default opponent, and the replacement for a player who has left

# Takes the game's id and a seed, and a character where the player has some.
Maker = Callable[..., Player]


class UnknownPlayer(UserError):
    """No computer player has that name."""

    def __init__(self, name: str, game_id: str = "") -> None:
        there = offered(game_id) if game_id else known()
        message = say("mistake.player.unknown", name=name, known=list(there))
        super().__init__(message, "entente.players")


class BrokenPlayer(UserError):
    """A computer player that cannot be loaded."""


class Described(NamedTuple):
    """The name and summary of a computer player."""

    name: str
    summary: str


def known() -> tuple[str, ...]:
    """Return the names of all computer players: the usual ones first, then the others
    alphabetically."""
    there = installed(GROUP)
    first = [name for name in FIRST if name in there]
    return (*first, *(name for name in there if name not in first))


def entry_point(name: str, game_id: str) -> EntryPoint | None:
    """Return where a player comes from: an installed package, or else the game itself."""
    return installed(GROUP).get(name) or outsiders(game_id).get(name)


def outsiders(game_id: str) -> Mapping[str, EntryPoint]:
    """Return the players that a game declares for itself, without those whose name an installed
    player has."""
    there = installed(GROUP)
    return {name: point for name, point in registry.outsiders(game_id).items() if name not in there}


def characters(name: str, game_id: str) -> tuple[str, ...]:
    """Return the characters of a player at a game; most have none."""
    point = entry_point(name, game_id)
    if point is None:
        return ()
    _load(point)
    list_characters = getattr(sys.modules[point.module], "characters", None)
    return tuple(list_characters(game_id)) if list_characters is not None else ()


def variants(name: str, game_id: str) -> tuple[str, ...]:
    """Return what may be chosen behind the colon of a player besides a character; most have
    nothing."""
    point = entry_point(name, game_id)
    if point is None:
        return ()
    _load(point)
    listed = getattr(sys.modules[point.module], "variants", None)
    return () if listed is None else tuple(listed(game_id))


def has_character(name: str, game_id: str, character: str) -> bool:
    """Return whether a text may follow the colon: a character, or what `is_character` accepts, such
    as a budget."""
    if character in characters(name, game_id):
        return True
    point = entry_point(name, game_id)
    check = getattr(sys.modules[point.module], "is_character", None) if point else None
    return check is not None and bool(check(game_id, character))


def offered(game_id: str) -> tuple[str, ...]:
    """Return the choices for a seat of a game: players, and players with a character; the game's
    outsiders last."""
    offers = list[str]()
    for name in (*known(), *outsiders(game_id)):
        if not _is_offered_at(name, game_id):
            continue
        offers.append(name)
        try:
            behind = (*characters(name, game_id), *variants(name, game_id))
            offers += [f"{name}{COLON}{each}" for each in behind]
        except BrokenPlayer:
            continue  # reported when the player is chosen
    return tuple(offers)


def find(name: str, game_id: str) -> str:
    """Return the canonical spelling of a typed player name; UnknownPlayer if there is none."""
    typed = name.lower()
    kind, colon, character = typed.partition(COLON)
    if colon and has_character(kind, game_id, character):
        return typed
    for each in offered(game_id):
        if each.lower() == typed:
            return each
    raise UnknownPlayer(name, game_id)


def _is_offered_at(name: str, game_id: str) -> bool:
    point = entry_point(name, game_id)
    assert point is not None
    try:
        _load(point)
    except BrokenPlayer:
        return True  # reported when the player is chosen
    check = getattr(sys.modules[point.module], "is_offered_at", None)
    return check is None or bool(check(game_id))


def at_tables() -> tuple[str, ...]:
    """Return the names of the computer players that a server offers."""
    return tuple(name for name in known() if _is_at_tables(name))


def offered_at_tables(game_id: str) -> tuple[str, ...]:
    """Return the choices for a seat of a game on this server."""
    there = at_tables()
    return tuple(name for name in offered(game_id) if name.partition(COLON)[0] in there)


def offered_everywhere(game_id: str) -> tuple[str, ...]:
    """Return the choices for a seat of a game on any server, with any setup."""
    there = [name for name in known() if _word_at_tables(name) is None]
    return tuple(name for name in offered(game_id) if name.partition(COLON)[0] in there)


def _is_at_tables(name: str) -> bool:
    check = _word_at_tables(name)
    return check is None or bool(check())


def _word_at_tables(name: str) -> Callable[[], bool] | None:
    """Return the function that says whether a server offers a player; None: every server does."""
    point = installed(GROUP)[name]
    try:
        _load(point)
    except BrokenPlayer:
        return None  # reported when the player is chosen
    return getattr(sys.modules[point.module], "at_tables", None)


def drawn(name: str, game_id: str, seed: str) -> str:
    """Return a player with its character: the one in the name, else one drawn by the seed, if
    any."""
    choice = () if COLON in name else characters(name, game_id)
    return f"{name}{COLON}{Random(f'{seed}/character').choice(choice)}" if choice else name


def wants_to_act(name: str, position: AnyPosition, seat: Seat) -> bool:
    """Return whether a player wants to act for a seat when the game does not wait for it, for
    example to answer an offer. Most never do."""
    point = entry_point(name.partition(COLON)[0], position.game.info.id)
    if point is None:
        return False
    try:
        _load(point)
    except BrokenPlayer:
        return False  # reported when the game waits for it
    check = getattr(sys.modules[point.module], "wants_to_act", None)
    return check is not None and bool(check(position, seat))


def can_act_unprompted(name: str, game_id: str) -> bool:
    """Return whether a player may want to act at a game when the game does not wait for it."""
    point = entry_point(name.partition(COLON)[0], game_id)
    if point is None:
        return False
    try:
        _load(point)
        module = sys.modules[point.module]
        at_game = getattr(module, "can_act_unprompted", None)
        return hasattr(module, "wants_to_act") and (at_game is None or bool(at_game(game_id)))
    except Exception:  # noqa: BLE001  reported when the player is chosen
        return True


def make(name: str, game_id: str, seed: str) -> Player:
    """Create a computer player for a game. Its choices follow from the seed and what it sees."""
    kind, _, character = name.partition(COLON)
    point = entry_point(kind, game_id)
    if point is None or (COLON in name and not has_character(kind, game_id, character)):
        raise UnknownPlayer(name, game_id)
    maker = _load(point)
    return maker(game_id, seed, character) if character else maker(game_id, seed)


def _load(point: EntryPoint) -> Maker:
    try:
        return cast("Maker", point.load())
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        reason = say("mistake.player.broken", name=point.name, origin=origin(point), error=text)
        raise BrokenPlayer(reason, "entente.players") from error


def described(name: str, language: str, game: Game[Any, Any] | None = None) -> Described:
    """Return the name and summary of a player, from the texts (`about.<name>`) of its package.

    Without a text, the name a person types is used. A player with a character is described by the
    texts of the character (`about.character.<name>`), which its game may bring; other text behind
    the colon, such as a budget, is added to the player's name in parentheses. An outsider may also
    be described by the texts of its game.
    """
    kind, _, character = name.partition(COLON)
    point = entry_point(kind, game.info.id if game is not None else "")
    package = _package(point.module) if point is not None else None
    texts = catalog_of(package, language).texts if package else {}
    if game is not None and (character or kind not in installed(GROUP)):
        texts = {**game.catalog(language).texts, **texts}
    key = f"about.character.{character}" if character else f"about.{kind}"
    plain = texts.get(f"about.{kind}.name")
    if character and plain and f"{key}.name" not in texts:
        return Described(f"{plain} ({character})", texts.get(f"about.{kind}.summary", ""))
    title, summary = texts.get(f"{key}.name"), texts.get(f"{key}.summary")
    if character and title:
        title = f"{plain or kind} ({title})"
    return Described(title or name, summary or "")


def note_at(name: str, language: str, game: Game[Any, Any]) -> str:
    """Return what a game's own texts (`about.<name>.note`) add about a player of all games: what it
    does at this game only. Empty if there is nothing."""
    return game.catalog(language).texts.get(f"about.{name}.note", "")


def _package(module: str) -> str | None:
    """Return the package of a module, if it is installed."""
    try:
        spec = find_spec(module)
    except ImportError:
        return None
    return spec.parent if spec is not None else None
