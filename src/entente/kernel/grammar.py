"""The grammar of actions, declared as data by each decision step.

A pattern is a line of words, some of them kinds of things: `move <tile> <from:region> <to:region>`.
A kind is a list of names in a fixed order; a name may have several words (`A VIE`). A role may
precede the kind; refusals use it. `<tile>*` matches one tile or more.

The patterns of a decision yield the things an action names, the reason a line cannot be parsed, and
a JSON schema for tools. The patterns of a whole game yield stable ids for all actions, with a mask
of the legal ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

from entente.kernel.action_builder import ActionBuilder
from entente.kernel.menu import Menu, Pick, Text
from entente.kernel.message import Refusal, refuse

Kinds = Mapping[str, Sequence[str]]


class Thing(NamedTuple):
    """A thing that an action names: its kind and its name."""

    kind: str
    name: str


class PatternPart(NamedTuple):
    """A part of a pattern: a literal word, or a kind of thing and its role."""

    text: str
    is_kind: bool = False
    several: bool = False
    role: str = ""


class Pattern:
    """One way to write an action."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.parts = tuple(_part(word) for word in text.split())
        if not self.parts:
            raise ValueError("a pattern of the grammar is empty")

    def __repr__(self) -> str:
        return f"Pattern({self.text!r})"

    @property
    def verb(self) -> str:
        """The first word; empty if the pattern begins with a thing."""
        first = self.parts[0]
        return "" if first.is_kind else first.text

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of its things, in order."""
        return tuple(part.text for part in self.parts if part.is_kind)

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of its things, in order, as refusals call them."""
        return tuple(part.role for part in self.parts if part.is_kind)

    @property
    def shape(self) -> str:
        """The pattern without roles."""
        return " ".join(_shape(part) for part in self.parts)


def _part(word: str) -> PatternPart:
    several = word.endswith(">*")
    if word.startswith("<") and (several or word.endswith(">")):
        role, _, kind = word[1:].rstrip("*").removesuffix(">").rpartition(":")
        return PatternPart(kind, True, several, role or kind)
    return PatternPart(word)


def _shape(part: PatternPart) -> str:
    return f"<{part.text}>{'*' * part.several}" if part.is_kind else part.text


class Vocabulary:
    """The names of each kind of thing in a game."""

    def __init__(self, kinds: Kinds) -> None:
        for kind, names in kinds.items():
            if isinstance(names, str):
                raise TypeError(f"the names of kind {kind!r} must be a sequence, not a string")
        self.names = {kind: tuple(names) for kind, names in kinds.items()}
        self._place = {
            kind: {name: place for place, name in enumerate(names)}
            for kind, names in self.names.items()
        }
        self._lengths = {
            kind: sorted({name.count(" ") + 1 for name in names}, reverse=True)
            for kind, names in self.names.items()
        }
        self._numbers = {
            kind for kind, names in self.names.items() if names and all(map(_is_number, names))
        }

    def is_a(self, name: str, kind: str) -> bool:
        return name in self._place.get(kind, ())

    def could_be(self, word: str, kind: str) -> bool:
        """Like `is_a`, but any number matches a kind of numbers: the rules decide which are
        legal."""
        return self.is_a(word, kind) or (kind in self._numbers and _is_number(word))

    def is_one_word(self, kind: str) -> bool:
        """Return whether all names of a kind are single words."""
        return self._lengths.get(kind, [1]) == [1]

    def place(self, name: str, kind: str) -> int:
        """Return the index of a name within its kind."""
        return self._place[kind][name]

    def kinds_of(self, name: str) -> list[str]:
        """Return the kinds that have this name."""
        return [kind for kind, names in self._place.items() if name in names]

    def begins(self, words: Sequence[str], kind: str) -> Iterator[str]:
        """Yield the names of a kind that a line can begin with, longest first."""
        for length in self._lengths.get(kind, ()):
            name = " ".join(words[:length])
            if length <= len(words) and name in self._place[kind]:
                yield name


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal()


class ParsedAction(NamedTuple):
    """A parsed action: the pattern it matches, and the things it names."""

    pattern: Pattern
    things: tuple[Thing, ...]


VERB, ALONE, WORDS, UNKNOWN, OTHER_KIND = "verb", "alone", "words", "unknown_word", "other_kind"


class ParseError(NamedTuple):
    """Why a line is not a well-formed answer, regardless of the rules.

    `what` is the kind of error: the verb, words after a verb that takes none, the number of words,
    a `word` that names nothing, or a thing of the wrong `kind`. `wanted` holds the roles expected
    there, `kinds` their kinds.
    """

    what: str
    verb: str
    word: str = ""
    kind: str = ""
    wanted: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()

    def refusal(self, section: str, verbs: Sequence[str]) -> Refusal:
        """Return the error as a refusal; `verbs` are the legal ones."""
        if self.what == VERB:
            return no_such_verb(section, self.verb, verbs)
        if self.what == ALONE:
            return refuse(section, "kernel.alone", verb=self.verb)
        if self.what == WORDS:
            return refuse(section, "kernel.words", verb=self.verb, wanted=list(self.wanted))
        if self.what == OTHER_KIND:
            return other_kind(section, self.word, self.kind, self.wanted)
        return refuse(section, "kernel.unknown_word", word=self.word, wanted=list(self.wanted))


def no_such_verb(section: str, verb: str, verbs: Sequence[str]) -> Refusal:
    """Refuse a line that begins with an unknown verb."""
    return refuse(section, "kernel.verb", verb=verb, verbs=list(verbs))


def other_kind(section: str, thing: str, kind: str, wanted: Sequence[str]) -> Refusal:
    """Refuse a thing of the wrong kind."""
    return refuse(section, "kernel.other_kind", thing=thing, kind=kind, wanted=list(wanted))


class Grammar:
    """How the actions of a decision, or of a whole game, are written."""

    def __init__(self, patterns: Sequence[str], vocabulary: Vocabulary) -> None:
        self.patterns = tuple(Pattern(text) for text in dict.fromkeys(patterns))
        self.vocabulary = vocabulary
        for pattern in self.patterns:
            for kind in pattern.kinds:
                if kind not in vocabulary.names:
                    raise ValueError(f"{pattern.text!r}: the game has no kind {kind!r}")

    def read(self, action: str) -> ParsedAction | None:
        """Parse an action; None if no pattern matches."""
        words = action.split()
        for pattern in self.patterns:
            things = self._match(pattern.parts, words)
            if things is not None:
                return ParsedAction(pattern, tuple(things))
        return None

    def _match(self, parts: Sequence[PatternPart], words: Sequence[str]) -> list[Thing] | None:
        if not parts:
            return None if words else []
        first, rest = parts[0], parts[1:]
        if not first.is_kind:
            same = bool(words) and words[0] == first.text
            return self._match(rest, words[1:]) if same else None
        for name in self.vocabulary.begins(words, first.text):
            left = words[name.count(" ") + 1 :]
            things = self._match(rest, left)
            if things is None and first.several:
                things = self._match(parts, left)
            if things is not None:
                return [Thing(first.text, name), *things]
        return None

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs of all patterns."""
        return tuple(dict.fromkeys(p.verb for p in self.patterns if p.verb))

    # -- malformed lines

    def explain_parse_error(
        self, action: str, section: str, verbs: Sequence[str] = ()
    ) -> Refusal | None:
        """Return the refusal for a malformed line; `verbs` are the legal ones."""
        problem = self.parse_error(action)
        return None if problem is None else problem.refusal(section, verbs or self.verbs)

    def parse_error(self, action: str) -> ParseError | None:
        """Return why a line is malformed: its verb, its number of words, or a wrong word.

        None if it is well formed, legal or not, or if the cause is unknown.
        """
        if not self.patterns or self.read(action) is not None:
            return None
        words = action.split()
        verb = words[0] if words else ""
        meant = [pattern for pattern in self.patterns if pattern.verb == verb]
        if not meant:
            return ParseError(VERB, verb) if all(each.verb for each in self.patterns) else None
        fitting = [pattern for pattern in meant if self._may_have(pattern, len(words))]
        if fitting:
            return self._wrong_word(fitting, words)
        pattern = next((each for each in meant if each.kinds), None)
        if pattern is None:
            return ParseError(ALONE, verb)
        return ParseError(WORDS, verb, wanted=pattern.roles, kinds=pattern.kinds)

    def _may_have(self, pattern: Pattern, words: int) -> bool:
        """Return whether a line with this number of words can match a pattern."""
        least = len(pattern.parts)
        if any(part.several for part in pattern.parts):
            return words >= least
        return words == least or not all(map(self.vocabulary.is_one_word, pattern.kinds))

    def _wrong_word(self, patterns: Sequence[Pattern], words: Sequence[str]) -> ParseError | None:
        """Return the first word that none of these patterns accepts; None if there is none."""
        reached = [(self._fits_up_to(pattern, words), pattern) for pattern in patterns]
        place = max(each for each, _ in reached)
        if place == len(words):
            return None
        word = words[place]
        parts = [_part_at(pattern, place) for each, pattern in reached if each == place]
        wanted = tuple(dict.fromkeys(part.role for part in parts if part.is_kind))
        kinds = tuple(dict.fromkeys(kind for each in patterns for kind in each.kinds))
        kind = next((k for k in self.vocabulary.kinds_of(word) if not _is_number(word)), "")
        what = OTHER_KIND if kind else UNKNOWN
        return ParseError(what, words[0], word, kind, wanted, kinds)

    def _fits_up_to(self, pattern: Pattern, words: Sequence[str]) -> int:
        """Count the leading words of a line that match a pattern."""
        place = 0
        while place < len(words):
            part = _part_at(pattern, place)
            same = words[place] == part.text
            if not (self.vocabulary.could_be(words[place], part.text) if part.is_kind else same):
                break
            place += 1
        return place

    # -- for tools

    def schema(self, kinds: str = "") -> dict[str, Any]:
        """Return a JSON schema of the actions, as arrays of words. If the names of each kind are
        defined elsewhere, `kinds` is the reference prefix: `#/$defs/`."""
        return {"oneOf": [self._schema(pattern, kinds) for pattern in self.patterns]}

    def _schema(self, pattern: Pattern, kinds: str) -> dict[str, Any]:
        items: list[dict[str, Any]] = []
        for part in pattern.parts:
            if not part.is_kind:
                items.append({"const": part.text})
            elif kinds:
                items.append({"title": part.role, "$ref": f"{kinds}{part.text}"})
            else:
                items.append({"title": part.role, "enum": list(self.vocabulary.names[part.text])})
        several = any(part.several for part in pattern.parts)
        return {
            "type": "array",
            "title": pattern.text,
            "prefixItems": items,
            "items": items[-1] if several else False,
            "minItems": len(items),
        }


def _part_at(pattern: Pattern, place: int) -> PatternPart:
    """Return the part that a word of a line belongs to; the last part may match several."""
    return pattern.parts[min(place, len(pattern.parts) - 1)]


class ActionIds:
    """Stable ids from 0 for everything that can be chosen in a game, the same in all positions.

    If an answer is made of several choices (slots, picks, fields), each choice has an id.
    """

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        by_shape = {pattern.shape: pattern for pattern in grammar.patterns}
        self._patterns = [by_shape[shape] for shape in sorted(by_shape)]
        self._sizes = [self._size(pattern) for pattern in self._patterns]

    def __len__(self) -> int:
        return sum(self._sizes)

    def _size(self, pattern: Pattern) -> int:
        return prod(len(self.grammar.vocabulary.names[kind]) for kind in pattern.kinds)

    @cached_property
    def _starts(self) -> dict[str, int]:
        starts, total = {}, 0
        for pattern, size in zip(self._patterns, self._sizes, strict=True):
            starts[pattern.shape] = total
            total += size
        return starts

    def number(self, choice: str) -> int:
        """Return the id of a choice; KeyError if the grammar does not know it."""
        parsed = self.grammar.read(choice)
        if parsed is None:
            raise KeyError(f"{choice!r} matches no pattern of this game's grammar")
        vocabulary, number = self.grammar.vocabulary, 0
        for kind, name in parsed.things[: len(parsed.pattern.kinds)]:
            number = number * len(vocabulary.names[kind]) + vocabulary.place(name, kind)
        return self._starts[parsed.pattern.shape] + number

    def choice(self, number: int) -> str:
        """Return the choice with an id."""
        if not 0 <= number < len(self):
            raise IndexError(f"action ids go from 0 to {len(self) - 1}, not {number}")
        for pattern, size in zip(self._patterns, self._sizes, strict=True):
            if number < size:
                return self._written(pattern, number)
            number -= size
        raise AssertionError("unreachable")

    def _written(self, pattern: Pattern, number: int) -> str:
        words: list[str] = []
        for part in reversed(pattern.parts):
            if not part.is_kind:
                words.append(part.text)
                continue
            names = self.grammar.vocabulary.names[part.text]
            number, place = divmod(number, len(names))
            words.append(names[place])
        return " ".join(reversed(words))

    def legal(self, decision: ActionBuilder) -> dict[int, str]:
        """Return the legal next choices by id: the mask of a menu.

        Free text has no id.
        """
        blank = decision.blank
        if blank is not None and isinstance(blank.menu, Text):
            return {}
        return {self._number_of(decision.menu, each): each for each in decision.choices()}

    def _number_of(self, menu: Menu, choice: str) -> int:
        """Return the id of a choice; a thing that is picked goes without the verb."""
        if isinstance(menu, Pick):
            return self.number(f"{menu.verb} {choice}")
        return self.number(choice)
