"""A policy that was trained on an environment, as a computer player.

    player = PolicyPlayer(EnvSpec("attrition"), policy)

The policy gets what an environment would give it: the observation of the seat and the legal action
ids. It returns one of these, part by part, until the action is complete.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from entente.envs.extras import Array, missing

try:
    import numpy as np
except ModuleNotFoundError as error:
    raise missing("envs", error) from None

from entente.envs.arrays import Observer
from entente.envs.env_state import EnvSpec, EnvState, PartialAction
from entente.kernel import Seat, View
from entente.players import PlayerView

__all__ = ["PolicyPlayer"]

Policy = Callable[[Array, Array], int]  # an observation, the legal ids; one of the ids


class PolicyPlayer:
    """Plays by a policy on action ids. It reads the seat's view and its first decision, and takes
    no optional ones."""

    def __init__(self, spec: EnvSpec, policy: Policy) -> None:
        self._spec = spec
        self._observer = Observer(spec)
        self._policy = policy

    def __repr__(self) -> str:
        return f"<PolicyPlayer of {self._spec.game.info.id}>"

    def choose(self, view: PlayerView) -> str:
        """Let the policy choose part by part."""
        partial = PartialAction.of(self._spec, view.decision)
        moment = _Moment(view.view())
        while not partial.builder.done:
            state = cast(EnvState, _Seen(moment, partial))
            observation = self._observer.array(state, view.seat)
            legal = np.fromiter(partial.legal_actions, dtype=np.int64)
            partial = partial.choose(int(self._policy(observation, legal)))
        return partial.builder.action


class _Moment:
    """The view of a decision, in place of a position; an observer reads it once a moment."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.moment = object()


class _Seen:
    """What an observer reads of a state."""

    def __init__(self, position: _Moment, partial: PartialAction) -> None:
        self.position, self._partial = position, partial

    def view(self, seat: Seat | None) -> View:
        return self.position.view

    def partial_action(self, seat: Seat) -> PartialAction:
        return self._partial
