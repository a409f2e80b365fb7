"""Rollouts on two workers of Ray on this machine: a part of `make soak`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import ray
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv

from entente.envs.env_state import EnvSpec
from entente.envs.episodes import Episode, PolicyInput, RandomPolicy, Recorder
from entente.envs.pettingzoo import aec_env, parallel_env
from entente.envs.rollouts import Rollouts
from tests.docs import test_pages

SHORT = {"end_year": 1902}

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own


class Nth:
    """Always choose the action id at one place of the list."""

    def __init__(self) -> None:
        self.place = 0

    def set_weights(self, place: int) -> None:
        self.place = place

    def __call__(self, seen: PolicyInput) -> int:
        return int(seen.legal_actions[self.place % len(seen.legal_actions)])


@pytest.fixture(scope="module")
def on_ray() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def equal(one: Episode, other: Episode) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.usefixtures("on_ray")
def test_two_workers_play_the_games_that_one_process_plays() -> None:
    here = Recorder(EnvSpec("diplomacy", SHORT))
    with Rollouts("diplomacy", SHORT, policy=Nth, workers=2) as rollouts:
        for place in (0, 3):
            rollouts.update(place)
            policy = Nth()
            policy.set_weights(place)
            played = {episode.number: episode for episode in rollouts.play(5, seed="7")}
            assert sorted(played) == [0, 1, 2, 3, 4]
            for number, episode in played.items():
                assert equal(episode, here.play(policy, number, "7"))


@pytest.mark.usefixtures("on_ray")
def test_a_worker_that_is_lost_is_replaced() -> None:
    """And plays with the weights of the others."""
    policy, here = Nth(), Recorder(EnvSpec("diplomacy", SHORT))
    policy.set_weights(2)
    with Rollouts("diplomacy", SHORT, policy=Nth, workers=2) as rollouts:
        rollouts.update(2)
        games = rollouts.play(6, seed="1")
        played = [next(games)]
        ray.kill(rollouts._workers[0], no_restart=False)
        played += games
    assert {episode.number for episode in played} == set(range(6))
    assert all(equal(each, here.play(policy, each.number, "1")) for each in played)


@pytest.mark.usefixtures("on_ray")
def test_a_policy_without_weights_says_so() -> None:
    with Rollouts("diplomacy", SHORT, policy=RandomPolicy, workers=1) as rollouts:
        assert len(list(rollouts.play(1))) == 1
        rollouts.update(1)
        with pytest.raises(TypeError, match="RandomPolicy has no set_weights"):
            next(rollouts.play(1))


def test_the_example_of_the_page_gives_what_it_says() -> None:
    ray.shutdown()  # the page starts its own
    test_pages.run_examples("docs/ray.md")


def test_rllib_plays_both_kinds_of_environment() -> None:
    """Its own wrappers, as its algorithms use them."""
    rng = np.random.default_rng(1)

    def drawn(mask: np.ndarray) -> int:
        return int(rng.choice(np.flatnonzero(mask)))

    for env in (
        PettingZooEnv(aec_env("turmoil", max_choices=80)),
        ParallelPettingZooEnv(parallel_env("diplomacy", SHORT)),
    ):
        observed, _ = env.reset(seed=1)
        total, over = dict.fromkeys(env.possible_agents, 0.0), False
        while not over:
            actions = {agent: drawn(seen["action_mask"]) for agent, seen in observed.items()}
            observed, rewards, ended, broken, _ = env.step(actions)
            for agent, reward in rewards.items():
                total[agent] += reward
            over = ended["__all__"] or broken["__all__"]
        assert sum(total.values()) == pytest.approx(1)
