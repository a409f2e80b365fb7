"""`entente analyse`: how a game went, and what a level thinks of a moment."""

from __future__ import annotations

import json
from pathlib import Path

from entente.cli.analyse import STEPS
from tests.cli.conftest import Run
from tests.cli.test_story import kept


def test_the_course_of_a_game_and_a_thought(run: Run, tmp_path: Path) -> None:
    output = run("analyse", kept("turmoil", 1, tmp_path), "--move", "20", "--level", "easy").out
    assert "Win chances over the game" in output
    assert "After 20 moves" in output
    assert "Easy plays:" in output
    assert any(step in output for step in STEPS)


def test_the_same_as_json_and_in_french(run: Run, tmp_path: Path) -> None:
    file = kept("turmoil", 1, tmp_path)
    result = json.loads(run("analyse", file, "--move", "20", "--level", "easy", "--json").out)
    assert len(result["course"]) == 152
    assert all(sum(each.values()) == 100 for each in result["course"])
    assert result["thought"]["level"] == "easy"
    assert "Chances de victoire" in run("analyse", file, "--lang", "fr").out


def test_a_file_that_cannot_be_analysed_is_a_user_error(run: Run, tmp_path: Path) -> None:
    file = kept("turmoil", 1, tmp_path)
    wrong = run("analyse", file, "--level", "greedy")
    assert (wrong.status, "unknown level “greedy”" in wrong.err) == (2, True)
    assert run("analyse", file, "--move", "999").status == 2
    other = kept("attrition", 0, tmp_path)
    wrong = run("analyse", other, "--move", "0", "--seat", "entente", "--level", "easy")
    assert (wrong.status, "has no decision" in wrong.err) == (2, True)


def test_a_level_needs_a_position(run: Run, tmp_path: Path) -> None:
    file = kept("turmoil", 1, tmp_path)
    for option, name in (("--seat", "liberal"), ("--level", "easy")):
        refused = run("analyse", file, option, name)
        assert (refused.status, "need --move" in refused.err) == (2, True)
