"""Gymnasium spaces of the games, and the observations in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from entente.envs.extras import Array, missing

try:
    import numpy as np
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise missing("envs", error) from None

from entente.envs.action_space import WAIT
from entente.envs.arrays import Observer
from entente.envs.env_state import EnvSpec, EnvState, PartialAction
from entente.kernel import Seat, View

ARRAYS, VIEWS = "arrays", "views"
BOUND = 1.0  # on every number of an observation

Observation = dict[str, Any]


class ViewSpace(spaces.Space[View]):
    """The space of a game's views; it can check membership but not sample."""

    def __init__(self, view_type: type[View]) -> None:
        super().__init__(None, None)
        self.view_type = view_type

    @property
    def is_np_flattenable(self) -> bool:
        return False

    def contains(self, x: Any) -> bool:
        return isinstance(x, self.view_type)

    def sample(self, mask: Any = None, probability: Any = None) -> View:
        raise NotImplementedError("views cannot be sampled: they come from a game")


class ObservationEncoder:
    """Builds observations: an array or a view, with the action mask."""

    def __init__(self, spec: EnvSpec, observations: str = ARRAYS) -> None:
        if observations not in (ARRAYS, VIEWS):
            raise ValueError(f"observations must be {ARRAYS!r} or {VIEWS!r}, not {observations!r}")
        self.spec = spec
        self._observer = Observer(spec) if observations == ARRAYS else None
        self._last_mask: tuple[PartialAction | None, Any] = None, None
        size = len(spec.action_space)
        self.action_space = spaces.Discrete(size)
        self.observation_space = spaces.Dict(
            {
                "observation": self._space(),
                "action_mask": spaces.Box(0, 1, (size,), dtype=np.int8),
            }
        )

    def _space(self) -> spaces.Space[Any]:
        if self._observer is None:
            return ViewSpace(self.spec.game.view_type)
        return spaces.Box(-BOUND, BOUND, (self._observer.size,), dtype=np.float32)

    @property
    def state_space(self) -> spaces.Box:
        """The space of the observations of all seats together."""
        size = self._arrays.size * len(self.spec.seats)
        return spaces.Box(-BOUND, BOUND, (size,), dtype=np.float32)

    @property
    def _arrays(self) -> Observer:
        if self._observer is None:
            raise ValueError("the state is an array: it needs observations='arrays'")
        return self._observer

    @property
    def slices(self) -> dict[str, slice]:
        """The slice of each block in an observation."""
        return {} if self._observer is None else self._observer.slices

    def observe(self, state: EnvState, seat: Seat, *, may_wait: bool = False) -> Observation:
        """Observe as a seat. `may_wait`: a seat without a decision may only wait."""
        seen = state.view(seat) if self._observer is None else self._observer.array(state, seat)
        return {"observation": seen, "action_mask": self.mask_of(state, seat, may_wait=may_wait)}

    def state(self, state: EnvState) -> Array:
        """Return the observations of all seats, one after the other: what they know together."""
        return np.concatenate([self._arrays.array(state, seat) for seat in self.spec.seats])

    def mask_of(self, state: EnvState, seat: Seat, *, may_wait: bool = False) -> Array:
        """Build the mask of a seat."""
        partial = state.partial_action(seat)
        if partial is None:
            return self.mask([WAIT] if may_wait else ())
        known, mask = self._last_mask  # an observation and an info have the same
        if known is not partial:
            mask = self.mask(partial.legal_actions or ([WAIT] if may_wait else ()))
            self._last_mask = partial, mask
        copied: Array = mask.copy()
        return copied

    def mask(self, legal: Iterable[int]) -> Array:
        """Build a mask with 1 for each of these action ids."""
        mask: Array = np.zeros(len(self.spec.action_space), dtype=np.int8)
        mask[list(legal)] = 1
        return mask
