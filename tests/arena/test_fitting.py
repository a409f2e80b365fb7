"""Weights fitted from games."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path
from random import Random

import pytest

from entente.arena.fitting import Row, calibration, fit, loss, regression, solved
from entente.cli.main import main
from entente.players.evaluation import attrition


def drawn(games: int, weights: dict[str, float]) -> list[list[Row]]:
    """Games whose ends follow from what is counted, by these weights."""
    rng = Random("fit")
    played = list[list[Row]]()
    for _ in range(games):
        rows = list[Row]()
        for _ in range(20):
            counted = {name: rng.gauss(0, 2) for name in weights}
            odds = sum(weights[name] * counted[name] for name in weights)
            rows.append((counted, float(rng.random() < 1 / (1 + exp(-odds)))))
        played.append(rows)
    return played


def test_equations_are_solved() -> None:
    assert solved([[0, 2], [1, 1]], [4, 5]) == pytest.approx([3, 2])


def test_the_weights_that_made_the_results_are_found_again() -> None:
    true = {"industry": 0.8, "regions": -0.3, "tiles": 0.0}
    found = fit("attrition", drawn(150, true))
    assert found.weights == pytest.approx(true, abs=0.12)
    assert found.loss < found.old_loss
    for each in found.calibration:
        assert each.found == pytest.approx(each.expected, abs=0.15)


def test_a_count_that_never_changes_keeps_its_weight() -> None:
    played = drawn(20, {"industry": 0.8})
    assert fit("attrition", played).weights["tiles"] == 0.3


def test_the_ridge_holds_what_nothing_else_would() -> None:
    """Where one side always wins, weights would grow for ever."""
    (weight,) = regression([[1.0], [2.0], [-1.0]], [1.0, 1.0, 0.0])
    assert 0 < weight < 3


def test_no_position_has_no_loss() -> None:
    assert loss({"a": 1.0}, []) == 0
    assert calibration({"a": 1.0}, []) == []


def test_the_command_fits_plays_and_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attrition, "TRIED", 1)  # what is played is no matter here
    monkeypatch.setattr(attrition, "WORLDS", 1)
    file = tmp_path / "w.json"
    command = ["arena", "fit", "diplomacy", "--players", "random", "--games", "3"]
    assert main(["--lang", "en", *command, "--results", str(file)]) == 2
    assert "at least 5 games" in capsys.readouterr().err
    assert main(["--lang", "en", "arena", "fit", "pax", "--players", "random"]) == 2
    assert "nothing can be fitted" in capsys.readouterr().err
    command = ["arena", "fit", "attrition", "--players", "random", "--games", "5", "--json"]
    status = main([*command, "--results", str(file)])
    told, kept = json.loads(capsys.readouterr().out), json.loads(file.read_bytes())
    assert kept["match"] == told["match"]
    assert status == (0 if told["better"] else 1)
    assert told["match"]["games"] >= 5


def test_a_file_that_cannot_be_written_is_refused_before_the_first_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("entente.cli.fit.gather", None)  # nobody plays
    command = ["arena", "fit", "attrition", "--players", "random", "--games", "5"]
    (tmp_path / "file").touch()
    for place in (tmp_path, tmp_path / "file" / "below.json"):
        assert main(["--lang", "en", *command, "--results", str(place)]) == 2
        assert str(place) in capsys.readouterr().err


@pytest.mark.parametrize(
    "given",
    [
        ["--ray", "local"],
        ["--data", "."],
        ["--report", "x.html"],
        ["--failures", "x"],
        ["--max-decisions", "9"],
    ],
)
def test_what_a_fit_does_not_use_is_refused(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["arena", "fit", "attrition", "--players", "random", "--games", "5"]
    assert main(["--lang", "en", *command, *given]) == 2
    assert f"leave out: {given[0]}\n" in capsys.readouterr().err
