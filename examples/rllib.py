"""Train RLlib's PPO on Europe in Turmoil by self-play, with one network for both sides.

    python -m examples.rllib --iterations 50 --workers 2

Needs the extra `ray`. On a cluster, start Ray there and name it: `--address auto`.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from entente.envs.pettingzoo import aec_env

SHARED = "both_sides"


class SelfPlay(MultiAgentEnv):
    """A game for RLlib: only the agent to move has an observation, with a mask of floats."""

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        super().__init__()
        settings = dict(config or {})
        self.env = aec_env(settings.pop("game", "turmoil"), **settings)
        self.possible_agents = self.agents = list(self.env.possible_agents)
        space = self.env.observation_space(self.agents[0])
        mask = gymnasium.spaces.Box(0.0, 1.0, space["action_mask"].shape, np.float32)
        seen = gymnasium.spaces.Dict({"observations": space["observation"], "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.agents, seen)
        self.action_spaces = {agent: self.env.action_space(agent) for agent in self.agents}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.env.reset(seed=seed, options=options)
        return self._observed(self.env.agent_selection), {}

    def _observed(self, *agents: str) -> dict[str, Any]:
        observations = {agent: self.env.observe(agent) for agent in agents}
        return {
            agent: {
                "observations": seen["observation"],
                "action_mask": seen["action_mask"].astype(np.float32),
            }
            for agent, seen in observations.items()
        }

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        env = self.env
        env.step(actions[env.agent_selection])
        over = env.game_state.over
        observed = self._observed(*(env.agents if over else [env.agent_selection]))
        ended = {"__all__": over and not env.game_state.truncated}
        broken = {"__all__": env.game_state.truncated}
        return observed, dict(env.rewards), ended, broken, {}


def algorithm(workers: int, config: dict[str, Any] | None = None) -> PPOConfig:
    """Configure PPO with action masks."""
    return (
        PPOConfig()
        .environment(SelfPlay, env_config=config or {}, disable_env_checking=True)  # has no mask
        .env_runners(num_env_runners=workers, rollout_fragment_length="auto")
        .multi_agent(policies={SHARED}, policy_mapping_fn=lambda agent, *_, **__: SHARED)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"fcnet_hiddens": [256, 256], "head_fcnet_hiddens": []},
            )
        )
        .training(train_batch_size_per_learner=2000, minibatch_size=200, num_epochs=2, gamma=1.0)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--game", default="turmoil")
    parser.add_argument("--address", help="address of a cluster (default: start Ray here)")
    arguments = parser.parse_args()
    ray.init(address=arguments.address, include_dashboard=False)
    trainer = algorithm(arguments.workers, {"game": arguments.game}).build_algo()
    for iteration in range(arguments.iterations):
        figures = trainer.train()["env_runners"]
        length = figures.get("episode_len_mean", float("nan"))
        print(f"{iteration + 1}: {figures.get('num_episodes', 0)} games of {length:.0f} choices")
    trainer.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
