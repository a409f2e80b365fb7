"""Check the texts that a game's declarations need, as opposed to its source.

Title, seats, options and their values, the kinds of things in its grammar and the actions it can
write each need a text in every language.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from entente.kernel.game import Game
from entente.kernel.grammar import Pattern
from entente.kernel.info import Option, spell
from entente.kernel.text import LANGUAGES, MissingText

AnyGame = Game[Any, Any]


def check_game(game: AnyGame) -> Iterator[str]:
    """Yield what is missing, one line per text and language."""
    for step in game.steps.asking:
        try:
            game.grammar(step)
        except ValueError as error:
            yield f"{game.info.id}: the grammar of {step}: {error}"
    for language in LANGUAGES:
        catalog, place = game.catalog(language), f"{game.info.id}: {language}"
        for key, what in _wanted(game):
            if not catalog.texts.get(key, "").strip():
                yield f"{place}: {key}: missing text ({what})"
        for step, pattern in _patterns(game):
            missing = _missing_action(game, language, step, pattern)
            if missing:
                yield f"{place}: {missing} (the action {pattern.text!r} of {step})"


def _wanted(game: AnyGame) -> Iterator[tuple[str, str]]:
    """Yield the keys a game needs, each with what it is for, except those of its actions."""
    yield "info.title", "the game's title"
    yield "info.summary", "the game in a sentence"
    for seat in game.info.seats:
        yield f"names.seat.{seat}", f"the seat {seat}"
    for option in game.info.options:
        yield from _of_option(option)
    for measure in game.statistics.measures:
        yield f"measure.{measure}", f"the figure {measure} of its story"
    for deed in game.statistics.deeds:
        yield f"deed.{deed}", f"the deed {deed} of its story"
    for happening in game.statistics.happenings:
        yield f"happening.{happening}", f"the happening {happening}, counted over many games"
    called = (word for _, each in _patterns(game) for word in (*each.kinds, *each.roles))
    for word in dict.fromkeys(called):
        yield f"names.word_kind.{word}", f"the kind of word <{word}>, with its article"


def _patterns(game: AnyGame) -> Iterator[tuple[str, Pattern]]:
    """Yield the patterns of the grammar with the step they belong to, unless one is wrong."""
    for step in game.steps.asking:
        with suppress(ValueError):
            patterns = game.grammar(step).patterns
            yield from ((step, pattern) for pattern in patterns)


def _of_option(option: Option) -> Iterator[tuple[str, str]]:
    yield f"option.{option.id}.name", f"the option {option.id}"
    yield f"option.{option.id}.help", f"the option {option.id}, in a sentence"
    for value in option.values:
        if isinstance(value, str):  # numbers and flags need no text
            yield option.value_key(value), f"the value {spell(value)} of the option {option.id}"


def _missing_action(game: AnyGame, language: str, step: str, pattern: Pattern) -> str:
    """Return what is missing to describe an action written by a pattern; empty if nothing is."""
    names, catalog = game.vocabulary.names, game.catalog(language).strict
    if any(part.is_kind and not names[part.text] for part in pattern.parts):
        return ""  # the game has no thing of this kind
    words = [names[part.text][0] if part.is_kind else part.text for part in pattern.parts]
    if f"action.{words[0]}_{step}" in catalog:  # a text for this step alone
        return ""
    try:
        catalog.say(game.presentation.label(" ".join(words)))
    except MissingText as missing:
        return str(missing.args[0])
    return ""
