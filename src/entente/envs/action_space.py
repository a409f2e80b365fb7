"""Fixed action ids of a game: the action space of the environments.

The kernel numbers every action that a grammar allows: millions where an action names three or four
things. Here a pattern gets at most `AT_ONCE` ids. A longer action is split: its prefix has an id,
then each further thing (`move germany-infantry berlin`, then `belgium`). Labels leave out the slot:
the order for `A VIE` is `- TRI`.

What no grammar declares, such as treaty clauses, is chosen part by part. A part that names a thing
has that thing's id; any other part is identified by its index among the choices, up to `BY_PLACE`.
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

AT_ONCE = 10_000  # ids of one pattern
BY_PLACE = 128  # ids for choices without their own
KNOWN = 1 << 17  # cached lookups

Path = tuple[int, ...]

THING = "<thing>"  # a thing alone: the rest of a long action, a part of a form

# Ids with the same meaning in every game.
WAIT, ASIDE, ENDING, LEAVING_OUT = range(4)
ALWAYS = ("wait", "aside", END, WITHOUT)
PAST = {END: ENDING, WITHOUT: LEAVING_OUT}  # ids of the exits of a choice


class PendingChoice(Protocol):
    """A decision under construction and its next choices."""

    @property
    def menu(self) -> Menu: ...

    def choices(self) -> tuple[str, ...]: ...


class Group(NamedTuple):
    """The id range of one pattern. `is_prefix`: further things follow."""

    pattern: str
    parts: tuple[PatternPart, ...]
    start: int
    size: int
    is_prefix: bool


class ActionSpace:
    """The action ids of a game; `len` is their number."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._grammar = Grammar(
            [text for ask in game.steps.asking.values() for text in ask.grammar], game.vocabulary
        )
        self._names = game.vocabulary.names
        known = dict.fromkeys(name for names in self._names.values() for name in names)
        self._things = {name: place for place, name in enumerate(known)}
        shapes = {_shape(parts, more): (parts, more) for parts, more in self._prefixes()}
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
        self.label = lru_cache(maxsize=KNOWN)(self._label)

    def __len__(self) -> int:
        return self._by_place + BY_PLACE

    @property
    def groups(self) -> list[Group]:
        """The id ranges in order."""
        return sorted(self._groups.values(), key=lambda group: group.start)

    def _prefixes(self) -> Iterator[tuple[tuple[PatternPart, ...], bool]]:
        """Yield the numbered prefix of each pattern."""
        for pattern in self._grammar.patterns:
            parts = _without_slot(pattern)
            head = self._head(parts)
            yield parts[:head], head < len(parts)

    def _head(self, parts: Sequence[PatternPart]) -> int:
        """Return how many parts of a pattern share one id."""
        size = 1
        for place, part in enumerate(parts):
            size *= len(self._names[part.text]) if part.is_kind else 1
            if size > AT_ONCE:
                return place
        return len(parts)

    # -- text to ids

    def legal_actions(self, decision: PendingChoice) -> dict[Path, str]:
        """Return the next choices by their ids: several ids where a choice needs several steps."""
        verb = f"{decision.menu.verb} " if isinstance(decision.menu, Pick) else ""
        blank = decision.blank if isinstance(decision, ActionBuilder) else None
        ways = {way.choice: (PAST[way.kind],) for way in blank.exits} if blank is not None else {}
        choices: dict[Path, str] = {}
        next_index = self._by_place
        for choice in decision.choices():
            path = ways.get(choice) or self.path(verb + choice)
            if path is None or path in choices:
                if next_index == len(self):
                    continue
                path, next_index = (next_index,), next_index + 1
            choices[path] = choice
        return choices

    def _path(self, text: str) -> Path | None:
        """Return the ids of a choice; None if it has none of its own."""
        parsed = self._grammar.read(text)
        if parsed is None:
            return (self._thing(text),) if text in self._things else None
        parts = _without_slot(parsed.pattern)
        head = self._head(parts)
        skipped = len(parsed.pattern.kinds) - sum(part.is_kind for part in parts)
        things = parsed.things[skipped : len(parsed.pattern.kinds)]
        group = self._groups[_shape(parts[:head], head < len(parts))]
        number, named = 0, sum(part.is_kind for part in parts[:head])
        for kind, name in things[:named]:
            place = self._grammar.vocabulary.place(name, kind)
            number = number * len(self._names[kind]) + place
        return (group.start + number, *(self._thing(thing.name) for thing in things[named:]))

    def _thing(self, name: str) -> int:
        return self._groups[THING].start + self._things[name]

    # -- ids to text

    def _label(self, number: int) -> str:
        """Return the label of an id, as far as it is the same in every position."""
        if not 0 <= number < len(self):
            raise IndexError(f"action ids go from 0 to {len(self) - 1}, not {number}")
        if number < len(ALWAYS):
            return ALWAYS[number]
        if number >= self._by_place:
            return f"#{number - self._by_place}"
        group = next(g for g in self._groups.values() if 0 <= number - g.start < g.size)
        number -= group.start
        if group.pattern == THING:
            return list(self._things)[number]
        words: list[str] = []
        for part in reversed(group.parts):
            if part.is_kind:
                number, place = divmod(number, len(self._names[part.text]))
                words.append(self._names[part.text][place])
            else:
                words.append(part.text)
        return " ".join(reversed(words)) + (" …" if group.is_prefix else "")


def _without_slot(pattern: Pattern) -> tuple[PatternPart, ...]:
    """Drop the leading thing of a pattern: the slot names it."""
    return pattern.parts if pattern.verb or len(pattern.parts) == 1 else pattern.parts[1:]


def _shape(parts: Sequence[PatternPart], more: bool) -> str:
    words = (f"<{part.text}>" if part.is_kind else part.text for part in parts)
    return " ".join(words) + (" …" if more else "")
