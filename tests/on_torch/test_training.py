"""A course with torch and onnxruntime, from nothing to a player, where these are
installed: `python -m pytest tests/on_torch`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from entente.kernel import registry
from entente.learning.learned_player import OnnxNetwork
from entente.learning.network import Network
from entente.learning.player import FOLDER, create, is_offered_at
from entente.learning.self_play import SelfPlayConfig
from entente.learning.training import train
from entente.learning.training_run import Settings, TrainingRun
from entente.players import PlayerView

QUICK = SelfPlayConfig(samples=1, max_candidates=3, search_rate=0.1)


def course(folder: Path) -> TrainingRun:
    info = registry.load("attrition").info
    return TrainingRun(folder, Settings("attrition", info.version, info.complete(), "0", QUICK))


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> TrainingRun:
    found = course(tmp_path_factory.mktemp("course"))
    for _ in range(2):
        found.iterate(10, 1, train, lambda progress: None)
    return found


def test_training_changes_the_network_and_reports_the_fit(trained: TrainingRun) -> None:
    one, two = (Network.load(trained.network(n)).arrays for n in (1, 2))
    assert any((one[name] != two[name]).any() for name in one)
    fit = trained.record.iterations[-1].fit
    assert fit.positions > 0
    assert fit.decisions > 0
    assert fit.value_loss <= fit.evaluation_loss + 0.05


def test_onnxruntime_says_what_the_arrays_say(trained: TrainingRun) -> None:
    plain, exported = Network.load(trained.network(2)), OnnxNetwork(trained.onnx)
    row = [0.01 * number for number in range(plain.shape[0])]
    actions = [tuple(range(12)), (5, 6, 7, *(0,) * 9)]
    assert exported.value(row, 0.4) == pytest.approx(plain.value(row, 0.4), abs=1e-5)
    assert exported.policy_logits(row, actions) == pytest.approx(
        plain.policy_logits(row, actions), abs=1e-4
    )


def test_the_player_plays_what_is_allowed_and_the_same_twice(
    trained: TrainingRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER, str(trained.folder))
    assert is_offered_at("attrition")
    game = registry.load("attrition")
    position = game.begin(game.info.complete(), "learned", log=False)
    for _ in range(20):
        sight = PlayerView(position, position.to_move[0])
        one, two = (create("attrition", "0", "60").choose(sight) for _ in range(2))
        assert one == two
        position.apply(sight.seat, one)


def test_a_second_of_training_that_is_interrupted_goes_on(tmp_path: Path) -> None:
    """By a signal, as from the keyboard; then the same command to the end."""
    command = [sys.executable, "-m", "entente", "--lang", "en", "train", "attrition"]
    command += ["--output", str(tmp_path), "--iterations", "1", "--games", "4"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
    while not list(tmp_path.glob("games/1/*.npz")):
        assert process.poll() is None
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "goes on from here" in said
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=250)
    assert done.returncode == 0
    assert (tmp_path / "attrition.onnx").exists()
    assert (tmp_path / "course.html").exists()
