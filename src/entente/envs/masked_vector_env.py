"""Diplomacy on many boards as a Gymnasium vector environment with observations and action masks.

    envs = MaskedDiplomacyVectorEnv(1024, learner="rotating", opponent="greedy")
    seen, info = envs.reset(seed=7)
    seen, rewards, terminations, truncations, info = envs.step(actions)

An action is an index for each slot of each board, into the slot's legal orders. Observations, masks
and orders are made in the batch, by compiled code where Numba is installed (`entente-games[fast]`).
`entente.games.diplomacy.batch.vector` is the same without Gymnasium, also on a GPU.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from entente.envs.extras import Array, missing

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise missing("envs", error) from None

from entente.envs.action_space import ActionSpace
from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.encoding import order_of, read_units
from entente.games.diplomacy.batch.geography import standard_map
from entente.games.diplomacy.batch.vector import Games, VectorSettings
from entente.games.diplomacy.batch.vector import layout as of
from entente.games.diplomacy.batch.vector.games import ALL
from entente.games.diplomacy.rules.orders import Position, write_order
from entente.kernel import registry

__all__ = ["MaskedDiplomacyVectorEnv"]

Seen = dict[str, Array]


class MaskedDiplomacyVectorEnv(VectorEnv[Seen, Array, Array]):
    """Games under the standard rules; a step goes on to the next choice on each board.

    `settings` are those of `batch.vector.VectorSettings`: `learner`, `opponent`, `reward`, `width`,
    `last_year`, `centres_to_win`. With `learner="all"` seven powers choose, and the reward has a
    column for each; otherwise it is the learner's, whose episode ends when it is eliminated.

    All arrays of an observation are those the game is played on: a step overwrites them. A finished
    game restarts in the same step; `info["final_obs"]` has its last observation, for the boards
    marked in `_final_obs`.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, num_envs: int, **settings: Any) -> None:
        self.settings = VectorSettings(**settings)
        self.games = games = Games(num_envs, self.settings)
        self.num_envs = num_envs
        width = self.settings.width
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (of.OBSERVATION,), np.uint8),
                "action_mask": spaces.Box(0, 1, (of.SLOTS, width), np.uint8),
                "orders": spaces.Box(0, 1 << 24, (of.SLOTS, width), np.int32),
                "units": spaces.Box(0, 255, (of.SLOTS, of.PER_SLOT), np.uint8),
            }
        )
        self.single_action_space = spaces.MultiDiscrete([width] * of.SLOTS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seen: Seen = {
            "observation": games.observations,
            "action_mask": games.mask,
            "orders": games.codes,
            "units": games.units,
        }

    @property
    def slices(self) -> dict[str, slice]:
        """The slice of each block in an observation."""
        return {name: slice(*where) for name, where in of.BLOCKS.items()}

    @property
    def learners(self) -> Array:
        """The power that learns on each board, by number; 255 where all do."""
        learners = self.games.learners
        return np.where(learners == at.NONE, at.NONE, learners & at.POWER)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Seen, dict[str, Any]]:
        """Restart all games. One seed serves the scripted powers of all boards."""
        if seed is not None and not isinstance(seed, int):
            raise TypeError("a batch has a single seed: pass an int")
        self.games.begin(seed)
        return self._seen, {"learner": self.learners}

    def step(self, actions: Array) -> tuple[Seen, Array, Array, Array, dict[str, Any]]:
        """Take a turn on every board. Indices of closed slots are ignored."""
        games = self.games
        self._check(actions)
        learners = self.learners
        games.actions[:] = actions
        games.step()
        over = games.over.astype(bool)
        rewards: Array = games.rewards.copy()
        if self.settings.learner != ALL:
            rewards = rewards[np.arange(self.num_envs), learners]
        info: dict[str, Any] = {"learner": self.learners}
        if over.any():
            last: Array = np.full(self.num_envs, None, dtype=object)
            for board in np.flatnonzero(over):
                last[board] = {"observation": games.last_observation(int(board))}
            info |= {"final_obs": last, "_final_obs": over, "final_boards": games.last_boards}
        return self._seen, rewards, over, np.zeros(self.num_envs, dtype=bool), info

    def _check(self, actions: Array) -> None:
        counts = self.games.counts
        if np.shape(actions) != counts.shape:
            raise ValueError(
                f"actions are {self.num_envs} rows of {of.SLOTS} indices, not {np.shape(actions)}"
            )
        wrong = ((actions < 0) | (actions >= counts)) & (counts > 0)
        if wrong.any():
            board, slot = map(int, np.argwhere(wrong)[0])
            raise IndexError(
                f"slot {slot} of board {board} has {counts[board, slot]} choices;"
                f" index {actions[board][slot]} is out of range"
            )

    def sample(self, rng: np.random.Generator) -> Array:
        """Draw a legal index for each slot."""
        counts = self.games.counts
        return (rng.random(counts.shape) * counts).astype(np.int32)

    def flat_ids(self, board: int, slot: int) -> Array:
        """Return the action ids that the other environments have for the orders of a unit; only in
        a movement phase."""
        games = self.games
        if games.boards[board, at.PHASE] != at.MOVEMENT:
            raise ValueError(f"board {board} is not in a movement phase")
        where = Position(standard_map().board, tuple(read_units(games.boards[board], 0)))
        codes = games.codes[board, slot, : games.counts[board, slot]]
        texts = [write_order(where.board, where, slot, order_of(code)) for code in codes.tolist()]
        paths = [_action_space().path(text) for text in texts]
        return np.array([path[0] for path in paths if path is not None], dtype=np.int64)


@lru_cache(maxsize=1)
def _action_space() -> ActionSpace:
    return ActionSpace(registry.load("diplomacy"))
