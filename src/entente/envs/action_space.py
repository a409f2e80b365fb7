"""Everything that can be chosen in a game by numbers that stay: the actions of the environments.

The kernel's numbering counts every action that the grammar of a game allows, and where an action
names three or four things that makes millions. Here a number is at most one of `AT_ONCE` ways to
write something: of longer actions the beginning has a number, and then each further thing
(`move germany-infantry berlin`, then `belgium`). What the slot says goes without saying: the order
for `A VIE` is `- TRI`.

What no grammar declares, such as the clauses of a treaty, is chosen piece by piece. A piece that is
the name of a thing has the number of that thing; of all others, the place in the list of what is
offered is the number, `BY_PLACE` of them at most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple, Protocol

from entente.kernel import Game, Pick
from entente.kernel.action_builder import END, WITHOUT, ActionBuilder
from entente.kernel.grammar import Grammar, Pattern, PatternPart
from entente.kernel.menu import Menu

AT_ONCE = 10_000  # ways of writing something that are numbered at once
BY_PLACE = 128  # numbers for what has none of its own
KNOWN = 1 << 17  # choices whose numbers are remembered

Path = tuple[int, ...]

THING = "<thing>"  # a thing by itself: the end of a long action, a piece of a form

# Numbers that mean the same in every game.
WAIT, ASIDE, ENDING, LEAVING_OUT = range(4)
ALWAYS = ("wait", "aside", END, WITHOUT)
PAST = {END: ENDING, WITHOUT: LEAVING_OUT}  # the ways past a blank


class Offering(Protocol):
    """A decision that is being made: what may be chosen next in it."""

    @property
    def menu(self) -> Menu: ...

    def choices(self) -> tuple[str, ...]: ...


class Group(NamedTuple):
    """Numbers that lie together: one way of writing something. `more` says that words follow."""

    written: str
    parts: tuple[PatternPart, ...]
    start: int
    size: int
    more: bool


class ActionSpace:
    """The numbers of a game. `len` is how many there are."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._grammar = Grammar(
            [text for ask in game.steps.asking.values() for text in ask.grammar], game.vocabulary
        )
        self._names = game.vocabulary.names
        known = dict.fromkeys(name for names in self._names.values() for name in names)
        self._things = {name: place for place, name in enumerate(known)}
        shapes = {_shape(parts, more): (parts, more) for parts, more in self._ways()}
        self._groups: dict[str, Group] = {}
        start = len(ALWAYS)
        for shape in sorted(shapes):
            parts, more = shapes[shape]
            size = prod(len(self._names[part.text]) for part in parts if part.is_kind)
            self._groups[shape] = Group(shape, parts, start, size, more)
            start += size
        self._groups[THING] = Group(THING, (), start, len(known), False)
        self._by_place = start + len(known)
        self.path = lru_cache(maxsize=KNOWN)(self._path)
        self.words = lru_cache(maxsize=KNOWN)(self._said)

    def __len__(self) -> int:
        return self._by_place + BY_PLACE

    @property
    def groups(self) -> list[Group]:
        """What the numbers mean, in their order."""
        return sorted(self._groups.values(), key=lambda group: group.start)

    def _ways(self) -> Iterator[tuple[tuple[PatternPart, ...], bool]]:
        """The beginnings of all patterns."""
        for pattern in self._grammar.patterns:
            parts = _unsaid(pattern)
            head = self._head(parts)
            yield parts[:head], head < len(parts)

    def _head(self, parts: Sequence[PatternPart]) -> int:
        """How many parts of a pattern are numbered at once."""
        size = 1
        for place, part in enumerate(parts):
            size *= len(self._names[part.text]) if part.is_kind else 1
            if size > AT_ONCE:
                return place
        return len(parts)

    # -- from words to numbers

    def legal_actions(self, decision: Offering) -> dict[Path, str]:
        """What may be chosen next, by its numbers: one after the other where there are several."""
        verb = f"{decision.menu.verb} " if isinstance(decision.menu, Pick) else ""
        blank = decision.blank if isinstance(decision, ActionBuilder) else None
        ways = {way.choice: (PAST[way.kind],) for way in blank.exits} if blank is not None else {}
        found: dict[Path, str] = {}
        nameless = self._by_place
        for choice in decision.choices():
            path = ways.get(choice) or self.path(verb + choice)
            if path is None or path in found:
                if nameless == len(self):
                    continue
                path, nameless = (nameless,), nameless + 1
            found[path] = choice
        return found

    def _path(self, text: str) -> Path | None:
        """The numbers of a choice; None where it has none of its own."""
        found = self._grammar.read(text)
        if found is None:
            return (self._thing(text),) if text in self._things else None
        parts = _unsaid(found.pattern)
        head = self._head(parts)
        unsaid = len(found.pattern.kinds) - sum(part.is_kind for part in parts)
        things = found.things[unsaid : len(found.pattern.kinds)]
        group = self._groups[_shape(parts[:head], head < len(parts))]
        number, named = 0, sum(part.is_kind for part in parts[:head])
        for kind, name in things[:named]:
            place = self._grammar.vocabulary.place(name, kind)
            number = number * len(self._names[kind]) + place
        return (group.start + number, *(self._thing(thing.name) for thing in things[named:]))

    def _thing(self, name: str) -> int:
        return self._groups[THING].start + self._things[name]

    # -- from numbers to words

    def _said(self, number: int) -> str:
        """What a number says, as far as that is the same in every position."""
        if not 0 <= number < len(self):
            raise IndexError(f"there are {len(self)} numbers, from 0 on: not {number}")
        if number < len(ALWAYS):
            return ALWAYS[number]
        if number >= self._by_place:
            return f"#{number - self._by_place}"
        group = next(g for g in self._groups.values() if 0 <= number - g.start < g.size)
        number -= group.start
        if group.written == THING:
            return list(self._things)[number]
        said: list[str] = []
        for part in reversed(group.parts):
            if part.is_kind:
                number, place = divmod(number, len(self._names[part.text]))
                said.append(self._names[part.text][place])
            else:
                said.append(part.text)
        return " ".join(reversed(said)) + (" …" if group.more else "")


def _unsaid(pattern: Pattern) -> tuple[PatternPart, ...]:
    """A pattern without the thing it begins with: that is the slot's."""
    return pattern.parts if pattern.verb or len(pattern.parts) == 1 else pattern.parts[1:]


def _shape(parts: Sequence[PatternPart], more: bool) -> str:
    said = (f"<{part.text}>" if part.is_kind else part.text for part in parts)
    return " ".join(said) + (" …" if more else "")
