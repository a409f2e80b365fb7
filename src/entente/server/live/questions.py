"""A seat's questions in the reader's language, with the things that each choice names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple, cast

import msgspec

from entente.kernel import Catalog, Decision, Game, Menu, Message, Position, Seat, registry
from entente.kernel.menu import Choose, Form, ListOf, OneOf, Pick, Slots
from entente.kernel.menu.deduplicate import deduplicate
from entente.kernel.text import LANGUAGES, Link, MissingText


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
    irreversible: bool = False
    verb: str = ""
    things: tuple[Thing, ...] = ()


class Meant(NamedTuple):
    """What a choice says: what it does, and the things it names."""

    verb: str = ""
    things: tuple[Thing, ...] = ()


class Asked(msgspec.Struct, frozen=True):
    """A question to a seat. `must`: the game waits for it. In a `private` one nobody else learns of
    an answer. `choices` are those of a list, or the things that can be picked; `parts` the choices
    of each slot; `words` what the values are called that the fields of forms can have. Of a
    question that is told `by_thing`, only the choices that name nothing: what may be done with a
    thing is told to whoever asks about it.
    """

    window: int
    must: bool
    private: bool
    prompt: str
    links: list[Link]
    choices: list[Choice]
    parts: dict[str, list[Choice]]
    words: dict[str, str]
    by_thing: bool = False


def questions(
    position: Position[Any, Any], decisions: Iterable[Decision], catalog: Catalog
) -> list[Asked]:
    """What a seat is asked in a position, in words."""
    return [_asked(position, each, catalog) for each in decisions]


def as_sent(decision: Decision) -> Decision:
    """A question with its forms as they are sent: what stands in many places is written once."""
    if not isinstance(decision.menu, (Form, ListOf, OneOf)):
        return decision
    written = cast(Menu, msgspec.Raw(deduplicate(decision.menu)))
    return msgspec.structs.replace(decision, menu=written)


def handed_in(position: Position[Any, Any], seat: Seat, catalog: Catalog) -> list[Choice]:
    """The sealed answer of a seat, part by part, until the others have answered too; of a plan, the
    steps so far, be it sealed or not."""
    game, frame, answer = position.game, position.state.top, position.state.sealed.get(seat)
    if frame is None:
        return []
    step = frame.step
    parts = list(position.state.plan(frame, seat))
    if not parts and answer is None:
        return []
    parts = parts or (answer or "").split("; ")
    if answer is not None and not all(game.grammar(step).read(part) for part in parts):
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
    by_thing = position.is_by_thing(decision)
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
            told = [word for word in words if " " not in word] if by_thing else words
            choices += _choices(position, decision, told, catalog)
    named = _called(game.info.id, catalog.language, decision.step, tuple(_values(menu)))
    must, private = decision.must, decision.private
    return Asked(decision.window, must, private, prompt, links, choices, parts, named, by_thing)


def _choices(
    position: Position[Any, Any], decision: Decision, actions: Sequence[str], catalog: Catalog
) -> list[Choice]:
    """The actions of a list."""
    game, language, step, grave = (
        position.game,
        catalog.language,
        decision.step,
        decision.irreversible,
    )
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
    return Choice(part, said, "", part in decision.irreversible, *meant)


def _lists(menu: Menu) -> Iterator[tuple[str, ...]]:
    """The lists of actions that a menu is made of; what stands in a form is no action."""
    if isinstance(menu, Choose):
        yield menu.actions
    elif isinstance(menu, OneOf):
        for form in menu.forms:
            yield from _lists(form)


def _values(menu: Menu) -> Iterator[tuple[str, ...]]:
    """What can be chosen in the forms and lists of a menu, each list of values once."""
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
def _called(
    game_id: str, language: str, step: str, values: tuple[tuple[str, ...], ...]
) -> dict[str, str]:
    """The values of forms in words: their names, and only without one as if they were actions."""
    catalog = registry.load(game_id).catalog(language)
    words = dict.fromkeys(word for each in values for word in each)
    return {
        word: catalog.called.get(word) or _in_words(game_id, language, word, step) for word in words
    }


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
    """A part of an action in words: its label where it has one, otherwise its name. A value of a
    field may be called like the verb of an action, whose words have gaps that it does not fill."""
    game = registry.load(game_id)
    catalog, said = game.catalog(language), game.presentation.label(part)
    keys = [key for key in (f"{said.key}_{step}", said.key) if key in catalog]
    with suppress(MissingText):
        if keys:
            return catalog.strict.line(Message(keys[0], said.args))
    return catalog.called.get(part) or catalog.write(part)
