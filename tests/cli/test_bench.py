"""`entente bench`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from entente.cli.main import main

HOLDS = "tests.arena.benchmark_players:Holds"


def test_the_positions_are_listed_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "positions"]) == 0
    out = capsys.readouterr().out
    assert "Entente-Diplomacy v1" in out
    assert out.count("\n  ") == 25
    assert main(["--lang", "fr", "bench", "positions", "guess-two-doors"]) == 0
    out = capsys.readouterr().out
    assert "Deux portes, un garde" in out
    assert "France\u00a0: A RUH" in out
    assert "A BER - MUN" in out


def test_an_unknown_position_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "positions", "stab-gard"]) == 2
    assert "stab-guard" in capsys.readouterr().err


def test_a_player_is_measured_and_ranked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board, merged = tmp_path / "board.jsonl", tmp_path / "merged.jsonl"
    command = ["bench", "diplomacy", HOLDS, "--suite", "positions", "--name", "sleeper"]
    command += ["--results", str(tmp_path / "results"), "--leaderboard", str(board)]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert "critical positions: " in out
    assert "102 calls" in out
    assert main([*command, "--json"]) == 0
    described = json.loads(capsys.readouterr().out)
    assert described["resumed"] == 25
    assert described["entry"]["name"] == "sleeper"
    files = [str(board), str(board)]
    assert main(["bench", "leaderboard", *files, "--merge", str(merged)]) == 0
    assert capsys.readouterr().out.count("sleeper") == 1
    assert merged.read_bytes() == board.read_bytes()


def test_mistakes_are_named_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = ["--results", str(tmp_path / "results")]
    for words, reason in (
        (["diplomacy", "nobody"], "nobody"),
        (["diplomacy", "random", "--suite", "openings"], "openings"),
        (["leaderboard", str(tmp_path / "none.jsonl")], "none.jsonl"),
        ([], "bench"),
    ):
        more = results if words[:1] == ["diplomacy"] else []
        assert main(["bench", *words, *more]) == 2
        assert reason in capsys.readouterr().err
    assert not (tmp_path / "results").exists()
