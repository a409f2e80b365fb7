"""Actions as token ids, the input of the policy.

An action such as `move germany-infantry berlin poland` is a verb and things of the game, each with
its own id. Each pair of step and word, and each pair of neighbouring words (from, to), is hashed
into a fixed number of buckets; two pairs may share one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any
from zlib import crc32

from entente.kernel import Game

MAX_TOKENS = 12  # per action; longer ones are truncated
HASH_BUCKETS = 1024  # for pairs and words outside the grammar
PADDING = 0

TokenIds = tuple[int, ...]


class ActionVocabulary:
    """The tokens of a game; `len` is their number."""

    def __init__(self, game: Game[Any, Any]) -> None:
        names = (name for names in game.vocabulary.names.values() for name in names)
        patterns = (text for ask in game.steps.asking.values() for text in ask.grammar)
        verbs = (word for text in patterns for word in text.split() if "<" not in word)
        known = dict.fromkeys([*names, *verbs])
        self._known = {word: place for place, word in enumerate(known, 1)}
        self._shared = len(self._known) + 1
        self.encode = lru_cache(maxsize=1 << 16)(self._encode)

    def __len__(self) -> int:
        return self._shared + HASH_BUCKETS

    def encode_all(self, step: str, actions: Sequence[str]) -> list[TokenIds]:
        """Encode actions of a step, padded to the same length."""
        return [self.encode(step, action) for action in actions]

    def _encode(self, step: str, action: str) -> TokenIds:
        words = action.replace(";", " ").split()
        tokens = [self._known.get(word) or self._place(word) for word in words]
        tokens += [self._place(f"{step} {word}") for word in words]
        tokens += [self._place(f"{a} {b}") for a, b in pairwise(words)]
        return tuple((tokens + [PADDING] * MAX_TOKENS)[:MAX_TOKENS])

    def _place(self, text: str) -> int:
        return self._shared + crc32(text.encode()) % HASH_BUCKETS
