"""What computer players say, in the reader's language."""

from __future__ import annotations

from typing import Any

from entente.kernel import Game, Message
from entente.kernel.text import catalog_of
from entente.players.player import Saying

PACKAGE = "entente.players"


def said(game: Game[Any, Any], saying: Saying, language: str) -> str:
    """The sentence: the players' own words, with the names of the game in them."""
    called = game.catalog(language)
    args = saying.message.args
    names = {
        gap: called.name(kind, str(args[gap])) for gap, kind in saying.kinds.items() if gap in args
    }
    return catalog_of(PACKAGE, language).line(Message(saying.message.key, {**args, **names}))
