"""Actions in words, for whoever tells what was done or could be."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from entente.kernel.game import Game
from entente.kernel.message import say
from entente.kernel.text import Catalog, MissingText

_WORDS = re.compile(r'[^\s;=|()\[\]",]+')


def in_words(game: Game[Any, Any], action: str, catalog: Catalog) -> str:
    """An action as a line; things picked are counted: `Lose: 2 × German infantry`."""
    try:
        message = game.presentation.label(action)
        text = catalog.strict.line(message)
    except MissingText:
        return catalog.write(action)
    picked = Counter(action.split()[1:])
    if not picked or "{" in catalog.get(message.key):
        return text
    named = {catalog.called.get(word) or catalog.write(word): n for word, n in picked.items()}
    return catalog.say(say("kernel.picked", verb=text, things=named))


def things_in(action: str, catalog: Catalog) -> list[str]:
    """The things of the game that an action names, each once, as they are written in it."""
    words = dict.fromkeys(_WORDS.findall(action))
    verbs = set(catalog.verbs)
    named = (word for word in words if len(word) > 1 and word in catalog.called)
    return [word for word in named if word not in verbs]
