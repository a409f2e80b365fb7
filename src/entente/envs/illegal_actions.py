"""What an environment does with an action id that is not legal."""

from __future__ import annotations

from random import Random

from entente.envs.env_state import EnvState
from entente.kernel import Seat

RAISE, RESAMPLE, PENALISE = "raise", "resample", "penalise"
POLICIES = (RAISE, RESAMPLE, PENALISE)
PENALTY = 0.01


class IllegalActions:
    """Applies one of the policies.

    `raise` raises IllegalActionId and changes nothing. `resample` plays a random legal id instead,
    drawn from the seed of the episode. `penalise` changes nothing but counts the choice, and the
    agent loses `PENALTY`.
    """

    def __init__(self, policy: str) -> None:
        if policy not in POLICIES:
            raise ValueError(f"illegal_action must be one of {', '.join(POLICIES)}, not {policy!r}")
        self.policy = policy
        self._random = Random(0)

    def begin(self, seed: str) -> None:
        """Start an episode."""
        self._random = Random(f"illegal/{seed}")

    def choose(self, state: EnvState, seat: Seat, number: int) -> bool:
        """Choose an action id for a seat; return whether it was legal."""
        legal = state.legal_actions(seat)
        if number in legal or self.policy == RAISE:
            state.choose(seat, number)
            return True
        if self.policy == RESAMPLE and legal:
            state.choose(seat, self._random.choice(list(legal)))
        elif self.policy == PENALISE:
            state.record_choice()
        return False

    def penalty(self, was_legal: bool) -> float:
        """Return what the agent loses."""
        return PENALTY if not was_legal and self.policy == PENALISE else 0.0

    def copy(self) -> IllegalActions:
        twin = IllegalActions(self.policy)
        twin._random.setstate(self._random.getstate())
        return twin
