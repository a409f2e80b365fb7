"""Whole games played by a policy, kept as arrays: what somebody who trains a network learns from.

A policy is anything that answers an observation with one of the numbers that its mask allows. The
seed of each game follows from the seed of the whole and the game's number.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from entente.envs.extras import missing

try:
    import numpy as np
except ModuleNotFoundError as error:
    raise missing("envs", error) from None

from entente.envs.arrays import Observer
from entente.envs.arrays.layout import Array
from entente.envs.env_state import EnvSpec
from entente.kernel import Seat


class Seen(NamedTuple):
    """What a policy is given: whose turn it is, the row, and the numbers that may be chosen."""

    seat: Seat
    row: Array
    offered: Array


Policy = Callable[[Seen], int]


class Episode(NamedTuple):
    """A game, choice by choice. What was offered at choice `i` is `offered[ends[i - 1]:ends[i]]`;
    `seats` are numbers of seats, and `scores` are theirs at the end."""

    number: int
    rows: Array
    offered: Array
    ends: Array
    chosen: Array
    seats: Array
    scores: Array
    broken_off: bool

    def __len__(self) -> int:
        return len(self.chosen)

    def offered_at(self, choice: int) -> Array:
        """The numbers that could be chosen."""
        return self.offered[self.ends[choice - 1] if choice else 0 : self.ends[choice]]

    @property
    def returns(self) -> Array:
        """What each choice led to for the seat that made it."""
        return self.scores[self.seats]


class RandomPolicy:
    """Any number, each as likely as the other."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = Random(seed)

    def __call__(self, seen: Seen) -> int:
        return int(self._rng.choice(seen.offered.tolist()))


class Recorder:
    """Plays games with a policy in every seat."""

    def __init__(self, setting: EnvSpec) -> None:
        self.setting = setting
        self._observer = Observer(setting)

    def play(self, policy: Policy, number: int, seed: str = "0") -> Episode:
        """One game to its end."""
        play = self.setting.begin(f"{seed}-{number}")
        seats = self.setting.seats
        rows, offers, chosen, turns = list[Array](), list[Array](), list[int](), list[int]()
        while (turn := play.turn) is not None:
            offered = np.array(list(play.legal_actions(turn)), dtype=np.int32)
            seen = Seen(turn, self._observer.array(play, turn), offered)
            choice = int(policy(seen))
            play.choose(turn, choice)
            rows.append(seen.row)
            offers.append(offered)
            chosen.append(choice)
            turns.append(seats.index(turn))
        scores = play.scores
        return Episode(
            number=number,
            rows=np.stack(rows),
            offered=np.concatenate(offers),
            ends=np.cumsum([len(each) for each in offers]),
            chosen=np.array(chosen, dtype=np.int32),
            seats=np.array(turns, dtype=np.int8),
            scores=np.array([scores[seat] for seat in seats], dtype=np.float32),
            broken_off=play.truncated,
        )


def weights_to(policy: Any, weights: Any) -> None:
    """Hand a policy what it shall play with from now on."""
    take = getattr(policy, "set_weights", None)
    if take is None:
        raise TypeError(f"{type(policy).__name__} has no set_weights: it cannot be given any")
    take(weights)
