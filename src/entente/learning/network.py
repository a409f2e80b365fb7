"""The network of a game: how a seat stands, and what it would try first.

Two layers read the row of a view. The value adds what they say to what the game's evaluation says
(`base`), so that a network that has learned nothing stands exactly where the evaluation does. The
policy holds the second layer against the words of each action.

This is the network as plain arrays: what self-play thinks with, and what is exported. `training`
has the same one in torch, `onnx_file` writes it for onnxruntime.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from math import atanh, tanh
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from entente.learning.action_vocabulary import NOTHING, Numbers
from entente.learning.files import write_whole

Array = Any  # a NumPy array; its types are not looked at
Arrays = Mapping[str, Array]

FIRST, SECOND, WIDTH = 128, 64, 32  # numbers in the layers, and of a word
SURE = 0.995  # no evaluation is surer than this

NAMES = ("w1", "b1", "w2", "b2", "value", "value_b", "scale", "look", "words", "liking")


class Judge(Protocol):
    """Whatever runs a network."""

    def value(self, row: Sequence[float], base: float) -> float:
        """How the seat of a row stands: from -1, it has lost, to 1, it has won."""
        ...

    def policy_logits(self, row: Sequence[float], actions: Sequence[Numbers]) -> list[float]:
        """How much is to be said for each action; more is better."""
        ...


class Network:
    """A network of plain arrays."""

    def __init__(self, arrays: Arrays) -> None:
        self.arrays = {name: np.asarray(arrays[name], dtype=np.float32) for name in NAMES}
        (self._w1, self._b1, self._w2, self._b2, self._value, self._value_b, self._scale) = (
            self.arrays[name] for name in NAMES[:7]
        )
        self._look, self._words, self._liking = (self.arrays[name] for name in NAMES[7:])

    @classmethod
    def new(cls, row: int, words: int, seed: int = 0) -> Network:
        """One that has learned nothing: its value is the evaluation's."""
        rng = np.random.default_rng(seed)

        def drawn(ins: int, outs: int) -> Array:
            return rng.standard_normal((ins, outs)) * (2 / ins) ** 0.5

        return cls(
            {
                "w1": drawn(row, FIRST) * 0.5,
                "b1": np.zeros(FIRST),
                "w2": drawn(FIRST, SECOND),
                "b2": np.zeros(SECOND),
                "value": np.zeros(SECOND),
                "value_b": np.zeros(1),
                "scale": np.ones(1),
                "look": drawn(SECOND, WIDTH),
                "words": rng.standard_normal((words, WIDTH)) * 0.05,
                "liking": np.zeros(words),
            }
        )

    @property
    def shape(self) -> tuple[int, int]:
        """How many numbers a row has, and how many words there are."""
        return int(self._w1.shape[0]), int(self._words.shape[0])

    def value(self, row: Sequence[float], base: float) -> float:
        own = self._second(row) @ self._value
        return tanh(float(self._scale[0] * base + own + self._value_b[0]) / 2)

    def policy_logits(self, row: Sequence[float], actions: Sequence[Numbers]) -> list[float]:
        words = np.asarray(actions, dtype=np.int64)
        there = (words != NOTHING)[:, :, None]
        meant = (self._words[words] * there).sum(1) @ (self._second(row) @ self._look)
        found: list[float] = (meant + (self._liking[words] * there[:, :, 0]).sum(1)).tolist()
        return found

    def _second(self, row: Sequence[float]) -> Array:
        first = np.maximum(np.asarray(row, dtype=np.float32) @ self._w1 + self._b1, 0)
        return np.maximum(first @ self._w2 + self._b2, 0)

    def save(self, path: Path) -> None:
        """Into a file, through a second one: a crash leaves the old one or the new one."""
        out = BytesIO()
        np.savez(out, **self.arrays)
        write_whole(path, out.getvalue())

    @classmethod
    def load(cls, path: Path) -> Network:
        with np.load(path) as file:
            return cls({name: file[name] for name in NAMES})


def base_of(worth: float) -> float:
    """What an evaluation says, as the logarithm of the odds."""
    return 2 * atanh(max(-SURE, min(SURE, worth)))
