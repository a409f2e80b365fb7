"""`entente explore`: the table of a game's openings, and mistakes that are explained."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from entente.cli.main import main
from entente.players.explorer import arena_games


def test_the_table_goes_one_step_deeper_with_each_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", "diplomacy", "--side", "england", "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert table["total"]["games"] == len(arena_games("diplomacy"))
    move = table["rows"][0]["move"]
    assert main(["--lang", "fr", "explore", "diplomacy", "--side", "england", "--move", move]) == 0
    text = capsys.readouterr().out
    assert "Automne 1901" in text
    assert "Centres" in text
    assert main(["explore", "turmoil", "--move", "ops C999"]) == 1
    assert "0 games" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "mistake"),
    [
        (["explore", "diplomacy", "--side", "spain"], "no seat called “spain” has openings"),
        (["explore", "turmoil", "--play", "1"], "with --out"),
        (["explore", "pax", "--file", "nothing.gz"], "“nothing.gz” cannot be read"),
        (["explore", "pax", "--file", "broken.gz"], "“broken.gz” cannot be read"),
    ],
)
def test_mistakes_are_explained(
    arguments: list[str],
    mistake: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.gz").write_bytes(b"\x1f\x8bnothing")
    assert main(arguments) == 2
    assert mistake in capsys.readouterr().err
