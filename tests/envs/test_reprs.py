"""What a shell or a notebook shows for a game, an environment and a player: a line with a name."""

from __future__ import annotations

import pytest

import entente
from entente.envs.arrays import Observer
from entente.envs.env_state import EnvSpec
from entente.envs.gymnasium import SingleSeatEnv
from entente.envs.pettingzoo import aec_env, parallel_env
from entente.envs.policy_player import PolicyPlayer
from entente.players import offered

GAMES = ("attrition", "diplomacy", "pax", "turmoil")


@pytest.mark.parametrize("name", GAMES)
def test_a_game(name: str) -> None:
    game = entente.load(name)
    assert repr(game) == f"<Game {name}, rules {game.info.version}>"


def test_an_environment_shows_its_position_once_it_has_begun() -> None:
    for env in (aec_env("turmoil"), parallel_env("turmoil")):
        kind = type(env.unwrapped).__name__
        assert repr(env.unwrapped) == f"<{kind} of turmoil: not begun>"
        env.reset(seed=1)
        position = repr(env.unwrapped.game_state.position)
        assert repr(env.unwrapped) == f"<{kind} of turmoil: {position}>"
    env = SingleSeatEnv("turmoil", seat="liberal")
    assert repr(env) == "<SingleSeatEnv of turmoil, liberal: not begun>"
    env.reset(seed=1)
    assert repr(env.game_state.position) in repr(env)


def test_a_specification_shows_what_is_not_as_usual() -> None:
    assert repr(EnvSpec("diplomacy")) == "<EnvSpec of diplomacy>"
    spec = EnvSpec("diplomacy", {"end_year": 1904})
    assert repr(spec) == "<EnvSpec of diplomacy, end_year=1904>"
    observer = Observer(spec)
    assert repr(observer) == f"<Observer of diplomacy, {observer.size} numbers>"
    player = PolicyPlayer(spec, lambda observation, legal: int(legal[0]))
    assert repr(player) == "<PolicyPlayer of diplomacy>"


@pytest.mark.parametrize("game", GAMES)
def test_every_installed_player(game: str) -> None:
    for name in offered(game):
        if name != "llm":  # asks for a model first
            player = entente.make_player(name, game, "seed")
            assert repr(player).startswith(f"<{type(player).__name__}")
            assert repr(player).endswith("seed 'seed'>")
