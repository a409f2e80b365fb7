"""Actions as numbers of their words: what a policy knows an action by.

An action is `move germany-infantry berlin poland`: a verb and things of the game, each of which has
a number of its own. A pair of the step that asks and a word has one of a fixed number of places,
and so has each pair of neighbours (from where, to where); two pairs may share one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any
from zlib import crc32

from entente.kernel import Game

MOST = 12  # numbers of an action; what is longer is cut off
SHARED = 1024  # places for pairs, and for words that no grammar knows
NOTHING = 0  # fills up what is shorter

Numbers = tuple[int, ...]


class ActionVocabulary:
    """The numbers of a game. `len` is how many there are."""

    def __init__(self, game: Game[Any, Any]) -> None:
        names = (name for names in game.vocabulary.names.values() for name in names)
        patterns = (text for ask in game.steps.asking.values() for text in ask.grammar)
        verbs = (word for text in patterns for word in text.split() if "<" not in word)
        known = dict.fromkeys([*names, *verbs])
        self._known = {word: place for place, word in enumerate(known, 1)}
        self._shared = len(self._known) + 1
        self.numbers = lru_cache(maxsize=1 << 16)(self._numbers)

    def __len__(self) -> int:
        return self._shared + SHARED

    def all(self, step: str, actions: Sequence[str]) -> list[Numbers]:
        """The numbers of some actions that answer a step, all of the same length."""
        return [self.numbers(step, action) for action in actions]

    def _numbers(self, step: str, action: str) -> Numbers:
        words = action.replace(";", " ").split()
        found = [self._known.get(word) or self._place(word) for word in words]
        found += [self._place(f"{step} {word}") for word in words]
        found += [self._place(f"{a} {b}") for a, b in pairwise(words)]
        return tuple((found + [NOTHING] * MOST)[:MOST])

    def _place(self, text: str) -> int:
        return self._shared + crc32(text.encode()) % SHARED
