"""The player `learned` says what is missing, and is offered only where nothing is."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from entente.cli.main import main
from entente.kernel import UserError
from entente.learning import player


def test_without_a_network_it_is_not_offered_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(player.FOLDER, str(tmp_path))
    assert not player.is_offered_at("attrition")
    with pytest.raises(UserError, match="entente train attrition"):
        player.create("attrition", "0")


def test_a_missing_package_is_named_with_its_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A package that is None among the modules is not installed."""
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    monkeypatch.delitem(__import__("sys").modules, "entente.learning.training", raising=False)
    assert main(["--lang", "en", "train", "attrition", "--output", str(tmp_path / "c")]) == 2
    output = capsys.readouterr().err
    assert "torch" in output
    assert "learning" in output
    assert not (tmp_path / "c").exists()


def test_a_broken_network_is_no_riddle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(player.FOLDER, str(tmp_path))
    (tmp_path / "attrition.onnx").write_bytes(b"nothing")
    there = find_spec("onnxruntime") is not None
    assert player.is_offered_at("attrition") == there
    with pytest.raises(UserError, match="cannot be used" if there else "onnxruntime"):
        player.create("attrition", "0")
