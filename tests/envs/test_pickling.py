"""Everything public can be pickled and copied, no matter what was done before in the process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import entente
from entente.kernel.data import read_folder
from tests.amount import daily_first
from tests.envs.public_objects import (
    OBJECTS,
    WAYS,
    advance,
    aec_env,
    gymnasium_env,
    match,
    parallel_env,
    reset,
    use_everything,
)

GAMES = entente.list_games()


@pytest.mark.parametrize("name", OBJECTS)
@pytest.mark.parametrize("game", GAMES)
def test_in_a_process_that_has_done_much(game: str, name: str) -> None:
    use_everything(game)
    made = OBJECTS[name](game)
    for way, twin in WAYS.items():
        assert type(twin(made)) is type(made), way


@pytest.mark.parametrize("game", daily_first(GAMES))
def test_in_a_fresh_process(game: str) -> None:
    """Each in a process of its own."""
    command = [sys.executable, "-m", "tests.envs.public_objects", game]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == ""


@pytest.mark.parametrize("way", ["pickle", "deepcopy"])
@pytest.mark.parametrize("game", GAMES)
def test_copies_go_on_alike_and_apart(game: str, way: str) -> None:
    twin = WAYS[way]
    first: Any = match(game)
    second = twin(first)
    assert second.position == first.position
    assert [move.action for move in second.moves] == [move.action for move in first.moves]
    advance(second)
    assert len(second.moves) == len(first.moves) + 1

    env: Any = reset(gymnasium_env)(game)
    other = twin(env)
    for _ in range(3):
        legal = sorted(env.unwrapped.legal_actions())
        action = Random(len(legal)).choice(legal)
        one, two = env.step(action), other.step(action)
        assert (one[0]["observation"] == two[0]["observation"]).all()
        assert one[1:4] == two[1:4]
        if one[2]:
            break

    for make in (aec_env, parallel_env):
        env = reset(make)(game)
        other = twin(env)
        assert other.agents == env.agents
        assert (other.state() == env.state()).all()


def test_a_game_with_corrections_keeps_them() -> None:
    folder = Path(__file__).parents[2] / "examples" / "attrition-first-figures"
    changes = read_folder(folder, "attrition", "entente.games.attrition")
    corrected = entente.load("attrition", changes)
    again = WAYS["pickle"](corrected)
    assert again.overrides() == corrected.overrides() != entente.load("attrition").overrides()
