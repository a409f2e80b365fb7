"""The grammar of actions: how they are written, as data, declared once at the question.

A pattern is a line of words, some of them kinds of things: `move <tile> <from:region> <to:region>`.
A kind is a list of names in a fixed order, which may have several words (`A VIE`). What a thing is
there for may be said before its kind; refusals then call it so. `<tile>*` stands for one tile or
more. From the patterns of a question follow what an action points at, why a line makes
no sense, and which answers a tool may give; from those of all questions of a game a numbering of
everything that can ever be said in it, with a mask for what may be said now.
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


class Word(NamedTuple):
    """A thing that an action names: what kind of thing, and which."""

    kind: str
    name: str


class Part(NamedTuple):
    """A part of a pattern: a word that stands there, or a kind of thing and what it is for."""

    text: str
    is_kind: bool = False
    several: bool = False
    role: str = ""


class Pattern:
    """One way of writing an action."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.parts = tuple(_part(word) for word in text.split())
        if not self.parts:
            raise ValueError("a pattern of the grammar is empty: there must be a word at least")

    def __repr__(self) -> str:
        return f"Pattern({self.text!r})"

    @property
    def verb(self) -> str:
        """The word it begins with; empty where it begins with a thing."""
        first = self.parts[0]
        return "" if first.is_kind else first.text

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of its things, in order."""
        return tuple(part.text for part in self.parts if part.is_kind)

    @property
    def roles(self) -> tuple[str, ...]:
        """What its things are there for, in order: what refusals call them."""
        return tuple(part.role for part in self.parts if part.is_kind)

    @property
    def shape(self) -> str:
        """The pattern without what its things are there for."""
        return " ".join(_shape(part) for part in self.parts)


def _part(word: str) -> Part:
    several = word.endswith(">*")
    if word.startswith("<") and (several or word.endswith(">")):
        role, _, kind = word[1:].rstrip("*").removesuffix(">").rpartition(":")
        return Part(kind, True, several, role or kind)
    return Part(word)


def _shape(part: Part) -> str:
    return f"<{part.text}>{'*' * part.several}" if part.is_kind else part.text


class Vocabulary:
    """The names of each kind of thing in a game."""

    def __init__(self, kinds: Kinds) -> None:
        for kind, names in kinds.items():
            if isinstance(names, str):
                raise TypeError(f"the names of the kind {kind!r} are a text, not a list of texts")
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
        """The same, but numbers are all alike: which of them may be said is for the rules."""
        return self.is_a(word, kind) or (kind in self._numbers and _is_number(word))

    def is_one_word(self, kind: str) -> bool:
        """Whether all names of a kind are single words."""
        return self._lengths.get(kind, [1]) == [1]

    def place(self, name: str, kind: str) -> int:
        """The number of a name among those of its kind."""
        return self._place[kind][name]

    def kinds_of(self, name: str) -> list[str]:
        """What a name may stand for."""
        return [kind for kind, names in self._place.items() if name in names]

    def begins(self, words: Sequence[str], kind: str) -> Iterator[str]:
        """The names of a kind that a line may begin with, the longest first."""
        for length in self._lengths.get(kind, ()):
            name = " ".join(words[:length])
            if length <= len(words) and name in self._place[kind]:
                yield name


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal()


class Reading(NamedTuple):
    """An action understood: by which pattern, and the things it names."""

    pattern: Pattern
    things: tuple[Word, ...]


VERB, ALONE, WORDS, UNKNOWN, OTHER_KIND = "verb", "alone", "words", "unknown_word", "other_kind"


class ParseError(NamedTuple):
    """Why a line makes no sense as an answer, whatever the rules say.

    `what` is wrong: the verb, that anything follows it, how many words do, or a `word` that names
    nothing, or a thing of another `kind`. `wanted` is what should be there, as refusals call it,
    and `kinds` are its kinds.
    """

    what: str
    verb: str
    word: str = ""
    kind: str = ""
    wanted: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()

    def refusal(self, section: str, verbs: Sequence[str]) -> Refusal:
        """The same in words; `verbs` are those of what may be done."""
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
    """A line begins with a word with which nothing can be done here."""
    return refuse(section, "kernel.verb", verb=verb, verbs=list(verbs))


def other_kind(section: str, thing: str, kind: str, wanted: Sequence[str]) -> Refusal:
    """A thing was named that is none of those wanted."""
    return refuse(section, "kernel.other_kind", thing=thing, kind=kind, wanted=list(wanted))


class Grammar:
    """How the actions of a question, or of a whole game, are written."""

    def __init__(self, patterns: Sequence[str], vocabulary: Vocabulary) -> None:
        self.patterns = tuple(Pattern(text) for text in dict.fromkeys(patterns))
        self.vocabulary = vocabulary
        for pattern in self.patterns:
            for kind in pattern.kinds:
                if kind not in vocabulary.names:
                    raise ValueError(f"{pattern.text!r}: the game has no kind {kind!r}")

    def read(self, action: str) -> Reading | None:
        """What an action says; None if it is written in none of these ways."""
        words = action.split()
        for pattern in self.patterns:
            things = self._match(pattern.parts, words)
            if things is not None:
                return Reading(pattern, tuple(things))
        return None

    def _match(self, parts: Sequence[Part], words: Sequence[str]) -> list[Word] | None:
        if not parts:
            return None if words else []
        first, rest = parts[0], parts[1:]
        if not first.is_kind:
            same = bool(words) and words[0] == first.text
            return self._match(rest, words[1:]) if same else None
        for name in self.vocabulary.begins(words, first.text):
            left = words[name.count(" ") + 1 :]
            found = self._match(rest, left)
            if found is None and first.several:
                found = self._match(parts, left)
            if found is not None:
                return [Word(first.text, name), *found]
        return None

    @property
    def verbs(self) -> tuple[str, ...]:
        """The words that actions begin with."""
        return tuple(dict.fromkeys(p.verb for p in self.patterns if p.verb))

    # -- what makes no sense

    def explain_parse_error(
        self, action: str, section: str, verbs: Sequence[str] = ()
    ) -> Refusal | None:
        """The refusal of a line that makes no sense; `verbs` are those of what may be done now."""
        problem = self.parse_error(action)
        return None if problem is None else problem.refusal(section, verbs or self.verbs)

    def parse_error(self, action: str) -> ParseError | None:
        """Why a line makes no sense as an answer: the verb, how many words, a wrong word.

        None where it does make sense, allowed or not, or where there is no telling.
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
        """Whether a line of so many words may be written by a pattern."""
        least = len(pattern.parts)
        if any(part.several for part in pattern.parts):
            return words >= least
        return words == least or not all(map(self.vocabulary.is_one_word, pattern.kinds))

    def _wrong_word(self, patterns: Sequence[Pattern], words: Sequence[str]) -> ParseError | None:
        """The first word that none of these patterns has a place for; None: there is none."""
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
        """How many words of a line are what the pattern has at their place."""
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
        """A JSON schema of the actions, for tools that fill one in word by word. Where the names of
        a kind are long lists that stand elsewhere, `kinds` says where: `#/$defs/`."""
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


def _part_at(pattern: Pattern, place: int) -> Part:
    """The part that a word of a line belongs to; the last may stand for several."""
    return pattern.parts[min(place, len(pattern.parts) - 1)]


class ActionIds:
    """Everything that can be said in a game by numbers from 0 on, the same in all its positions.

    Where an answer is made of several choices (slots, picks, fields), each choice has a number.
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
        """The number of a choice; KeyError for what cannot be said in this game."""
        found = self.grammar.read(choice)
        if found is None:
            raise KeyError(
                f"{choice!r} is written in none of the ways that this game's grammar knows"
            )
        vocabulary, number = self.grammar.vocabulary, 0
        for kind, name in found.things[: len(found.pattern.kinds)]:
            number = number * len(vocabulary.names[kind]) + vocabulary.place(name, kind)
        return self._starts[found.pattern.shape] + number

    def choice(self, number: int) -> str:
        """The choice of a number."""
        if not 0 <= number < len(self):
            raise IndexError(f"there are {len(self)} things to say, numbered from 0: not {number}")
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
        """The numbers of what may be chosen next, each with its choice: the mask of a menu.

        A text is not chosen, and has no number.
        """
        blank = decision.blank
        if blank is not None and isinstance(blank.menu, Text):
            return {}
        return {self._number_of(decision.menu, each): each for each in decision.choices()}

    def _number_of(self, menu: Menu, choice: str) -> int:
        """Of things that are picked, the verb goes without saying."""
        if isinstance(menu, Pick):
            return self.number(f"{menu.verb} {choice}")
        return self.number(choice)
