"""A policy on action ids as a computer player."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from entente.envs.arrays import Observer
from entente.envs.env_state import EnvSpec
from entente.envs.policy_player import PolicyPlayer
from entente.players import PlayerView
from tests.envs.env_states import SHORT


@pytest.mark.parametrize("game", SHORT)
def test_what_it_chooses_is_legal_and_what_it_sees_is_the_observation(game: str) -> None:
    spec = EnvSpec(game, SHORT[game], optional_decisions=False)
    observer, rng, seen = Observer(spec), Random(3), list[np.ndarray]()

    def policy(observation: np.ndarray, legal: np.ndarray) -> int:
        seen.append(observation)
        return int(rng.choice(legal.tolist()))

    player, state = PolicyPlayer(spec, policy), spec.begin("3")
    for _ in range(12):
        seat = state.turn
        if seat is None:
            break
        seen.clear()
        expected = observer.array(state, seat)
        action = player.choose(PlayerView(state.position, seat))
        assert seen
        assert np.array_equal(seen[0], expected)
        assert state.position.find(seat, action) is not None
        state.answer(seat, action)
