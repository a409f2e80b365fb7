"""Sets of orders drawn from a network, and its value of positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch

from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.geography import standard_map
from examples.diplomacy_expert.network import PolicyValueNetwork, load
from examples.diplomacy_expert.positions import Choices, choices, restore

Array = Any
PROVINCE_OF = np.frombuffer(standard_map().near, np.uint8)[
    at.PROVINCE_OF : at.PROVINCE_OF + at.LOCATIONS
].astype(np.int64)
NEVER = -1e9


class Policy:
    """A network on a device, asked for one position at a time."""

    def __init__(self, network: PolicyValueNetwork, device: str = "cpu") -> None:
        self.network, self.device = network.eval(), device

    @classmethod
    def from_file(cls, path: Path, device: str = "cpu") -> Policy:
        return cls(load(path, device), device)

    def sample(self, kept: Array, number: int, temperature: float, rng: Any) -> Array:
        """Return sets of orders for all units of a position: `number` × units."""
        known = choices(restore(kept[None]))
        with torch.inference_mode():
            board = self._tensor(kept[None])
            features, _ = self.network(board)
            scores = self.network.end_scores(features, board, self._tensor(known.ends))[0]
            scores = scores.cpu().numpy() / temperature
            ends = draw_ends(kept, scores, known.ends[0], number, rng)
            stay_scores = self.network.stay_scores(
                features.expand(number, -1, -1),
                board.expand(number, -1),
                self._tensor(ends),
                self._tensor(known.stays).expand(number, -1, -1),
            )
            stays = drawn(stay_scores.cpu().numpy() / temperature, rng)
        return written(kept, known, ends, stays)

    def values(self, kept: Array) -> Array:
        """Return the share that each power will have, for each of some boards."""
        parts = list[Array]()
        with torch.inference_mode():
            for first in range(0, len(kept), 256):
                _, values = self.network(self._tensor(kept[first : first + 256]))
                parts.append(values.exp().cpu().numpy())
        return np.concatenate(parts)

    def _tensor(self, array: Array) -> Any:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)


def drawn(scores: Array, rng: Any) -> Array:
    """Draw from each of the last rows by their scores, with Gumbel's trick."""
    chance = rng.random(scores.shape, dtype=np.float32)
    return (scores - np.log(-np.log(np.clip(chance, 1e-9, 1 - 1e-7)))).argmax(-1)


def draw_ends(kept: Array, scores: Array, possible: Array, number: int, rng: Any) -> Array:
    """Draw where each unit goes, the surest units first; no two own units to the same province, if
    they have a choice."""
    units = int(kept[at.COUNT])
    scores = np.where(possible, scores, NEVER)
    ends: Array = np.zeros((number, at.UNITS), np.int64)
    taken: Array = np.zeros((number, at.POWERS, at.PROVINCES), bool)
    every = np.arange(number)
    for unit in np.argsort(-spread(scores[:units])):
        power = int(kept[at.WHO + unit]) & at.POWER
        own = np.where(taken[:, power][:, PROVINCE_OF], NEVER, scores[unit][None])
        own = np.where(own.max(1, keepdims=True) <= NEVER, scores[unit][None], own)
        ends[:, unit] = drawn(own, rng)
        taken[every, power, PROVINCE_OF[ends[:, unit]]] = True
    return ends


def spread(scores: Array) -> Array:
    """Return how sure each row is: the probability of its best."""
    parts = np.exp(scores - scores.max(1, keepdims=True))
    return 1 / parts.sum(1)


def written(kept: Array, known: Choices, ends: Array, stays: Array) -> Array:
    """Return the orders of units by what was drawn."""
    locations = kept[at.LOCATION : at.LOCATION + at.UNITS].astype(np.int64)
    order = np.take_along_axis(known.stays[0][None], stays[:, :, None], axis=2)[:, :, 0]
    moves = at.MOVE | ends << at.TARGET_AT
    orders = np.where(ends == locations[None], order, moves)
    there = np.arange(at.UNITS) < kept[at.COUNT]
    return np.where(there[None], orders, at.HOLD)
