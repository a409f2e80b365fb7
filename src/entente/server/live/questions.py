"""A seat's questions in the reader's language, with the things that each choice names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from entente.kernel import Catalog, Decision, Game, Menu, Message, Position, Seat, registry
from entente.kernel.menu import Choose, Form, Many, OneOf, Pick, Slots
from entente.kernel.text import LANGUAGES, Link


class Thing(msgspec.Struct, frozen=True):
    """A thing that a choice names: what kind of thing, and which."""

    kind: str
    name: str


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that may be chosen, in words. `remark` is what is out of the ordinary about it;
    whoever makes a `grave` choice is asked again first. `things` are what it names, in order, and
    `verb` what it does with them: the words of the written form that name nothing (`move`, `S -`).
    """

    action: str
    label: str
    remark: str = ""
    grave: bool = False
    verb: str = ""
    things: tuple[Thing, ...] = ()


class Meant(NamedTuple):
    """What a choice says: what it does, and the things it names."""

    verb: str = ""
    things: tuple[Thing, ...] = ()


class Asked(msgspec.Struct, frozen=True):
    """A question to a seat. `must`: the game waits for it. In a `private` one nobody else learns of
    an answer. `choices` are those of a list, or the things that can be picked; `parts` the choices
    of each slot, or of each field of a form, by its path, such as `offer.to`.
    """

    window: int
    must: bool
    private: bool
    prompt: str
    links: list[Link]
    choices: list[Choice]
    parts: dict[str, list[Choice]]


def questions(
    position: Position[Any, Any], decisions: Iterable[Decision], catalog: Catalog
) -> list[Asked]:
    """What a seat is asked in a position, in words."""
    return [_asked(position, each, catalog) for each in decisions]


def handed_in(position: Position[Any, Any], seat: Seat, catalog: Catalog) -> list[Choice]:
    """The sealed answer of a seat, part by part, until the others have answered too."""
    game, frame, answer = position.game, position.state.top, position.state.sealed.get(seat)
    if frame is None or answer is None:
        return []
    step = frame.step
    parts = answer.split("; ")
    if not all(game.grammar(step).read(part) for part in parts):
        parts = [answer]  # of another kind than one choice for each slot
    spoken = [_in_words(game.info.id, catalog.language, part, step) for part in parts]
    return [
        Choice(part, said, "", False, *_meant(game, step, part))
        for part, said in zip(parts, spoken, strict=True)
    ]


def _asked(position: Position[Any, Any], decision: Decision, catalog: Catalog) -> Asked:
    prompt, links = catalog.linked(decision.prompt)
    game, menu = position.game, decision.menu
    choices, parts = list[Choice](), dict[str, list[Choice]]()
    if isinstance(menu, Pick):
        written = {item: f"{menu.verb} {item}" for item in menu.items}
        choices = [_named(game, decision, *each, catalog) for each in written.items()]
    for path, words in _parts(menu):
        if path:
            named = [_named(game, decision, word, word, catalog) for word in words]
            parts[path] = [*parts.get(path, []), *named]
        else:
            choices += _choices(position, decision, words, catalog)
    return Asked(decision.window, decision.must, decision.private, prompt, links, choices, parts)


def _choices(
    position: Position[Any, Any], decision: Decision, actions: Sequence[str], catalog: Catalog
) -> list[Choice]:
    """The actions of a list."""
    game, language, step, grave = position.game, catalog.language, decision.step, decision.grave
    found = [_plain(game, language, step, action, action in grave) for action in actions]
    for place, remark in enumerate(position.remarks(decision, actions)):
        if remark is not None:
            found[place] = msgspec.structs.replace(found[place], remark=catalog.say(remark))
    return found


@lru_cache(maxsize=20_000)
def _plain(game: Game[Any, Any], language: str, step: str, action: str, grave: bool) -> Choice:
    """An action that nothing is to be remarked about."""
    said = label(game.info.id, language, action, step)
    return Choice(action, said, "", grave, *_meant(game, step, action))


def _named(
    game: Game[Any, Any], decision: Decision, part: str, written: str, catalog: Catalog
) -> Choice:
    """A part of an action: a slot's choice, a thing that can be picked, a value of a field."""
    meant = _meant(game, decision.step, written)
    said = _in_words(game.info.id, catalog.language, part, decision.step)
    return Choice(part, said, "", part in decision.grave, *meant)


def _parts(menu: Menu, path: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """The lists that a menu is made of, each with where it stands in it."""
    if isinstance(menu, Choose):
        yield path, menu.actions
    elif isinstance(menu, Slots):
        yield from menu.slots.items()
    elif isinstance(menu, Form):
        for name, field in menu.fields.items():
            yield from _parts(field, ".".join(filter(None, [path, menu.verb, name])))
    elif isinstance(menu, OneOf):
        for form in menu.forms:
            yield from _parts(form, path)
    elif isinstance(menu, Many):
        yield from _parts(menu.item, path)


@lru_cache(maxsize=20_000)
def _meant(game: Game[Any, Any], step: str, choice: str) -> Meant:
    """What a choice says, by the grammar of the question. A choice that is no action may be a thing
    itself; where nothing is said about how actions are written, each word after the first may be
    one. Games with other data than the usual may know other things."""
    grammar = game.grammar(step)
    read = grammar.read(choice)
    if read is not None:
        words = (part.text for part in read.pattern.parts if not part.is_kind)
        return Meant(" ".join(words), tuple(Thing(*each) for each in read.things))
    if kinds := game.vocabulary.kinds_of(choice):
        return Meant("", (Thing(kinds[0], choice),))
    catalog = game.catalog(LANGUAGES[0])
    if catalog.kind_of("*/", choice):
        return Meant("", (Thing(catalog.kind_of("*/", choice), choice),))
    if grammar.patterns or not choice:
        return Meant()
    verb, *names = choice.split()
    return Meant(verb, tuple(Thing(catalog.kind_of("*/", name), name) for name in names))


@lru_cache(maxsize=20_000)
def label(game_id: str, language: str, action: str, step: str = "") -> str:
    """An action in words; `action.done_move` says what `done` means in the step `move`."""
    game = registry.load(game_id)
    catalog, said = game.catalog(language), game.presentation.label(action)
    own = f"{said.key}_{step}"
    return catalog.line(Message(own, said.args) if own in catalog else said)


@lru_cache(maxsize=20_000)
def _in_words(game_id: str, language: str, part: str, step: str) -> str:
    """A part of an action in words: its label where it has one, otherwise its name."""
    game = registry.load(game_id)
    catalog, said = game.catalog(language), game.presentation.label(part)
    if said.key in catalog or f"{said.key}_{step}" in catalog:
        return label(game_id, language, part, step)
    return catalog.called.get(part) or catalog.write(part)
