"""Whole games played by a policy, recorded as arrays for training.

A policy maps an observation to a legal action id. The seed of each game derives from the run's seed
and the game's number.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from entente.envs.extras import Array, missing

try:
    import numpy as np
except ModuleNotFoundError as error:
    raise missing("envs", error) from None

from entente.envs.arrays import Observer
from entente.envs.env_state import EnvSpec
from entente.kernel import Seat

__all__ = ["Episode", "PolicyInput", "RandomPolicy", "Recorder"]


class PolicyInput(NamedTuple):
    """The input of a policy: the seat to move, its observation and its legal action ids."""

    seat: Seat
    """The seat to move."""
    observation: Array
    """What it sees."""
    legal_actions: Array
    """Its legal action ids."""


Policy = Callable[[PolicyInput], int]


class Episode(NamedTuple):
    """A game, choice by choice.

    The legal action ids at choice `i` are `legal_actions[ends[i - 1]:ends[i]]`. `seats` holds seat
    indices, `scores` the final score of each seat.
    """

    number: int
    """The number of the game."""
    observations: Array
    """The observation at each choice."""
    legal_actions: Array
    """The legal action ids of all choices, one after the other; `legal_actions_at` finds those
    of one."""
    ends: Array
    """Where the legal action ids of each choice end."""
    actions: Array
    """The chosen action ids."""
    seats: Array
    """The index of the seat that made each choice."""
    scores: Array
    """The final score of each seat."""
    truncated: bool
    """Whether the game was cut off."""

    def __len__(self) -> int:
        return len(self.actions)

    def legal_actions_at(self, choice: int) -> Array:
        """Return the legal action ids at a choice."""
        return self.legal_actions[self.ends[choice - 1] if choice else 0 : self.ends[choice]]

    @property
    def returns(self) -> Array:
        """The final score of the seat that made each choice."""
        return self.scores[self.seats]


class RandomPolicy:
    """Chooses uniformly at random."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = Random(seed)

    def __call__(self, seen: PolicyInput) -> int:
        return int(self._rng.choice(seen.legal_actions.tolist()))


class Recorder:
    """Plays games with a policy in every seat."""

    def __init__(self, spec: EnvSpec) -> None:
        self.spec = spec
        self._observer = Observer(spec)

    def play(self, policy: Policy, number: int, seed: str = "0") -> Episode:
        """Play one game to its end."""
        state = self.spec.begin(f"{seed}-{number}")
        seats = self.spec.seats
        observations, legal_lists, actions, turns = (
            list[Array](),
            list[Array](),
            list[int](),
            list[int](),
        )
        while (turn := state.turn) is not None:
            legal = np.array(list(state.legal_actions(turn)), dtype=np.int32)
            seen = PolicyInput(turn, self._observer.array(state, turn), legal)
            choice = int(policy(seen))
            state.choose(turn, choice)
            observations.append(seen.observation)
            legal_lists.append(legal)
            actions.append(choice)
            turns.append(seats.index(turn))
        scores = state.scores
        return Episode(
            number=number,
            observations=np.stack(observations),
            legal_actions=np.concatenate(legal_lists),
            ends=np.cumsum([len(each) for each in legal_lists]),
            actions=np.array(actions, dtype=np.int32),
            seats=np.array(turns, dtype=np.int8),
            scores=np.array([scores[seat] for seat in seats], dtype=np.float32),
            truncated=state.truncated,
        )


def set_weights(policy: Any, weights: Any) -> None:
    """Give a policy new weights."""
    take = getattr(policy, "set_weights", None)
    if take is None:
        raise TypeError(f"{type(policy).__name__} has no set_weights method")
    take(weights)
