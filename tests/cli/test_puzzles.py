"""`entente puzzles mine`: what it refuses, and a file of what it finds."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from entente.cli import puzzles
from entente.cli.main import main
from entente.players.puzzles import puzzles_of, read_puzzles, write_puzzles


def test_a_game_whose_engine_looks_for_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "found.jsonl"
    monkeypatch.setattr(puzzles, "has_miner", lambda game: False)
    assert main(["puzzles", "mine", "pax", "--out", str(out), "--lang", "en"]) == 2
    assert "no puzzles can be found at pax" in capsys.readouterr().err
    assert not out.exists()


def test_puzzles_are_checked_and_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    some, held, chosen = (
        tmp_path / name for name in ("some.jsonl", "held.jsonl", "chosen.jsonl.gz")
    )
    right = puzzles_of("pax")[:3]
    wrong = msgspec.structs.replace(right[0], id="wrong", target="9999")
    write_puzzles(some, [*right, wrong])
    assert main(["puzzles", "check", str(some), "--out", str(held)]) == 0
    assert {each.id for each in read_puzzles(held.read_bytes())} == {each.id for each in right}
    arguments = ["puzzles", "choose", str(held), str(some), "--most", "2"]
    assert main([*arguments, "--out", str(chosen), "--lang", "en"]) == 0
    assert "2 puzzles in" in capsys.readouterr().out
    assert len(read_puzzles(chosen.read_bytes())) == 2
    missing = str(tmp_path / "missing")
    assert main(["puzzles", "check", missing, "--out", str(held), "--lang", "en"]) == 2
    assert "cannot be read" in capsys.readouterr().err


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
