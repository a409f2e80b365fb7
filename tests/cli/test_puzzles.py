"""`entente puzzles mine`: what it refuses, and a file of what it finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from entente.cli.main import main
from entente.players.puzzles import read_puzzles


def test_a_game_whose_engine_looks_for_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "found.jsonl"
    assert main(["puzzles", "mine", "pax", "--out", str(out), "--lang", "en"]) == 2
    assert "no puzzles can be found at pax" in capsys.readouterr().err
    assert not out.exists()


def test_a_file_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path)
    assert main(["puzzles", "mine", "turmoil", "--out", folder, "--lang", "en"]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.soak
def test_one_game_is_mined(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "found.jsonl"
    status = main(["puzzles", "mine", "diplomacy", "--games", "2", "--out", str(out)])
    found = read_puzzles(out.read_bytes())
    assert status == (0 if found else 1)
    assert f"{len(found)} puzzle" in capsys.readouterr().out
