"""The policy and value network of a game.

Two layers read the features of a view. The value head adds its output to the log-odds of the game's
evaluation (`base`), so an untrained network equals the evaluation. The policy head multiplies the
second layer with the token embeddings of each action.

This is the network as NumPy arrays, used by self-play and for export. `training` has it in torch,
`onnx_file` writes it for onnxruntime.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from math import atanh, tanh
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from entente.learning.action_vocabulary import PADDING, TokenIds
from entente.learning.files import write_whole

Array = Any  # a NumPy array; untyped
Arrays = Mapping[str, Array]

FIRST, SECOND, WIDTH = 128, 64, 32  # layer sizes and embedding width
SURE = 0.995  # bound on the evaluation before taking log-odds

NAMES = ("w1", "b1", "w2", "b2", "value", "value_b", "scale", "look", "words", "liking")


class PolicyValueNetwork(Protocol):
    """Anything that runs a network."""

    def value(self, features: Sequence[float], base: float) -> float:
        """Return the value for the seat, from -1 (lost) to 1 (won)."""
        ...

    def policy_logits(self, features: Sequence[float], actions: Sequence[TokenIds]) -> list[float]:
        """Return the logit of each action."""
        ...


class Network:
    """A network as NumPy arrays."""

    def __init__(self, arrays: Arrays) -> None:
        self.arrays = {name: np.asarray(arrays[name], dtype=np.float32) for name in NAMES}
        (self._w1, self._b1, self._w2, self._b2, self._value, self._value_b, self._scale) = (
            self.arrays[name] for name in NAMES[:7]
        )
        self._query, self._embeddings, self._bias = (self.arrays[name] for name in NAMES[7:])

    @classmethod
    def new(cls, features: int, tokens: int, seed: int = 0) -> Network:
        """Return an untrained network: its value equals the evaluation."""
        rng = np.random.default_rng(seed)

        def initial(ins: int, outs: int) -> Array:
            return rng.standard_normal((ins, outs)) * (2 / ins) ** 0.5

        return cls(
            {
                "w1": initial(features, FIRST) * 0.5,
                "b1": np.zeros(FIRST),
                "w2": initial(FIRST, SECOND),
                "b2": np.zeros(SECOND),
                "value": np.zeros(SECOND),
                "value_b": np.zeros(1),
                "scale": np.ones(1),
                "look": initial(SECOND, WIDTH),
                "words": rng.standard_normal((tokens, WIDTH)) * 0.05,
                "liking": np.zeros(tokens),
            }
        )

    @property
    def shape(self) -> tuple[int, int]:
        """The number of features and of tokens."""
        return int(self._w1.shape[0]), int(self._embeddings.shape[0])

    def value(self, features: Sequence[float], base: float) -> float:
        own = self._second(features) @ self._value
        return tanh(float(self._scale[0] * base + own + self._value_b[0]) / 2)

    def policy_logits(self, features: Sequence[float], actions: Sequence[TokenIds]) -> list[float]:
        words = np.asarray(actions, dtype=np.int64)
        mask = (words != PADDING)[:, :, None]
        scores = (self._embeddings[words] * mask).sum(1) @ (self._second(features) @ self._query)
        logits: list[float] = (scores + (self._bias[words] * mask[:, :, 0]).sum(1)).tolist()
        return logits

    def _second(self, features: Sequence[float]) -> Array:
        first = np.maximum(np.asarray(features, dtype=np.float32) @ self._w1 + self._b1, 0)
        return np.maximum(first @ self._w2 + self._b2, 0)

    def save(self, path: Path) -> None:
        """Write to a file atomically."""
        out = BytesIO()
        np.savez(out, **self.arrays)
        write_whole(path, out.getvalue())

    @classmethod
    def load(cls, path: Path) -> Network:
        with np.load(path) as file:
            return cls({name: file[name] for name in NAMES})


def log_odds(value: float) -> float:
    """Convert an evaluation to log-odds."""
    return 2 * atanh(max(-SURE, min(SURE, value)))
