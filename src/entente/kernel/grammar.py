"""The grammar of actions: how they are written, as data, declared once at the question.

A pattern is a line of words, some of them kinds of things: `move <tile> <region> <region>`. A kind
is a list of names in a fixed order, which may have several words (`A VIE`); `<tile>*` stands for
one tile or more. From the patterns of a question follow what an action points at, why a line makes
no sense, and which answers a tool may give; from those of all questions of a game a numbering of
everything that can ever be said in it, with a mask for what may be said now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

from entente.kernel.menu import Menu, Pick
from entente.kernel.message import Refusal, refuse
from entente.kernel.piecewise import Piecewise

Kinds = Mapping[str, Sequence[str]]


class Word(NamedTuple):
    """A thing that an action names: what kind of thing, and which."""

    kind: str
    name: str


class Part(NamedTuple):
    """A part of a pattern: a word that stands there, or a kind of thing."""

    text: str
    is_kind: bool = False
    several: bool = False


class Pattern:
    """One way of writing an action."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.parts = tuple(_part(word) for word in text.split())

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


def _part(word: str) -> Part:
    several = word.endswith(">*")
    if word.startswith("<") and (several or word.endswith(">")):
        return Part(word[1:].rstrip("*").removesuffix(">"), True, several)
    return Part(word)


class Vocabulary:
    """The names of each kind of thing in a game."""

    def __init__(self, kinds: Kinds) -> None:
        self.names = {kind: tuple(names) for kind, names in kinds.items()}
        self._place = {
            kind: {name: place for place, name in enumerate(names)}
            for kind, names in self.names.items()
        }
        self._lengths = {
            kind: sorted({name.count(" ") + 1 for name in names}, reverse=True)
            for kind, names in self.names.items()
        }

    def is_a(self, name: str, kind: str) -> bool:
        return name in self._place.get(kind, ())

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


class Reading(NamedTuple):
    """An action understood: by which pattern, and the things it names."""

    pattern: Pattern
    things: tuple[Word, ...]


class Grammar:
    """How the actions of a question, or of a whole game, are written."""

    def __init__(self, patterns: Sequence[str], vocabulary: Vocabulary) -> None:
        self.patterns = tuple(Pattern(text) for text in dict.fromkeys(patterns))
        self.vocabulary = vocabulary

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

    def misread(self, action: str, section: str) -> Refusal | None:
        """Why a line makes no sense as an answer: the verb, how many words, a wrong word.

        None where it does make sense, allowed or not, or where there is no telling.
        """
        if not self.patterns or self.read(action) is not None:
            return None
        verb, *words = action.split() or [""]
        meant = [pattern for pattern in self.patterns if pattern.verb == verb]
        if not meant:
            if not all(pattern.verb for pattern in self.patterns):
                return None
            return refuse(section, "kernel.verb", verb=verb, verbs=list(self.verbs))
        pattern = meant[0]
        if not pattern.kinds:
            return refuse(section, "kernel.alone", verb=verb)
        for word, part in zip(words, pattern.parts[1:], strict=False):
            if part.is_kind and not self.vocabulary.is_a(word, part.text):
                return refuse(section, "kernel.unknown_word", word=word, kind=part.text)
        return refuse(section, "kernel.words", verb=verb, kinds=list(pattern.kinds))

    # -- for tools

    def schema(self) -> dict[str, Any]:
        """A JSON schema of the actions, for tools that fill one in word by word."""
        return {"oneOf": [self._schema(pattern) for pattern in self.patterns]}

    def _schema(self, pattern: Pattern) -> dict[str, Any]:
        items: list[dict[str, Any]] = []
        for part in pattern.parts:
            if not part.is_kind:
                items.append({"const": part.text})
            else:
                items.append({"title": part.text, "enum": list(self.vocabulary.names[part.text])})
        several = any(part.several for part in pattern.parts)
        return {
            "type": "array",
            "title": pattern.text,
            "prefixItems": items,
            "items": items[-1] if several else False,
            "minItems": len(items),
        }


class Numbering:
    """Everything that can be said in a game by numbers from 0 on, the same in all its positions.

    Where an answer is made of several choices (slots, picks, fields), each choice has a number.
    """

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self._patterns = sorted(grammar.patterns, key=lambda pattern: pattern.text)
        self._sizes = [self._size(pattern) for pattern in self._patterns]

    def __len__(self) -> int:
        return sum(self._sizes)

    def _size(self, pattern: Pattern) -> int:
        return prod(len(self.grammar.vocabulary.names[kind]) for kind in pattern.kinds)

    @cached_property
    def _starts(self) -> dict[str, int]:
        starts, total = {}, 0
        for pattern, size in zip(self._patterns, self._sizes, strict=True):
            starts[pattern.text] = total
            total += size
        return starts

    def number(self, choice: str) -> int:
        """The number of a choice; KeyError for what cannot be said in this game."""
        found = self.grammar.read(choice)
        if found is None:
            raise KeyError(choice)
        vocabulary, number = self.grammar.vocabulary, 0
        for kind, name in found.things[: len(found.pattern.kinds)]:
            number = number * len(vocabulary.names[kind]) + vocabulary.place(name, kind)
        return self._starts[found.pattern.text] + number

    def choice(self, number: int) -> str:
        """The choice of a number."""
        if not 0 <= number < len(self):
            raise IndexError(number)
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

    def offered(self, decision: Piecewise) -> dict[int, str]:
        """The numbers of what may be chosen next, each with its choice: the mask of a menu."""
        return {self._number_of(decision.menu, each): each for each in decision.choices()}

    def _number_of(self, menu: Menu, choice: str) -> int:
        """Of things that are picked, the verb goes without saying."""
        if isinstance(menu, Pick):
            return self.number(f"{menu.verb} {choice}")
        return self.number(choice)
