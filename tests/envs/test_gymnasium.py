"""The games for Gymnasium: one seat against computer players, and many games in processes."""

from __future__ import annotations

from pathlib import Path
from random import Random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from entente.envs.env_state import IllegalActionId
from entente.envs.gymnasium import IDS, SingleSeatEnv, vector_env
from entente.envs.spaces import Observation
from entente.kernel import UserError
from entente.players import PlayerView
from tests.envs.env_states import SHORT

GAMES = tuple(SHORT)


def one_of(observation: Observation, rng: Random) -> int:
    return int(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))


def played(env: SingleSeatEnv, seed: int) -> tuple[list[Observation], float]:
    """A whole game at random."""
    rng = Random(seed)
    observed, _ = env.reset(seed=seed)
    seen, reward, over = [observed], 0.0, False
    while not over:
        observed, reward, ended, broken, _ = env.step(one_of(observed, rng))
        seen.append(observed)
        over = ended or broken
    return seen, reward


@pytest.mark.parametrize("identifier", IDS)
def test_every_game_is_registered_and_played(identifier: str) -> None:
    name = IDS[identifier]
    env = gymnasium.make(identifier, options=SHORT[name])
    seen, reward = played(env.unwrapped, 1)
    assert all(env.observation_space.contains(each) for each in seen)
    assert 0 <= reward <= 1


@pytest.mark.parametrize("name", ["attrition", "turmoil"])
def test_a_seed_gives_the_same_game(name: str) -> None:
    one, other = SingleSeatEnv(name, max_choices=60), SingleSeatEnv(name, max_choices=60)
    assert data_equivalence(played(one, 7), played(other, 7))


def test_a_seat_is_chosen_and_the_others_are_played() -> None:
    env = SingleSeatEnv("diplomacy", seat="turkey", opponent="greedy", max_choices=12)
    env.reset(seed=1)
    assert "turkey" in env.game_state.to_move
    assert all(said.startswith(("A ", "F ")) for said in env.legal_actions().values())
    _, reward = played(env, 1)
    assert env.game_state.over
    assert reward == env.game_state.scores["turkey"]


def test_wrong_wishes_are_refused() -> None:
    with pytest.raises(ValueError, match="has no seat 'turkey'; choose one of"):
        SingleSeatEnv("turmoil", seat="turkey")
    with pytest.raises(Exception, match="grandmaster"):
        SingleSeatEnv("turmoil", opponent="grandmaster")
    env = SingleSeatEnv("turmoil")
    env.reset(seed=1)
    with pytest.raises(IllegalActionId):
        env.step(0)


def test_the_table_is_drawn_as_the_seat_sees_it() -> None:
    env = SingleSeatEnv("turmoil", render_mode="ansi")
    env.reset(seed=1)
    assert (env.render() or "").startswith("Set-up")


def test_many_games_in_processes_equal_the_games_played_here() -> None:
    """Each starts again when it is over."""
    here = vector_env("turmoil", num_envs=2, processes=False, max_choices=12)
    there = vector_env("turmoil", num_envs=2, max_choices=12)
    rng, ended = Random(1), 0
    try:
        seen = here.reset(seed=3)[0]
        assert data_equivalence(there.reset(seed=3)[0], seen)
        for _ in range(15):
            masks = [np.flatnonzero(mask).tolist() or [0] for mask in seen["action_mask"]]
            actions = np.array([rng.choice(numbers) for numbers in masks])
            seen, *rest, _ = here.step(actions)
            again, *the_rest, _ = there.step(actions)
            assert data_equivalence(again, seen)
            assert data_equivalence(tuple(the_rest), tuple(rest))
            ended += int(rest[2].sum())
    finally:
        here.close()
        there.close()
    assert ended


class FirstChoice:
    """A player of one's own, that takes the first choice."""

    def __init__(self, game: str = "", seed: str = "") -> None:
        self.asked = 0

    def choose(self, view: PlayerView) -> str:
        self.asked += 1
        return next(iter(view.decision.menu))


def test_an_opponent_is_a_name_a_reference_a_function_or_a_player(tmp_path: Path) -> None:
    own = FirstChoice()
    file = tmp_path / "mine.py"
    file.write_text(
        "class Own:\n"
        "    def __init__(self, game, seed): pass\n"
        "    def choose(self, view): return next(iter(view.decision.menu))\n"
    )
    ends = []
    for opponent in (own, FirstChoice, lambda game, seed: FirstChoice(), f"{file}:Own"):
        env = SingleSeatEnv("attrition", SHORT["attrition"], opponent=opponent)
        ends.append(played(env, 3)[1])
    assert own.asked
    assert len(set(ends)) == 1
    with pytest.raises(UserError, match="no computer player"):
        SingleSeatEnv("attrition", opponent="nobody")


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_games_begin_again(mode: str) -> None:
    """In the same step unless told otherwise; then every mask has a legal action."""
    envs = vector_env(
        "attrition", SHORT["attrition"], num_envs=2, processes=False, autoreset_mode=mode
    )
    observed, _ = envs.reset(seed=1)
    rng, finished, empty = Random(1), 0, 0
    while finished < 3:
        legal = [np.flatnonzero(mask).tolist() for mask in observed["action_mask"]]
        empty += sum(not each for each in legal)
        observed, _, ended, broken, infos = envs.step([rng.choice(each or [0]) for each in legal])
        finished += int((ended | broken).sum())
        assert ("final_obs" in infos) == (mode == "SameStep" and (ended | broken).any())
    assert (empty > 0) == (mode == "NextStep")


def test_the_vector_env_of_gymnasium_begins_again_in_the_same_step() -> None:
    """Every mask has a legal action, as in ours; the one of Gymnasium gives empty ones."""
    told = pytest.warns(FutureWarning, match="is entente/Turmoil-v1")
    with pytest.warns(DeprecationWarning, match="out of date"), told:
        earlier = gymnasium.make_vec("entente/Turmoil-v0", num_envs=1)
    assert earlier.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    earlier.close()
    envs = gymnasium.make_vec("entente/Attrition-v0", num_envs=2, max_choices=5, opponent="random")
    ours = vector_env("attrition", num_envs=2, processes=False, max_choices=5, opponent="random")
    observed, _ = envs.reset(seed=1)
    assert data_equivalence(ours.reset(seed=1)[0], observed)
    finished = 0
    while finished < 4:
        assert observed["action_mask"].any(axis=1).all()
        actions = observed["action_mask"].argmax(axis=1)
        observed, _, ended, broken, _ = envs.step(actions)
        assert data_equivalence(ours.step(actions)[0], observed)
        finished += int((ended | broken).sum())
    assert isinstance(envs, SyncVectorEnv)
