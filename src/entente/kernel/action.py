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
_KEPT = 1 << 14  # parsed actions kept for reuse …
_LONGEST = 200  # … up to this length, so that long texts from clients do not fill the memory


class Action:
    """An action with its words: `move germany-infantry berlin belgium`. Immutable.

    `verb` is the first of its `words` (empty if there is none), `args` are the others;
    `action["to"]` is the word that has this role in the `grammar` of its step. An action equals its
    text, and another action with the same text.
    """

    __slots__ = ("_roles", "args", "grammar", "text", "verb", "words")

    def __init__(self, text: str, grammar: tuple[str, ...] = ()) -> None:
        self.text: Final = text
        self.grammar: Final = grammar
        self.words: Final = tuple(text.split())
        self.verb: Final = self.words[0] if self.words else ""
        self.args: Final = self.words[1:]
        self._roles: Mapping[str, str] | None = None  # until one is asked for

    @property
    def choices(self) -> tuple[Action, ...]:
        """The choice for each slot, in an answer that fills slots; otherwise the action itself."""
        if BETWEEN not in self.text:
            return (self,)
        return tuple([parse_action(each, self.grammar) for each in self.choice_texts])

    @property
    def choice_texts(self) -> list[str]:
        """The texts of these choices."""
        return self.text.split(BETWEEN)

    @property
    def roles(self) -> Mapping[str, str]:
        """The words by role, according to the pattern of the grammar that fits."""
        roles = self._roles
        if roles is None:
            roles = self._roles = _roles(self.grammar, self.words)
        return roles

    def __getitem__(self, role: str) -> str:
        """Return the word with a role: of `move <from:region> <to:region>`, "from" or "to"."""
        roles = self._roles or self.roles
        try:
            return roles[role]
        except KeyError:
            raise KeyError(
                f"{self.text!r} has no {role!r}; its grammar: {list(self.grammar)}"
            ) from None

    def get(self, role: str, default: str = "") -> str:
        """Return the word with a role, or the default if this action has none."""
        return self.roles.get(role, default)

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


def parse_action(text: str, grammar: tuple[str, ...] = ()) -> Action:
    """Return an action, given as text, as the rules read it. Its words have roles if the grammar of
    its step is given: see `DecisionStep.parse`."""
    return _kept(text, grammar) if len(text) <= _LONGEST else Action(text, grammar)


_kept = lru_cache(maxsize=_KEPT)(Action)


def _roles(grammar: tuple[str, ...], words: tuple[str, ...]) -> Mapping[str, str]:
    """Return the words by role. Names of several words have no role."""
    if words:
        for form in _forms(grammar).get(words[0], ()):
            if form.fits(words):
                return {role: words[place] for role, place in form.roles.items()}
    return {}


class _Form:
    """A pattern: the index of the word with each role, and the literal words after the verb."""

    __slots__ = ("literals", "roles", "several", "size")

    def __init__(self, pattern: Pattern) -> None:
        parts = list(enumerate(pattern.parts))
        self.roles: Final = {part.role: place for place, part in parts if part.is_kind}
        self.literals: Final = [(place, part.text) for place, part in parts[1:] if not part.is_kind]
        self.size: Final = len(parts)
        self.several: Final = pattern.parts[-1].several

    def fits(self, words: tuple[str, ...]) -> bool:
        """Return whether words have the form of the pattern, given that the verb is the same."""
        if len(words) != self.size and not (self.several and len(words) > self.size):
            return False
        return all(words[place] == text for place, text in self.literals)


@cache
def _forms(grammar: tuple[str, ...]) -> Mapping[str, list[_Form]]:
    """Return the patterns of a grammar by verb."""
    forms: dict[str, list[_Form]] = {}
    for pattern in map(Pattern, grammar):
        if pattern.verb:
            forms.setdefault(pattern.verb, []).append(_Form(pattern))
    return forms
