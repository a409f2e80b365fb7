"""Messages of computer players in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from entente.kernel import Catalog, Game, Message
from entente.kernel.message import Argument
from entente.kernel.text import package_texts
from entente.kernel.wording import in_words
from entente.players.player import PlayerMessage

PACKAGE = "entente.players"
ACTION = "action"  # the kind of a placeholder that holds an action


def message_text(game: Game[Any, Any], saying: PlayerMessage, language: str) -> str:
    """Return a player's message as a sentence, with the names of the game."""
    message = named(game, saying.message, saying.kinds, language)
    return catalog_for(game, language).line(message)


@lru_cache(maxsize=128)
def catalog_for(game: Game[Any, Any], language: str) -> Catalog:
    """Return the texts of computer players at a game: those for all games, and the game's own."""
    return Catalog(language, {**game.catalog(language).texts, **package_texts(PACKAGE, language)})


def named(
    game: Game[Any, Any], message: Message, kinds: Mapping[str, str], language: str
) -> Message:
    """Return the message with names of the game in its placeholders, which may hold several
    objects, or actions."""
    args, catalog = message.args, game.catalog(language)
    names = {
        gap: _name(game, catalog, kind, args[gap]) for gap, kind in kinds.items() if gap in args
    }
    return Message(message.key, {**args, **names})


def _name(game: Game[Any, Any], catalog: Catalog, kind: str, value: Argument) -> Argument:
    if isinstance(value, list):
        return [str(_name(game, catalog, kind, each)) for each in value]
    if kind == ACTION:
        return in_words(game, str(value), catalog)
    return catalog.name(kind, str(value))
