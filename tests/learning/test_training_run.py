"""A training run: self-play, resuming after an interruption; training itself is torch's part."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from entente.kernel import UserError, registry
from entente.learning import training_run as runs
from entente.learning.network import Network, log_odds
from entente.learning.onnx_file import MAX_BYTES, onnx_bytes
from entente.learning.report import report
from entente.learning.self_play import SelfPlay, SelfPlayConfig, TrainingGame
from entente.learning.training_run import Fit, Progress, Settings, TrainingConfig, TrainingRun

QUICK = SelfPlayConfig(samples=1, max_candidates=2, search_rate=0.02, position_rate=0.2)


def settings(seed: str = "0") -> Settings:
    info = registry.load("attrition").info
    return Settings("attrition", info.version, info.complete(), seed, QUICK)


def count_wins(
    network: Network,
    learned: list[TrainingGame],
    held: list[TrainingGame],
    config: TrainingConfig,
    seed: int,
    progress: Any,
) -> tuple[Network, Fit]:
    """The simplest that can be learned: how far to trust the evaluation."""
    base = np.concatenate([lesson.base for lesson in learned])
    worth = np.concatenate([lesson.worth for lesson in learned])
    scale = np.asarray([float((np.sign(base) == np.sign(worth)).mean())])
    progress(1, 1)
    return Network(network.arrays | {"scale": scale}), Fit(len(base), 0, 0.5, 0.6, 0.7, 1.0, 0.4)


@pytest.fixture
def network() -> Network:
    judgement = SelfPlay("attrition", {}, None, QUICK).evaluation
    return Network.new(judgement.encoder.size, len(judgement.vocabulary))


def test_a_new_network_starts_at_the_evaluation(network: Network) -> None:
    row = [0.5] * network.shape[0]
    for worth in (-0.9, 0.0, 0.4):
        assert network.value(row, log_odds(worth)) == pytest.approx(worth, abs=1e-6)


def test_a_network_comes_back_from_its_file(network: Network, tmp_path: Path) -> None:
    network.save(tmp_path / "n.npz")
    again = Network.load(tmp_path / "n.npz")
    row, actions = [0.25] * network.shape[0], [tuple(range(12)), tuple(range(12, 24))]
    assert again.policy_logits(row, actions) == network.policy_logits(row, actions)
    assert len(onnx_bytes(network, {"game": "attrition"})) < MAX_BYTES


def test_a_game_against_itself_is_the_same_for_the_same_seed(network: Network) -> None:
    play = SelfPlay("attrition", {}, network, QUICK)
    one, again = play.play_game("a"), play.play_game("a")
    assert all(np.array_equal(x, y) for x, y in zip(one, again, strict=True))
    assert len(one.rows) == len(one.worth) > 0
    assert len(one.asked) == len(one.words) == len(one.wanted)
    assert np.abs(one.worth).max() <= 1
    assert np.allclose(one.wanted.sum(1), 1, atol=1e-5)


def test_a_course_that_is_broken_off_goes_on_with_the_same_games(
    tmp_path: Path, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "_new", lambda settings: network)
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    for folder in (whole, broken):  # so the first games need no search
        folder.mkdir()
        network.save(folder / "network-0.npz")
    TrainingRun(whole, settings()).iterate(3, 1, count_wins, lambda progress: None)

    def interrupt(progress: Progress) -> None:
        if progress.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        TrainingRun(broken, settings()).iterate(3, 1, count_wins, interrupt)
    assert len(list((broken / "games" / "1").glob("*.npz"))) == 2
    heard = list[Progress]()
    again = TrainingRun(broken, settings())
    again.iterate(3, 1, count_wins, heard.append)
    assert heard[0] == Progress(1, True, 2, 3)
    assert again.done == 1
    ends = [Network.load(folder / "network-1.npz").arrays for folder in (whole, broken)]
    assert all(np.array_equal(ends[0][name], ends[1][name]) for name in ends[0])
    assert again.onnx.read_bytes() == TrainingRun(whole, settings()).onnx.read_bytes()
    for language in ("en", "fr"):
        assert "<svg" in report(again.record, language)


def test_another_course_in_the_folder_is_refused(tmp_path: Path) -> None:
    TrainingRun(tmp_path, settings())._save()
    with pytest.raises(UserError, match="seed"):
        TrainingRun(tmp_path, settings("other"))
    (tmp_path / "course.json").write_text("{")
    with pytest.raises(UserError, match="not a training record"):
        TrainingRun(tmp_path, settings())
