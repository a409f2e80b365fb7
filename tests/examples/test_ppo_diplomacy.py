"""PPO on Diplomacy's vector environment: a few updates, and its policy as a player."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="PPO needs torch, which `make test` does not install")

import torch

from entente.envs.env_state import EnvSpec
from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.vector import Games, VectorSettings
from entente.players import PlayerView
from examples import ppo_diplomacy

SMALL = ["--games", "2", "--steps", "3", "--width", "16", "--layers", "1", "--minibatch", "4"]


@pytest.mark.parametrize("opponent", ["greedy", "self"])
def test_two_updates_make_a_curve_and_a_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opponent: str
) -> None:
    command = [*SMALL, "--updates", "2", "--opponent", opponent, "--out", str(tmp_path)]
    file = ppo_diplomacy.train(ppo_diplomacy.parser().parse_args(command))
    with (tmp_path / "curve.csv").open(encoding="utf-8") as curve:
        rows = list(csv.DictReader(curve))
    assert [row["steps"] for row in rows] == ["6", "12"]
    assert all(float(row["entropy"]) > 0 for row in rows)
    monkeypatch.setenv("PPO_POLICY", str(file))
    state = EnvSpec("diplomacy").begin("1")
    for seat in ("austria", "england", "france", "germany", "italy", "russia", "turkey"):
        action = ppo_diplomacy.create("diplomacy", "1").choose(PlayerView(state.position, seat))
        assert action.endswith("; orders")
        state.answer(seat, action)
    assert state.position.state.season == "autumn" or state.position.state.dislodged


def test_the_network_reads_every_phase_and_only_legal_orders() -> None:
    games = Games(3, VectorSettings(learner="all", last_year=1902))
    games.begin(seed=3)
    arrays, agent = ppo_diplomacy.tensors(games), ppo_diplomacy.Agent(16, 1)
    rng, phases = np.random.default_rng(3), set[int]()
    for _ in range(12):
        phases |= set(games.boards[:, at.PHASE].tolist())
        seen, slots = ppo_diplomacy.look(arrays, ppo_diplomacy.places(games))
        with torch.no_grad():
            scores, values = agent(seen)
        assert values.shape == (3, 7)
        for board in range(3):
            for number, slot in enumerate(slots[board].tolist()):
                count = int(games.counts[board, slot])
                shares = scores[board, number].exp()
                assert count == 0 or shares[:count].sum() == pytest.approx(1, abs=1e-4)
        games.actions[:] = rng.random(games.counts.shape) * games.counts
        games.step()
    assert phases == {0, 1, 2}


def test_advantages_stop_at_the_end_of_a_game() -> None:
    value = torch.tensor([[[0.1] * 7], [[0.2] * 7], [[0.3] * 7]])
    reward = torch.tensor([[[0.0] * 7], [[0.5] * 7], [[0.0] * 7]])
    over = torch.tensor([[[False]], [[True]], [[False]]])
    rollout = ppo_diplomacy.Rollout([], value, value, value, reward, over, torch.ones(1, 7))
    gained = ppo_diplomacy.advantages(rollout)
    assert gained[1, 0, 0] == pytest.approx(0.3)
    step = 0.995
    assert gained[0, 0, 0] == pytest.approx(step * 0.2 - 0.1 + step * 0.95 * 0.3)
    assert gained[2, 0, 0] == pytest.approx(step * 1.0 - 0.3)
