"""What agents are given and what they answer, in the words of Gymnasium."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from entente.envs.extras import missing

try:
    import numpy as np
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise missing("envs", error) from None

from entente.envs.action_space import WAIT
from entente.envs.arrays import Observer
from entente.envs.arrays.layout import Array
from entente.envs.env_state import EnvSpec, EnvState
from entente.kernel import Seat, View

ARRAYS, VIEWS = "arrays", "views"
BOUND = 1000.0  # no number of a row is larger

Observation = dict[str, Any]


class ViewSpace(spaces.Space[View]):
    """The views of a game. It can tell whether something is one, and draw none."""

    def __init__(self, view_type: type[View]) -> None:
        super().__init__(None, None)
        self.view_type = view_type

    @property
    def is_np_flattenable(self) -> bool:
        return False

    def contains(self, x: Any) -> bool:
        return isinstance(x, self.view_type)

    def sample(self, mask: Any = None, probability: Any = None) -> View:
        raise NotImplementedError("views come out of a game: there is no drawing one")


class Observing:
    """Makes observations: a row or a view, and the mask of the numbers that may be chosen."""

    def __init__(self, setting: EnvSpec, observations: str = ARRAYS) -> None:
        if observations not in (ARRAYS, VIEWS):
            raise ValueError(f"observations are {ARRAYS!r} or {VIEWS!r}: not {observations!r}")
        self.setting = setting
        self._observer = Observer(setting) if observations == ARRAYS else None
        numbers = len(setting.numbers)
        self.action_space = spaces.Discrete(numbers)
        self.observation_space = spaces.Dict(
            {
                "observation": self._space(),
                "action_mask": spaces.Box(0, 1, (numbers,), dtype=np.int8),
            }
        )

    def _space(self) -> spaces.Space[Any]:
        if self._observer is None:
            return ViewSpace(self.setting.game.view_type)
        return spaces.Box(-BOUND, BOUND, (self._observer.size,), dtype=np.float32)

    @property
    def slices(self) -> dict[str, slice]:
        """Where each block of a row stands."""
        return {} if self._observer is None else self._observer.slices

    def observe(self, play: EnvState, seat: Seat, *, may_wait: bool = False) -> Observation:
        """What a seat is given. `may_wait`: whoever is not asked has to wait."""
        offered: Iterable[int] = play.legal_actions(seat)
        if not offered and may_wait:
            offered = [WAIT]
        seen = play.view(seat) if self._observer is None else self._observer.array(play, seat)
        return {"observation": seen, "action_mask": self.mask(offered)}

    def mask(self, offered: Iterable[int]) -> Array:
        """1 for each of these numbers."""
        found: Array = np.zeros(len(self.setting.numbers), dtype=np.int8)
        found[list(offered)] = 1
        return found
