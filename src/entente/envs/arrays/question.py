"""What a seat is asked, and what it has chosen of its answer so far, as numbers."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

from entente.envs.arrays.layout import Array
from entente.envs.env_state import EnvSpec, PartialAction
from entente.kernel.grammar import ParsedAction

BUCKETS = 64  # for words that are not in the game's vocabulary


class QuestionArray:
    """The step that asks, the slot it asks for, and of the pieces chosen so far in which ways they
    are written and which things they name, as counts."""

    def __init__(self, setting: EnvSpec) -> None:
        game = setting.game
        self._game = game
        self._steps = {step: place for place, step in enumerate(game.steps.asking)}
        names = dict.fromkeys(name for names in game.vocabulary.names.values() for name in names)
        self._names = {name: place for place, name in enumerate(names)}
        patterns = [text for ask in game.steps.asking.values() for text in ask.grammar]
        self._patterns = {text: place for place, text in enumerate(dict.fromkeys(patterns))}
        self._words = len(self._names) + BUCKETS
        self.size = len(self._steps) + self._words + len(self._patterns) + self._words
        self._things = lru_cache(maxsize=1 << 16)(self._find_things)

    @property
    def slices(self) -> dict[str, slice]:
        """Where the parts stand."""
        ends, found = 0, {}
        parts = {
            "step": len(self._steps),
            "slot": self._words,
            "ways": len(self._patterns),
            "words": self._words,
        }
        for name, size in parts.items():
            found[name] = slice(ends, ends + size)
            ends += size
        return found

    def write(self, making: PartialAction | None, out: Array) -> None:
        """Fill in an array of zeros; nothing where a seat is not asked."""
        if making is None:
            return
        out[self._steps[making.decision.step]] = 1
        start = len(self._steps)
        if making.pieces.slot:
            out[start + self._place(making.pieces.slot)] = 1
        ways, words = start + self._words, start + self._words + len(self._patterns)
        for said in making.said:
            way, things = self._things(making.decision.step, said)
            if way is not None:
                out[ways + way] += 1
            for thing in things:
                out[words + thing] += 1

    def _place(self, word: str) -> int:
        known = self._names.get(word)
        return len(self._names) + crc32(word.encode()) % BUCKETS if known is None else known

    def _find_things(self, step: str, said: str) -> tuple[int | None, tuple[int, ...]]:
        found: ParsedAction | None = self._game.grammar(step).read(said)
        if found is None:
            return None, (self._place(said),)
        way = self._patterns[found.pattern.text]
        return way, tuple(self._place(name) for _, name in found.things)
