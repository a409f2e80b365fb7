"""Weights fitted from games."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path
from random import Random

import pytest

from entente.arena.fitting.linear import Row, calibration, fit, loss
from entente.arena.fitting.match import FitMatch
from entente.arena.fitting.regression import regression, solve, z_scores
from entente.arena.intervals import share
from entente.cli.main import main
from entente.games.turmoil.engine.features import WEIGHTS
from entente.kernel import UserError
from entente.players.engines.tunable import feature_weights_of
from tests.amount import daily_first


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
    assert solve([[0, 2], [1, 1]], [4, 5]) == pytest.approx([3, 2])


def test_the_weights_that_made_the_results_are_found_again() -> None:
    true = {"points": 0.8, "boxes": -0.3, "hand": 0.0}
    found = fit("turmoil", drawn(150, true))
    assert {name: found.weights[name] for name in true} == pytest.approx(true, abs=0.12)
    assert found.loss < found.old_loss
    for each in found.calibration:
        assert each.found == pytest.approx(each.expected, abs=0.15)


def test_the_low_chances_of_many_seats_are_not_blamed_on_their_features() -> None:
    """All have centres, few win: those with more. No weight gets the wrong sign for that."""
    rng = Random("seven")
    played = list[list[Row]]()
    for _ in range(40):
        have = [rng.randint(1, 9) for _ in range(7)]
        played.append([({"centres": float(n)}, float(n == max(have))) for n in have])
    estimate = fit("diplomacy", played)
    assert estimate.weights["centres"] > 0.3
    assert estimate.old["centres"] > 0.3
    assert estimate.constant < -2


def test_the_old_weights_keep_their_sign_against_luck() -> None:
    """The seats with less have won: at which scale the old weights are wrong does not matter."""
    played = [[({"points": x}, float(x < 0)) for x in (-1.0, 1.0)] for _ in range(10)]
    estimate = fit("turmoil", played)
    assert estimate.weights["points"] < 0 < estimate.old["points"]


def test_a_count_that_never_changes_keeps_its_weight() -> None:
    """At the scale at which the old weights fit best: the others are on it."""
    estimate = fit("turmoil", drawn(20, {"points": 0.8}))
    assert estimate.weights["war"] == estimate.old["war"] > 5 * WEIGHTS.war


def test_the_ridge_holds_what_nothing_else_would() -> None:
    """Where one side always wins, weights would grow for ever."""
    (weight,) = regression([[1.0], [2.0], [-1.0]], [1.0, 1.0, 0.0])
    assert 0 < weight < 3


def test_certainty_grows_with_the_data() -> None:
    """For a feature that decides and one that does not, in few games and in many."""
    rng = Random("sure")
    table = [[rng.gauss(0, 1), rng.gauss(0, 1)] for _ in range(900)]
    scores = [float(rng.random() < 1 / (1 + exp(-0.5 * row[0]))) for row in table]
    found = {
        n: z_scores(table[:n], scores[:n], regression(table[:n], scores[:n])) for n in (100, 900)
    }
    assert found[900][0] > 2 * found[100][0] > 2
    assert abs(found[900][1]) < 3
    shuffled = Random("luck").sample(scores, len(scores))
    assert all(abs(each) < 3 for each in z_scores(table, shuffled, regression(table, shuffled)))


def test_no_position_has_no_loss() -> None:
    assert loss({"a": 1.0}, []) == 0
    assert calibration({"a": 1.0}, []) == []


def test_where_nothing_is_added_up_nothing_is_fitted_to_positions() -> None:
    with pytest.raises(UserError) as caught:
        feature_weights_of("attrition")
    assert caught.value.message.key == "mistake.fit.nothing"


def test_better_is_more_than_an_even_share() -> None:
    """One of seven who wins two games in seven is better than the others."""
    assert FitMatch(70, 20, 0, share(20, 70), 1 / 7).better
    assert not FitMatch(70, 20, 0, share(20, 70), 1 / 2).better


@pytest.mark.soak
def test_the_command_fits_plays_and_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "w.json"
    command = ["arena", "fit", "diplomacy", "--players", "random", "--option", "end_year=1902"]
    assert main(["--lang", "en", *command, "--games", "3", "--results", str(file)]) == 2
    assert "at least 5" in capsys.readouterr().err
    status = main([*command, "--games", "5", "--json", "--results", str(file)])
    result, kept = json.loads(capsys.readouterr().out), json.loads(file.read_bytes())
    assert kept["match"] == result["match"]
    assert "--option end_year=1902" in kept["command"]
    assert status == (0 if result["better"] else 1)
    assert result["match"]["games"] == 7  # once in every seat
    assert result["match"]["even"] == 1 / 7


def test_a_file_that_cannot_be_written_is_refused_before_the_first_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("entente.arena.fitting.paired_play.gather", None)  # no game is played
    command = ["arena", "fit", "attrition", "--games", "5"]
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
def test_an_unused_option_of_a_fit_is_refused(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["arena", "fit", "attrition", "--games", "5"]
    assert main(["--lang", "en", *command, *given]) == 2
    assert f"unknown arguments: {' '.join(given)};" in capsys.readouterr().err


MINE = """from entente.players import RandomPlayer


def create(game_id, seed):
    return RandomPlayer(seed)
"""


@pytest.mark.parametrize("workers", daily_first(["1", "2"]))
@pytest.mark.parametrize("command", ["fit", "calibrate"])
def test_a_custom_player_plays_for_a_fit(
    command: str,
    workers: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "entente.cli.fit.match", lambda fitted, *_: FitMatch(5, 0, 0, share(0, 5))
    )  # strength does not matter here
    mine, file = tmp_path / "mine.py", tmp_path / "found"
    mine.write_text(MINE)
    name = f"{mine}:create"
    given = ["--players", name, "--games", "5", "--workers", workers, "--results", str(file)]
    given += ["--option", "end_year=1902"]
    assert main(["--lang", "en", "arena", command, "diplomacy", *given]) in (0, 1)
    assert capsys.readouterr().err == ""
    assert file.stat().st_size


@pytest.mark.parametrize("command", ["fit", "calibrate"])
def test_a_program_cannot_play_for_a_fit(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("entente.arena.fitting.linear.gather", None)  # no game is played
    monkeypatch.setattr("entente.arena.calibration.gather", None)
    given = ["--players", "bot:python mine.py", "--games", "5"]
    assert main(["--lang", "en", "arena", command, "diplomacy", *given]) == 2
    assert f"“arena {command}” cannot use bots" in capsys.readouterr().err


def test_the_former_name_of_calibrate_is_answered_with_the_new_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--lang", "en", "arena", "chances", "attrition"]) == 2
    assert "is now “entente arena calibrate”" in capsys.readouterr().err
