"""What computer players say, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entente.kernel import Catalog, Game, Message
from entente.kernel.message import Argument
from entente.kernel.text import catalog_of
from entente.kernel.wording import in_words
from entente.players.player import PlayerMessage

PACKAGE = "entente.players"
ACTION = "action"  # the kind of what can be done


def said(game: Game[Any, Any], saying: PlayerMessage, language: str) -> str:
    """The sentence: the players' own words, with the names of the game in them."""
    message = named(game, saying.message, saying.kinds, language)
    return catalog_of(PACKAGE, language).line(message)


def named(
    game: Game[Any, Any], message: Message, kinds: Mapping[str, str], language: str
) -> Message:
    """The same message with the names of the game in the gaps of some kind; a gap may hold several
    things, and actions as well."""
    args, called = message.args, game.catalog(language)
    names = {
        gap: _name(game, called, kind, args[gap]) for gap, kind in kinds.items() if gap in args
    }
    return Message(message.key, {**args, **names})


def _name(game: Game[Any, Any], called: Catalog, kind: str, value: Argument) -> Argument:
    if isinstance(value, list):
        return [str(_name(game, called, kind, each)) for each in value]
    if kind == ACTION:
        return in_words(game, str(value), called)
    return called.name(kind, str(value))
