"""Peers' learners on our environments: Stable-Baselines3's MaskablePPO, and loops like CleanRL's.

A part of `make soak`, which installs them (`requirements/peers.txt`).
"""

from __future__ import annotations

import csv
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import entente.envs.gymnasium
from entente.envs.masked_vector_env import MaskedDiplomacyVectorEnv
from entente.games.diplomacy.batch.vector import layout as of

pytestmark = [pytest.mark.soak, pytest.mark.filterwarnings("ignore")]  # theirs

REASON = "needs requirements/peers.txt, which `make soak` installs"
IDS = list(entente.envs.gymnasium.IDS)


class OneBoard(gymnasium.Env[np.ndarray, np.ndarray]):  # type: ignore[misc]
    """One board of the vector environment, for learners that know no vectors of several slots."""

    def __init__(self) -> None:
        self.envs = MaskedDiplomacyVectorEnv(1, learner="france", width=64, last_year=1902)
        self.observation_space = gymnasium.spaces.Box(0, 255, (of.OBSERVATION,), np.uint8)
        self.action_space = self.envs.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[np.ndarray, dict[str, object]]:
        super().reset(seed=seed)
        seen, info = self.envs.reset(seed=seed)
        return seen["observation"][0].copy(), info

    def step(self, action: np.ndarray) -> tuple[np.ndarray, float, bool, bool, dict[str, object]]:
        seen, rewards, over, _, info = self.envs.step(action[None])
        return seen["observation"][0].copy(), float(rewards[0]), bool(over[0]), False, info

    def action_masks(self) -> np.ndarray:
        """A slot without a choice has one: the first."""
        masks: np.ndarray = self.envs.games.mask[0].astype(bool)
        masks[~masks.any(axis=1), 0] = True
        return masks.ravel()


@pytest.mark.parametrize("name", IDS)
def test_maskable_ppo_learns_on_every_game(name: str) -> None:
    sb3 = pytest.importorskip("sb3_contrib", reason=REASON)
    env = gymnasium.make(name, opponent="random", max_choices=400, reward="evaluation")
    only = gymnasium.wrappers.FilterObservation(env, ["observation"])
    flat = gymnasium.wrappers.FlattenObservation(only)
    model = sb3.MaskablePPO("MlpPolicy", flat, n_steps=64, batch_size=32, n_epochs=2, seed=1)
    model.learn(128)  # an id that is not legal would raise
    assert model.num_timesteps == 128


def test_maskable_ppo_learns_on_the_vector_environment() -> None:
    sb3 = pytest.importorskip("sb3_contrib", reason=REASON)
    model = sb3.MaskablePPO("MlpPolicy", OneBoard(), n_steps=64, batch_size=32, seed=1)
    model.learn(192)
    assert model.num_timesteps == 192


@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("ppo_attrition", ["--envs", "4", "--steps", "64", "--check-games", "2"]),
        ("ppo_diplomacy", ["--games", "8", "--steps", "16", "--minibatch", "64"]),
        ("ppo_diplomacy", ["--games", "4", "--steps", "16", "--opponent", "self"]),
    ],
)
def test_a_loop_like_cleanrl_learns(tmp_path: Path, module: str, arguments: list[str]) -> None:
    pytest.importorskip("torch", reason=REASON)
    example = pytest.importorskip(f"examples.{module}")
    command = [*arguments, "--updates", "4", "--minutes", "60", "--out", str(tmp_path)]
    example.train(example.parser().parse_args(command))
    with (tmp_path / "curve.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    losses = [float(row["value_loss"]) for row in rows]
    assert len(losses) == 4
    assert np.isfinite(losses).all()
    if "self" not in arguments:  # against itself nothing is won or lost in so few updates
        assert losses[-1] < losses[0]
