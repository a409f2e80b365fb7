"""Describe actions in words."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from entente.kernel.action import parse_action
from entente.kernel.decision import Decision
from entente.kernel.game import Game
from entente.kernel.message import Message, say
from entente.kernel.position import Position
from entente.kernel.text import Catalog, MissingText

_WRITTEN = '="[;'  # characters of a compound action, whose words are not picked things
_WORDS = re.compile(r'[^\s;=|()\[\]",]+')


def in_words(game: Game[Any, Any], action: str, catalog: Catalog, step: str = "") -> str:
    """Describe an action as a line; picked things are counted: `Lose: 2 × German infantry`. With a
    step, `action.done_move` describes `done` in the step `move`."""
    try:
        message = game.presentation.label(action)
        if (own := f"{message.key}_{step}") in catalog:
            message = Message(own, message.args)
        text = catalog.strict.line(message)
    except MissingText:
        return catalog.write(action)
    picked = Counter(parse_action(action).args)
    if not picked or "{" in catalog.get(message.key) or any(sign in action for sign in _WRITTEN):
        return text
    named = {catalog.called.get(word) or catalog.write(word): n for word, n in picked.items()}
    return catalog.say(say("kernel.picked", verb=text, things=named))


def read_out(position: Position[Any, Any], decision: Decision, action: str, words: Catalog) -> str:
    """Describe an action as a line; one written in parts, such as a treaty, part by part."""
    text = in_words(position.game, action, words, decision.step)
    meant = position.find(decision.seat, action)
    articles = position.bind(meant[0]).action_parts(meant[1]) if meant else ()
    parts = [words.line(each.text).rstrip(".") for each in articles]
    return words.say(say("kernel.picked", verb=text, things="; ".join(parts))) if parts else text


def things_in(action: str, catalog: Catalog) -> list[str]:
    """Return the things that an action names, each once, as written in it."""
    words = dict.fromkeys(_WORDS.findall(action))
    verbs = set(catalog.verbs)
    named = (word for word in words if len(word) > 1 and word in catalog.called)
    return [word for word in named if word not in verbs]
