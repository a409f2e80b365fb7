"""A parsed action: the text that menus, records and the wire hold, as the rules read it.

The kernel makes one when it hands an action to a step, so that no rule splits a text. The text is
split when a word is first asked for, and only once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from entente.kernel.grammar import Pattern

BETWEEN = "; "  # separates the choices of an answer that fills slots


class Action:
    """An action with its words: `move germany-infantry berlin belgium`. Immutable.

    `action["to"]` is the word that has this role in the `grammar` of its step. An action equals its
    text, and another action with the same text.
    """

    __slots__ = ("_args", "_roles", "_words", "grammar", "text")

    def __init__(self, text: str, grammar: tuple[str, ...] = ()) -> None:
        self.text: Final = text
        self.grammar: Final = grammar
        self._words: tuple[str, ...] | None = None
        self._args: tuple[str, ...] | None = None
        self._roles: Mapping[str, int] | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """All its words."""
        words = self._words
        if words is None:
            words = self._words = tuple(self.text.split())
        return words

    @property
    def verb(self) -> str:
        """The first word; empty in an empty text."""
        words = self.words
        return words[0] if words else ""

    @property
    def args(self) -> tuple[str, ...]:
        """The words after the verb."""
        args = self._args
        if args is None:
            args = self._args = self.words[1:]
        return args

    @property
    def choices(self) -> tuple[Action, ...]:
        """The choice for each slot, in an answer that fills slots; otherwise the action itself."""
        if BETWEEN not in self.text:
            return (self,)
        return tuple([Action(each, self.grammar) for each in self.text.split(BETWEEN)])

    @property
    def roles(self) -> Mapping[str, int]:
        """The index of the word with each role, by the pattern of the grammar that fits."""
        roles = self._roles
        if roles is None:
            roles = self._roles = _roles(self.grammar, self.words)
        return roles

    def __getitem__(self, role: str) -> str:
        """Return the word with a role: of `move <from:region> <to:region>`, "from" or "to"."""
        place = self.roles.get(role)
        if place is None:
            raise KeyError(f"{self.text!r} has no {role!r}; its grammar: {list(self.grammar)}")
        return self.words[place]

    def get(self, role: str, default: str = "") -> str:
        """Return the word with a role, or the default if this action has none."""
        place = self.roles.get(role)
        return default if place is None else self.words[place]

    def number(self, role: str) -> int:
        """Return the number with a role."""
        return int(self[role])

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return self.text == other
        return isinstance(other, Action) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Action({self.text!r})"


def _roles(grammar: tuple[str, ...], words: tuple[str, ...]) -> Mapping[str, int]:
    """Return the index of the word with each role. Names of several words have no role."""
    for pattern, roles in _patterns(grammar):
        if _fits(pattern, words):
            return roles
    return {}


def _fits(pattern: Pattern, words: tuple[str, ...]) -> bool:
    """Whether words have the form of a pattern."""
    parts = pattern.parts
    if len(words) != len(parts) and not (parts[-1].several and len(words) > len(parts)):
        return False
    for part, word in zip(parts, words, strict=False):
        if not part.is_kind and part.text != word:
            return False
    return True


@cache
def _patterns(grammar: tuple[str, ...]) -> tuple[tuple[Pattern, Mapping[str, int]], ...]:
    """Return the patterns of a grammar, each with the index of each role."""
    patterns = [Pattern(text) for text in grammar]
    return tuple(
        (each, {part.role: place for place, part in enumerate(each.parts) if part.is_kind})
        for each in patterns
    )
