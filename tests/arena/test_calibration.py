"""Calibration: from evaluations to win chances, fitted from games."""

from __future__ import annotations

import tomllib
from math import exp, tanh
from pathlib import Path
from random import Random

import pytest

from entente.arena.calibration import CalibrationGame, CalibrationPoint, as_toml, fit, fitted, loss
from entente.cli.main import main
from entente.kernel import registry
from entente.players.calibration import Scale, scale_at, scale_of
from entente.players.search_result import SearchLine, SearchResult
from entente.players.win_chances import chance_of, chances, evaluations

GAMES = registry.names()


def drawn(games: int, slope: float, lead: float) -> list[CalibrationGame]:
    """Games of two seats whose ends follow from a scale: early, the first seat has a lead."""
    rng = Random("chances")
    played = list[CalibrationGame]()
    for number in range(games):
        odds, progress = rng.gauss(0, 1), (number % 4) / 3
        whole = slope * 2 * odds + (1 - progress) * 2 * lead
        won = float(rng.random() < 1 / (1 + exp(-whole)))
        moment = CalibrationPoint(progress, {"a": odds, "b": -odds})
        played.append(CalibrationGame([moment], {"a": won, "b": 1 - won}))
    return played


def test_the_scale_that_made_the_results_is_found_again() -> None:
    estimate = fitted(drawn(800, 0.4, 0.5))
    assert (estimate.early, estimate.late) == pytest.approx((0.4, 0.4), abs=0.12)
    assert estimate.leads == pytest.approx({"a": 0.5, "b": -0.5}, abs=0.12)


def test_with_more_seats_only_the_slopes_are_fitted() -> None:
    rng, played = Random("more"), list[CalibrationGame]()
    for _ in range(600):
        odds = {seat: rng.gauss(0, 1) for seat in "abc"}
        weights = [exp(0.5 * each) for each in odds.values()]
        (won,) = rng.choices("abc", weights)
        played.append(
            CalibrationGame(
                [CalibrationPoint(0.5, odds)], {seat: float(seat == won) for seat in "abc"}
            )
        )
    estimate = fitted(played)
    assert (estimate.early + estimate.late) / 2 == pytest.approx(0.5, abs=0.1)
    assert estimate.leads == {}


def test_held_out_games_measure_the_fit() -> None:
    estimate = fit("attrition", drawn(400, 0.3, 0.0))
    assert estimate.games == 400
    assert estimate.positions == 80
    assert estimate.loss < estimate.old_loss
    assert loss(Scale(), []) == 0


def test_a_scale_stretches_and_its_lead_fades() -> None:
    scale = Scale(early=0.5, late=1.0, leads={"a": 0.3, "b": -0.3})
    early, late = scale.at(0.0), scale.at(1.0)
    assert early.worth("a", 0.0) == pytest.approx(tanh(0.3))
    assert late.worth("a", 0.6) == pytest.approx(0.6)
    assert [early.worth("a", each) for each in (-1.0, 1.0)] == [-1.0, 1.0]  # it is over
    thought = SearchResult("x", 0.6, (SearchLine("x", 0.6, 0.2), SearchLine("y", 0.1)))
    result = late.result("a", thought)
    assert [each.worth for each in result.lines] == pytest.approx([0.6, 0.1])
    assert result.lines[0].worst == pytest.approx(0.2)


def test_a_line_that_finds_nothing_has_the_chance_of_the_bar() -> None:
    """For any evaluations of both seats."""
    for found in ({"a": 0.6, "b": 0.4}, {"a": -0.2, "b": 0.2}, {"a": 0.1, "b": -0.5, "c": 0.0}):
        assert chance_of("a", found["a"], found) == chances(found)["a"]
    found = {"a": 0.6, "b": 0.4}
    assert chance_of("a", 0.7, found) > chances(found)["a"]


@pytest.mark.parametrize("game", GAMES)
def test_calibrated_chances_at_the_start_are_plausible(game: str) -> None:
    """No seat starts with an almost lost or almost won game."""
    position = registry.load(game).begin({}, "1")
    assert scale_of(game).source
    assert scale_at(position).slope > 0
    found = chances(evaluations(position))
    even = 100 / len(found)
    assert all(even / 3 <= each <= 100 - even / 3 for each in found.values()), found


def test_the_command_fits_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "c.toml"
    command = ["--lang", "en", "arena", "calibrate", "attrition", "--players", "random"]
    assert main([*command, "--games", "3"]) == 2
    assert "at least 5" in capsys.readouterr().err
    status = main([*command, "--games", "5", "--results", str(file)])
    result = capsys.readouterr().out
    assert status in (0, 1)
    kept = tomllib.loads(file.read_text())["attrition"]
    assert set(kept["leads"]) == {"central", "entente"}
    assert kept["source"] == "entente arena calibrate attrition --players random --games 5 --seed 0"
    assert f"early = {kept['early']}" in result


def test_the_command_it_came_from_has_the_options(tmp_path: Path) -> None:
    """Repeating it plays the same games."""
    file = tmp_path / "c.toml"
    given = "--players random --games 5 --seed 0 --option tie=entente --all-options"
    command = ["arena", "calibrate", "attrition", *given.split(), "--results", str(file)]
    assert main(command) in (0, 1)
    kept = tomllib.loads(file.read_text())["attrition"]
    assert kept["source"] == f"entente arena calibrate attrition {given}"


def test_a_source_may_have_any_sign_in_it() -> None:
    source = 'entente --players "C:\\mine.py:create"'
    estimate = fit("attrition", drawn(20, 0.4, 0.0), source)
    assert tomllib.loads(as_toml(estimate))["attrition"]["source"] == source
