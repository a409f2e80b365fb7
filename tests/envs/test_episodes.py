"""Games kept as arrays."""

from __future__ import annotations

import numpy as np
import pytest

from entente.envs.env_state import EnvSpec
from entente.envs.episodes import PolicyInput, RandomPolicy, Recorder, set_weights
from tests.envs.env_states import short


def test_an_episode_has_every_choice_and_what_it_led_to() -> None:
    recorder = Recorder(short("attrition"))
    seen: list[PolicyInput] = []
    policy = RandomPolicy(3)

    def noted(now: PolicyInput) -> int:
        seen.append(now)
        return policy(now)

    episode = recorder.play(noted, 4, "7")
    assert len(episode) == len(seen) == len(episode.observations) == len(episode.seats)
    for choice, now in enumerate(seen):
        assert np.array_equal(episode.observations[choice], now.observation)
        assert np.array_equal(episode.legal_actions_at(choice), now.legal_actions)
        assert episode.actions[choice] in now.legal_actions
        assert short("attrition").seats[episode.seats[choice]] == now.seat
    assert episode.scores.sum() == 1
    assert np.array_equal(episode.returns, episode.scores[episode.seats])
    assert not episode.truncated


def test_the_seed_and_the_number_give_the_game() -> None:
    recorder = Recorder(EnvSpec("turmoil", max_choices=30))
    one, same, other = (recorder.play(RandomPolicy(1), n, "7") for n in (2, 2, 3))
    assert one.number == 2
    assert one.truncated
    assert np.array_equal(one.observations, same.observations)
    assert not np.array_equal(one.observations, other.observations)


def test_a_policy_that_takes_no_weights_says_so() -> None:
    with pytest.raises(TypeError, match="RandomPolicy has no set_weights"):
        set_weights(RandomPolicy(), 3)
