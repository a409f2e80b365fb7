"""Rewards other than the result, and what happens to action ids that are not legal."""

from __future__ import annotations

import warnings
from random import Random

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_seed_test

from entente import envs
from entente.envs.env_state import EnvSpec
from entente.envs.gymnasium import SingleSeatEnv
from entente.envs.illegal_actions import PENALTY
from entente.envs.pettingzoo import EntenteParallel, aec_env, parallel_env
from entente.envs.rewards import Potential, reward_names
from entente.envs.versions import version_of
from tests.envs.env_states import SHORT

GAMES = tuple(SHORT)


def totals(game: str, reward: str, seed: int = 3) -> tuple[dict[str, float], dict[str, float]]:
    """The sum of the rewards of a random episode, and the scores."""
    env, rng = aec_env(game, SHORT[game], reward=reward, max_choices=400), Random(seed)
    env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, gained, ended, truncated, _ = env.last()
        total[agent] += gained
        choices = list(env.legal_actions(agent))
        env.step(None if ended or truncated else rng.choice(choices))
    return total, env.game_state.scores


@pytest.mark.parametrize("game", GAMES)
def test_rewards_by_the_evaluation_add_up_to_the_score_less_the_first_evaluation(game: str) -> None:
    spec = EnvSpec(game, SHORT[game])
    env = aec_env(game, SHORT[game])
    env.reset(seed=3)
    first = Potential(spec, "evaluation").values(env.game_state)
    total, scores = totals(game, "evaluation")
    assert total == pytest.approx({seat: scores[seat] - first[seat] for seat in scores})
    assert any(total.values())


@pytest.mark.parametrize("reward", ["centre_share", "sum_of_squares"])
def test_rewards_by_centres_say_how_many_were_won(reward: str) -> None:
    env, rng = parallel_env("diplomacy", {"end_year": 1902}, reward=reward), Random(1)
    observations, _ = env.reset(seed=4)
    total = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        actions = {
            agent: rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
            for agent, seen in observations.items()
        }
        observations, rewards, *_ = env.step(actions)
        for agent, gained in rewards.items():
            total[agent] += gained
    owned = env.game_state.position.state.centres
    centres = {power.lower(): len(owned[power]) for power in owned}
    power = 1 if reward == "centre_share" else 2
    at_first = {seat: (4 if seat == "russia" else 3) ** power for seat in centres}
    at_last = {seat: number**power for seat, number in centres.items()}
    assert total == pytest.approx(
        {
            seat: at_last[seat] / sum(at_last.values()) - at_first[seat] / sum(at_first.values())
            for seat in centres
        }
    )
    assert any(total.values())


def test_an_unknown_reward_or_policy_is_refused() -> None:
    assert reward_names("turmoil") == ("outcome", "evaluation")
    with pytest.raises(ValueError, match="turmoil has no reward 'centre_share'; choose one of"):
        aec_env("turmoil", reward="centre_share")
    with pytest.raises(ValueError, match="illegal_action must be one of raise, resample"):
        SingleSeatEnv("turmoil", illegal_action="ignore")


# -- illegal action ids


@pytest.mark.parametrize("game", GAMES)
def test_check_env_of_gymnasium_passes(game: str) -> None:
    env = SingleSeatEnv(game, SHORT[game], illegal_action="resample", render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        check_env(env, skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_parallel_seed_test_of_pettingzoo_passes(game: str) -> None:
    def make() -> EntenteParallel:
        return parallel_env(game, SHORT[game], illegal_action="resample", max_choices=60)

    parallel_seed_test(make, num_cycles=4)


def test_a_resampled_action_is_legal_and_follows_from_the_seed() -> None:
    games = []
    for _ in range(2):
        env = aec_env("attrition", illegal_action="resample")
        env.reset(seed=9)
        illegal = next(
            number for number in range(9, 99) if number not in env.legal_actions("central")
        )
        env.step(illegal)
        assert env.infos["central"]["illegal_action"] == illegal
        env.step(illegal)
        games.append(env.game_state)
    assert games[0].choices == 2
    assert games[0].position.state == games[1].position.state


def test_a_penalised_action_costs_and_changes_nothing() -> None:
    env = SingleSeatEnv("turmoil", illegal_action="penalise", max_choices=3)
    _, info = env.reset(seed=1)
    before = env.game_state.position.state
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[5])
    for _ in range(3):
        assert not env.game_state.truncated
        seen, reward, ended, truncated, info = env.step(illegal)
        assert info["illegal_action"] == illegal
        assert env.game_state.position.state == before
        assert np.array_equal(env.action_masks(), seen["action_mask"].astype(bool))
    assert reward == pytest.approx(0.5 - PENALTY)  # the seats share a truncated game
    assert truncated
    assert not ended


def test_in_parallel_only_the_guilty_pay() -> None:
    env = parallel_env("diplomacy", illegal_action="penalise")
    observations, _ = env.reset(seed=1)
    actions = {
        agent: int(np.flatnonzero(seen["action_mask"])[0]) for agent, seen in observations.items()
    }
    actions["turkey"] = 0
    _, rewards, _, _, infos = env.step(actions)
    assert rewards == {agent: -PENALTY * (agent == "turkey") for agent in env.agents}
    assert infos["turkey"]["illegal_action"] == 0
    assert all("illegal_action" not in infos[agent] for agent in env.agents if agent != "turkey")


# -- PettingZoo's other conventions


def test_the_state_is_what_all_seats_see() -> None:
    env = aec_env("turmoil")
    env.reset(seed=1)
    assert env.state_space.contains(env.state())
    halves = np.split(env.state(), 2)
    for seat, half in zip(env.possible_agents, halves, strict=True):
        assert np.array_equal(half, env.observe(seat)["observation"])
    with pytest.raises(ValueError, match="observations='arrays'"):
        aec_env("turmoil", observations="views").state_space  # noqa: B018


@pytest.mark.parametrize("game", GAMES)
def test_games_have_modules_as_in_pettingzoo(game: str) -> None:
    name = f"{game}_v{version_of(game)}"
    module = getattr(envs, name)
    env = module.env(SHORT[game])
    env.reset(seed=1)
    assert env.metadata["name"] == f"entente_{name}"
    assert set(module.parallel_env().possible_agents)
    assert name in dir(envs)


def test_an_earlier_version_warns() -> None:
    with pytest.warns(FutureWarning, match="it is turmoil_v1"):
        assert envs.turmoil_v0.env()
    with pytest.raises(AttributeError, match="turmoil_v9 does not exist yet; use turmoil_v1"):
        envs.turmoil_v9  # noqa: B018


def test_other_modules_do_not_exist() -> None:
    with pytest.raises(AttributeError, match="chess_v0"):
        envs.chess_v0  # noqa: B018
