"""`entente story`: the report of a game."""

from __future__ import annotations

import json
from pathlib import Path

from entente.kernel.typography import typeset
from tests.cli.conftest import Run
from tests.games.test_earlier_records import records


def kept(game: str, number: int, folder: Path) -> str:
    path = folder / "game.jsonl"
    path.write_bytes(records(game)[number])
    return str(path)


def test_the_report_of_a_game(run: Run, tmp_path: Path) -> None:
    """More than three players: their numbers are in rows."""
    output = run("story", kept("diplomacy", 3, tmp_path)).out
    assert "Russia finished ahead by 2." in output
    assert "Russia           ▅▆█  4 → 6" in output
    assert "Autumn 1901, retreats (move 15)" in output
    dislodged = "dislodged: Austria-Hungary 0, England 0, France 0, Germany"
    assert f"Units of others {dislodged} 0, Italy 1" in output
    assert f"Own units {dislodged} 1, Italy 0" in output


def test_two_players_have_a_table(run: Run, tmp_path: Path) -> None:
    output = run("story", kept("turmoil", 1, tmp_path), "--lang", "fr").out
    assert typeset("La partie n'est pas terminée : 151 actions jusqu'ici.") in output
    assert typeset("Autoritaire : 10 dés, 30 points en tout ; 35,0 attendus.") in output
    row = next(line for line in output.splitlines() if "Cartes jouées" in line)
    assert row.split("  ")[-1].strip() == "17"
    assert row.split() == ["Cartes", "jouées", "18", "17"]


def test_the_story_as_json(run: Run, tmp_path: Path) -> None:
    result = json.loads(run("story", kept("diplomacy", 3, tmp_path), "--json").out)
    assert result["points"][-1] == {"move": 33, "label": "1902"}
    assert [graph["id"] for graph in result["graphs"]] == ["centres", "units"]


def test_a_file_that_is_no_record_has_no_story(run: Run, tmp_path: Path) -> None:
    (tmp_path / "no.jsonl").write_text("nothing")
    result = run("story", str(tmp_path / "no.jsonl"))
    assert result.status == 2
    assert "no.jsonl" in result.err
