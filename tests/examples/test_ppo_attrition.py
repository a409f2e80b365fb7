"""The PPO of one file: a few updates, and its policy in the arena."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PPO needs torch, which `make test` does not install")

from entente.envs.env_state import EnvSpec
from entente.players import PlayerView
from examples import ppo_attrition


def test_two_updates_make_a_curve_and_a_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["--updates", "2", "--envs", "2", "--steps", "12", "--width", "16"]
    command += ["--check-games", "0", "--minibatch", "16", "--out", str(tmp_path)]
    file = ppo_attrition.train(ppo_attrition.parser().parse_args(command))
    with (tmp_path / "curve.csv").open(encoding="utf-8") as curve:
        rows = list(csv.DictReader(curve))
    assert [row["choices"] for row in rows] == ["24", "48"]
    assert all(float(row["entropy"]) > 0 for row in rows)
    monkeypatch.setenv("PPO_POLICY", str(file))
    player = ppo_attrition.create("attrition", "1")
    position = EnvSpec("attrition").begin("1").position
    for _ in range(5):
        [seat, *_] = position.to_move
        action = player.choose(PlayerView(position, seat))
        assert action == ppo_attrition.create("attrition", "1").choose(PlayerView(position, seat))
        position.apply(seat, action)
    with pytest.raises(ValueError, match="plays attrition"):
        ppo_attrition.create("turmoil", "1")


def test_a_choice_earns_what_changes_until_the_next_one() -> None:
    import numpy as np

    track, nothing = ppo_attrition.Track(), np.zeros(1)
    for worth, value in ((0.5, 0.1), (0.6, 0.2), (0.4, 0.0)):
        track.add(ppo_attrition.Choice(nothing, [1], 0, 0.0, value, worth))
    track.earn(1.0, over=True)
    assert track.rewards == pytest.approx([0.1, -0.2, 0.6])
    advantages, targets = track.returns(after=9.0)  # ignored: the game is over
    assert advantages[2] == pytest.approx(0.6)
    step = 0.999 * 0.95
    assert advantages[1] == pytest.approx(-0.2 - 0.2 + step * 0.6)
    assert targets[2] == pytest.approx(0.6)
