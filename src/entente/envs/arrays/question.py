"""The decision of a seat and the parts it has chosen, as numbers."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

from entente.envs.env_state import EnvSpec, PartialAction
from entente.envs.extras import Array
from entente.kernel.blocks import BlockInfo
from entente.kernel.grammar import ParsedAction

BUCKETS = 64  # for words outside the game's vocabulary
MOST = 16  # parts of one kind in an action

BLOCKS = {
    "step": BlockInfo(1, "the step of the game that asks the seat"),
    "slot": BlockInfo(1, "what the next part is about: a unit, a field, a place"),
    "ways": BlockInfo(MOST, "how often each pattern of an action was chosen so far"),
    "words": BlockInfo(MOST, "how often each thing was named so far"),
}


class QuestionArray:
    """The step and slot of the decision, and counts of the patterns and things in the parts chosen
    so far."""

    def __init__(self, spec: EnvSpec) -> None:
        game = spec.game
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
        """The slice of each block."""
        ends, slices = 0, {}
        parts = {
            "step": len(self._steps),
            "slot": self._words,
            "ways": len(self._patterns),
            "words": self._words,
        }
        for name, size in parts.items():
            slices[name] = slice(ends, ends + size)
            ends += size
        return slices

    def write(self, partial: PartialAction | None, out: Array) -> None:
        """Write into an array of zeros; nothing if the seat has no decision."""
        if partial is None:
            return
        for place, amount in self._amounts(partial).items():
            out[place] = amount

    def write_scaled(self, partial: PartialAction, out: Array, start: int) -> None:
        """Write the same into zeros from an index on, as fractions of the largest amounts."""
        first_count = len(self._steps) + self._words
        for place, amount in self._amounts(partial).items():
            out[start + place] = amount if place < first_count else min(1.0, amount / MOST)

    def _amounts(self, partial: PartialAction) -> dict[int, int]:
        """Return the amounts that are not 0, by place."""
        step, slot = partial.decision.step, partial.builder.slot
        amounts = {self._steps[step]: 1}
        start = len(self._steps)
        if slot:
            amounts[start + self._place(slot)] = 1
        ways, words = start + self._words, start + self._words + len(self._patterns)
        for label in partial.labels:
            way, things = self._things(step, label)
            if way is not None:
                amounts[ways + way] = amounts.get(ways + way, 0) + 1
            for thing in things:
                amounts[words + thing] = amounts.get(words + thing, 0) + 1
        return amounts

    def _place(self, word: str) -> int:
        known = self._names.get(word)
        return len(self._names) + crc32(word.encode()) % BUCKETS if known is None else known

    def _find_things(self, step: str, label: str) -> tuple[int | None, tuple[int, ...]]:
        parsed: ParsedAction | None = self._game.grammar(step).read(label)
        if parsed is None:
            return None, (self._place(label),)
        way = self._patterns[parsed.pattern.text]
        return way, tuple(self._place(name) for _, name in parsed.things)
