"""Rewards: the result at the end of an episode, or a measure of the position after every step.

A measure is a potential: the reward of a step is what it changed, so the rewards of an episode add
up to the last value less the first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from entente.envs.env_state import AnyPosition, EnvSpec, EnvState
from entente.kernel import Seat, registry
from entente.players.engines import evaluation_of

OUTCOME, EVALUATION = "outcome", "evaluation"

Measure = Callable[[AnyPosition, Seat], float]


def reward_names(game_id: str) -> tuple[str, ...]:
    """Return the rewards that a game offers."""
    return (OUTCOME, EVALUATION, *_own_measures(game_id))


def _own_measures(game_id: str) -> Mapping[str, Measure]:
    """Return the measures that a game's observations declare."""
    own = registry.part(game_id, "observations")
    measures: Mapping[str, Measure] = getattr(own, "MEASURES", {})
    return measures


class Potential:
    """The value of a state for each seat.

    `outcome` is 0 until the end, and then the score. `evaluation` is the game's quick evaluation as
    a chance to win, and the score at the end. A game's own measures are the same at the end.
    """

    def __init__(self, spec: EnvSpec, name: str) -> None:
        game_id = spec.game.info.id
        if name not in (names := reward_names(game_id)):
            raise ValueError(f"{game_id} has no reward {name!r}; choose one of: {', '.join(names)}")
        self._seats = spec.seats
        self._own: Any = _own_measures(game_id).get(name)
        self._measure: Measure | None = self._own
        if name == EVALUATION:
            evaluate = evaluation_of(game_id).evaluate
            self._measure = lambda position, seat: (evaluate(position, seat) + 1) / 2

    def values(self, state: EnvState) -> dict[Seat, float]:
        """Return the value of a state for each seat."""
        if state.over and self._own is None:
            return state.scores
        if self._measure is None:
            return dict.fromkeys(self._seats, 0.0)
        return {seat: float(self._measure(state.position, seat)) for seat in self._seats}


class RewardTracker:
    """Gives the rewards of each step of an episode."""

    def __init__(self, potential: Potential) -> None:
        self._potential = potential
        self._values: dict[Seat, float] = {}

    def begin(self, state: EnvState) -> None:
        """Start an episode."""
        self._values = self._potential.values(state)

    def rewards(self, state: EnvState) -> dict[Seat, float]:
        """Return what the last step changed."""
        values = self._potential.values(state)
        rewards = {seat: value - self._values[seat] for seat, value in values.items()}
        self._values = values
        return rewards

    def copy(self) -> RewardTracker:
        twin = RewardTracker(self._potential)
        twin._values = self._values.copy()
        return twin
