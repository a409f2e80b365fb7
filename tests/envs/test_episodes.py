"""Games kept as arrays."""

from __future__ import annotations

import numpy as np
import pytest

from entente.envs.env_state import EnvSpec
from entente.envs.episodes import RandomPolicy, Recorder, Seen, weights_to
from tests.envs.plays import short


def test_an_episode_has_every_choice_and_what_it_led_to() -> None:
    recorder = Recorder(short("attrition"))
    seen: list[Seen] = []
    policy = RandomPolicy(3)

    def noted(now: Seen) -> int:
        seen.append(now)
        return policy(now)

    episode = recorder.play(noted, 4, "7")
    assert len(episode) == len(seen) == len(episode.rows) == len(episode.seats)
    for choice, now in enumerate(seen):
        assert np.array_equal(episode.rows[choice], now.row)
        assert np.array_equal(episode.offered_at(choice), now.offered)
        assert episode.chosen[choice] in now.offered
        assert short("attrition").seats[episode.seats[choice]] == now.seat
    assert episode.scores.sum() == 1
    assert np.array_equal(episode.returns, episode.scores[episode.seats])
    assert not episode.broken_off


def test_the_seed_and_the_number_give_the_game() -> None:
    recorder = Recorder(EnvSpec("turmoil", most=30))
    one, same, other = (recorder.play(RandomPolicy(1), n, "7") for n in (2, 2, 3))
    assert one.number == 2
    assert one.broken_off
    assert np.array_equal(one.rows, same.rows)
    assert not np.array_equal(one.rows, other.rows)


def test_a_policy_that_takes_no_weights_says_so() -> None:
    with pytest.raises(TypeError, match="RandomPolicy has no set_weights"):
        weights_to(RandomPolicy(), 3)
