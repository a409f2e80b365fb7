"""A seat's decisions in the reader's language, with the things each choice names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple, cast

import msgspec

from entente.kernel import (
    Catalog,
    Decision,
    Game,
    Menu,
    Message,
    Position,
    Seat,
    parse_action,
    registry,
)
from entente.kernel.menu import Choose, Form, ListOf, OneOf, Pick, Slots
from entente.kernel.menu.deduplicate import deduplicate
from entente.kernel.text import LANGUAGES, Link, MissingText


class Thing(msgspec.Struct, frozen=True):
    """A thing that a choice names: its kind and its name."""

    kind: str
    name: str


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice in words.

    `remark` is what is unusual about it; an `irreversible` one needs confirmation. `things` are
    what it names, in order, and `verb` the other words of the action (`move`, `S -`).
    """

    action: str
    label: str
    remark: str = ""
    irreversible: bool = False
    verb: str = ""
    things: tuple[Thing, ...] = ()


class ParsedChoice(NamedTuple):
    """A choice's verb, and the things it names."""

    verb: str = ""
    things: tuple[Thing, ...] = ()


class Prompt(msgspec.Struct, frozen=True):
    """A decision of a seat in words; `decision` is its id.

    `must`: the game waits for it. A `private` one's answers are hidden from others. `choices` are
    the actions of a list, or the things to pick; `slots` the choices of each slot; `labels`
    the names of the values of form fields. A `by_thing` decision lists only the choices that name
    nothing; the others are requested by thing.
    """

    decision: int
    must: bool
    private: bool
    text: str
    links: list[Link]
    choices: list[Choice]
    slots: dict[str, list[Choice]]
    labels: dict[str, str]
    by_thing: bool = False


def prompts(
    position: Position[Any, Any], decisions: Iterable[Decision], catalog: Catalog
) -> list[Prompt]:
    """Return a seat's questions in a position, in words."""
    return [_question(position, each, catalog) for each in decisions]


def deduplicated(decision: Decision) -> Decision:
    """Return a question with its forms as sent: repeated parts are written once."""
    if not isinstance(decision.menu, (Form, ListOf, OneOf)):
        return decision
    written = cast(Menu, msgspec.Raw(deduplicate(decision.menu)))
    return msgspec.structs.replace(decision, menu=written)


def submitted_answer(position: Position[Any, Any], seat: Seat, catalog: Catalog) -> list[Choice]:
    """Return a seat's sealed answer, part by part, until the others have answered.

    Of a private plan, return its steps so far.
    """
    game, frame, answer = position.game, position.state.top, position.state.sealed.get(seat)
    if frame is None:
        return []
    step = frame.step
    parts = list(position.state.plan(frame, seat))
    if not parts and answer is None:
        return []
    parts = parts or parse_action(answer or "").choice_texts
    if answer is not None and not all(game.grammar(step).read(part) for part in parts):
        parts = [answer]  # not one choice per slot
    spoken = [_text_of(game.info.id, catalog.language, part, step) for part in parts]
    return [
        Choice(part, text, "", False, *_parse_choice(game, step, part))
        for part, text in zip(parts, spoken, strict=True)
    ]


def _question(position: Position[Any, Any], decision: Decision, catalog: Catalog) -> Prompt:
    prompt, links = catalog.linked(decision.prompt)
    game, menu = position.game, decision.menu
    choices, parts = list[Choice](), dict[str, list[Choice]]()
    by_thing = position.bind(decision).is_by_thing
    if isinstance(menu, Pick):
        written = {item: f"{menu.verb} {item}" for item in menu.items}
        choices = [_named(game, decision, *each, catalog) for each in written.items()]
    elif isinstance(menu, Slots):
        parts = {
            slot: [_named(game, decision, word, word, catalog) for word in words]
            for slot, words in menu.slots.items()
        }
    else:
        for words in _lists(menu):
            listed = [word for word in words if " " not in word] if by_thing else words
            choices += _choices(position, decision, listed, catalog)
    named = _value_names(game.info.id, catalog.language, decision.step, tuple(_values(menu)))
    must, private = decision.must, decision.private
    return Prompt(decision.window, must, private, prompt, links, choices, parts, named, by_thing)


def _choices(
    position: Position[Any, Any], decision: Decision, actions: Sequence[str], catalog: Catalog
) -> list[Choice]:
    """Return the actions of a list."""
    game, language, step, grave = (
        position.game,
        catalog.language,
        decision.step,
        decision.irreversible,
    )
    choices = [_choice(game, language, step, action, action in grave) for action in actions]
    bound = position.bind(decision)
    for place, action in enumerate(actions):
        remark = bound.remark(action)
        if remark is not None:
            choices[place] = msgspec.structs.replace(choices[place], remark=catalog.say(remark))
    return choices


@lru_cache(maxsize=20_000)
def _choice(game: Game[Any, Any], language: str, step: str, action: str, grave: bool) -> Choice:
    """Return an action without a remark."""
    text = label(game.info.id, language, action, step)
    return Choice(action, text, "", grave, *_parse_choice(game, step, action))


def _named(
    game: Game[Any, Any], decision: Decision, part: str, written: str, catalog: Catalog
) -> Choice:
    """Return a part of an action: a slot's choice, a thing to pick, a value of a field."""
    meant = _parse_choice(game, decision.step, written)
    text = _text_of(game.info.id, catalog.language, part, decision.step)
    return Choice(part, text, "", part in decision.irreversible, *meant)


def _lists(menu: Menu) -> Iterator[tuple[str, ...]]:
    """Yield the lists of actions in a menu; fields of a form are not actions."""
    if isinstance(menu, Choose):
        yield menu.actions
    elif isinstance(menu, OneOf):
        for form in menu.forms:
            yield from _lists(form)


def _values(menu: Menu) -> Iterator[tuple[str, ...]]:
    """Yield the lists of values in the forms and lists of a menu, each once."""
    if isinstance(menu, OneOf):
        for form in menu.forms:
            yield from _values(form)
    elif isinstance(menu, (Form, ListOf)):
        kept: tuple[tuple[str, ...], ...] | None = menu.__dict__.get("values")
        if kept is None:
            kept = menu.__dict__["values"] = tuple(dict.fromkeys(_within(menu)))
        yield from kept


def _within(menu: Menu) -> Iterator[tuple[str, ...]]:
    if isinstance(menu, Form):
        for field in menu.fields.values():
            yield from _within(field)
    elif isinstance(menu, ListOf):
        yield from _within(menu.item)
    elif isinstance(menu, OneOf):
        for form in menu.forms:
            yield from _within(form)
    elif isinstance(menu, Choose):
        yield menu.actions


@lru_cache(maxsize=512)
def _value_names(
    game_id: str, language: str, step: str, values: tuple[tuple[str, ...], ...]
) -> dict[str, str]:
    """Return the names of form values; those without one are worded like actions."""
    catalog = registry.load(game_id).catalog(language)
    words = dict.fromkeys(word for each in values for word in each)
    return {
        word: catalog.called.get(word) or _text_of(game_id, language, word, step) for word in words
    }


@lru_cache(maxsize=20_000)
def _parse_choice(game: Game[Any, Any], step: str, choice: str) -> ParsedChoice:
    """Parse a choice by the grammar of the question.

    A choice that is not an action may be a thing itself; without a grammar, each word after the
    first may be one. Games with replaced data may have other things.
    """
    grammar = game.grammar(step)
    read = grammar.read(choice)
    if read is not None:
        words = (part.text for part in read.pattern.parts if not part.is_kind)
        return ParsedChoice(" ".join(words), tuple(Thing(*each) for each in read.things))
    if kinds := game.vocabulary.kinds_of(choice):
        return ParsedChoice("", (Thing(kinds[0], choice),))
    catalog = game.catalog(LANGUAGES[0])
    if catalog.kind_of("*/", choice):
        return ParsedChoice("", (Thing(catalog.kind_of("*/", choice), choice),))
    if grammar.patterns or not choice:
        return ParsedChoice()
    verb, *names = parse_action(choice).words
    return ParsedChoice(verb, tuple(Thing(catalog.kind_of("*/", name), name) for name in names))


@lru_cache(maxsize=20_000)
def label(game_id: str, language: str, action: str, step: str = "") -> str:
    """Return an action in words; `action.done_move` is the text of `done` in the step `move`."""
    game = registry.load(game_id)
    catalog, message = game.catalog(language), game.presentation.label(action)
    own = f"{message.key}_{step}"
    return catalog.line(Message(own, message.args) if own in catalog else message)


@lru_cache(maxsize=20_000)
def _text_of(game_id: str, language: str, part: str, step: str) -> str:
    """Return a part of an action in words: its label if it has one, otherwise its name.

    A field's value may be spelled like the verb of an action whose text has placeholders that it
    cannot fill.
    """
    game = registry.load(game_id)
    catalog, message = game.catalog(language), game.presentation.label(part)
    keys = [key for key in (f"{message.key}_{step}", message.key) if key in catalog]
    with suppress(MissingText):
        if keys:
            return catalog.strict.line(Message(keys[0], message.args))
    return catalog.called.get(part) or catalog.write(part)
