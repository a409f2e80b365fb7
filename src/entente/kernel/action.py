"""A parsed action: the text that menus, records and the wire hold, as the rules read it.

The kernel parses an action when it hands it to a step; players and clients call `parse_action`. An
action is parsed once: the same text yields the same object as long as it is in use.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from entente.kernel.grammar import Pattern

BETWEEN = "; "  # separates the choices of an answer that fills slots
_KEPT = 1 << 14  # parsed actions kept for reuse


class Action:
    """An action with its words: `move germany-infantry berlin belgium`. Immutable.

    `verb` is the first word, `args` are the others. `action["to"]` is the word that has this role
    in the `grammar` of its step. An action equals its text, and another action with the same text.
    """

    __slots__ = ("_roles", "args", "grammar", "text", "verb", "words")

    def __init__(self, text: str, grammar: tuple[str, ...] = ()) -> None:
        words = tuple(text.split())
        self.text: Final = text
        self.grammar: Final = grammar
        self.words: Final = words
        self.verb: Final = words[0] if words else ""
        self.args: Final = words[1:]
        self._roles: Mapping[str, int] | None = None

    @property
    def choices(self) -> tuple[Action, ...]:
        """The choice for each slot, in an answer that fills slots; otherwise the action itself."""
        if BETWEEN not in self.text:
            return (self,)
        return tuple([parse_action(each, self.grammar) for each in self.text.split(BETWEEN)])

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


@lru_cache(maxsize=_KEPT)
def parse_action(text: str, grammar: tuple[str, ...] = ()) -> Action:
    """Return an action, given as text, as the rules read it. Its words have roles if the grammar of
    its step is given: see `DecisionStep.parse`."""
    return Action(text, grammar)


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
