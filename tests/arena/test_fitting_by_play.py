"""Figures fitted by play."""

from __future__ import annotations

import json
from contextlib import nullcontext
from math import exp, log, sqrt
from pathlib import Path
from random import Random

import msgspec
import pytest

from entente.arena.fitting.games import FitGame, weighted_game
from entente.arena.fitting.match import FitMatch
from entente.arena.fitting.paired_play import REACH, SPREAD, Pair, PairedFit, fit, gather, perturbed
from entente.arena.game_runner import DecisionLimitReached, GameRun
from entente.cli.main import main
from entente.games.attrition.engine.features import BEHIND, USUAL_WEIGHTS, figures
from entente.games.pax.engine.engine import PaxEngine
from entente.games.pax.engine.features import WEIGHTS
from entente.kernel import Move, registry
from entente.players.engines import HARD
from entente.players.engines.tunable import tunable_policy_of
from tests.amount import THOROUGH, amount

USUAL = registry.load("attrition").info.complete({})
GAMES = str(amount(3, 5))  # for the command
MOVES = 60  # enough for a figure to change one of them
FIGURES = {"bold": 0.5, "patient": 2.0, "vain": 1.0}


class File(msgspec.Struct):
    """What the command writes."""

    command: str
    fitted: PairedFit
    match: FitMatch
    better: bool


def results(pairs: int, liked: dict[str, float]) -> list[Pair]:
    """Pairs of games, won by the side with more of the liked features."""
    rng = Random("pairs")
    found = list[Pair]()
    for _ in range(pairs):
        draw = {name: rng.gauss(0.0, 1.0) for name in FIGURES}
        odds = sum(liked[name] * draw[name] for name in liked)
        wins = sum(rng.random() < 1 / (1 + exp(-odds)) for _ in range(2))
        found.append(Pair(draw, wins / 2))
    return found


def test_the_step_goes_where_more_is_won() -> None:
    estimate = fit("attrition", FIGURES, results(400, {"bold": 0.5, "patient": -0.4}))
    step = {name: log(estimate.weights[name] / FIGURES[name]) / SPREAD for name in FIGURES}
    assert step["bold"] > 0.4 > -0.4 > step["patient"]
    assert abs(step["vain"]) < 0.2
    assert estimate.sure["bold"] > 4 > -4 > estimate.sure["patient"]
    assert abs(estimate.sure["vain"]) < 3
    assert estimate.games == 800


def test_the_step_is_bounded_however_sure_it_is() -> None:
    for liked in (0.2, 5.0):
        estimate = fit("attrition", FIGURES, results(100, {"bold": liked}))
        steps = [log(estimate.weights[name] / FIGURES[name]) / SPREAD for name in FIGURES]
        far = sqrt(sum(each * each for each in steps))
        assert far == pytest.approx(REACH * sqrt(len(FIGURES)), rel=1e-3)


def test_where_all_is_even_the_figures_stay() -> None:
    estimate = fit("attrition", FIGURES, [Pair({"bold": 1.0, "patient": -1.0, "vain": 2.0}, 0.5)])
    assert estimate.weights == estimate.old == FIGURES
    assert set(estimate.sure.values()) == {0.0}


def test_a_set_and_its_mirror_image_lie_around_the_figures() -> None:
    draw = {"bold": 1.0, "patient": -2.0, "vain": 0.0}
    here, there = perturbed(FIGURES, draw), perturbed(FIGURES, draw, -1.0)
    assert here["bold"] > FIGURES["bold"] > there["bold"]
    for name, each in FIGURES.items():
        assert here[name] * there[name] == pytest.approx(each * each)


@pytest.mark.soak
def test_games_follow_from_the_seed_with_any_player() -> None:
    own = figures(USUAL)
    alone = gather("attrition", USUAL, own, 4, "s", 1, lambda done: None)
    assert alone == gather("attrition", USUAL, own, 4, "s", 2, lambda done: None)
    assert fit("attrition", own, alone) == fit("attrition", own, alone)
    assert len(alone) == 2
    assert alone[0].draw != alone[1].draw


# -- what the games offer


def played(weights: dict[str, float]) -> list[Move]:
    """The first moves of a game; the long test plays it to its end."""
    work = FitGame("attrition", USUAL, "same", dict.fromkeys(("central", "entente"), "it"))
    play: GameRun = weighted_game(msgspec.structs.replace(work, weights={"it": weights}))
    play.max_decisions = amount(MOVES, play.max_decisions)
    with nullcontext() if THOROUGH else pytest.raises(DecisionLimitReached):
        play.play()
    return play.moves


@pytest.mark.amount
def test_only_what_the_quick_judgement_asks_for_is_tried() -> None:
    """Other figures than these change nothing, and these do."""
    usual = played({})
    assert played({name: 5 * getattr(USUAL_WEIGHTS, name) for name in BEHIND}) == usual
    assert played({"fear_empty": 0.05}) != usual
    assert not set(BEHIND) & set(figures(USUAL))


def test_tiles_that_do_not_come_are_not_tried() -> None:
    assert "tank" not in figures(USUAL)
    assert figures({**USUAL, "tanks": True})["tank"] == USUAL_WEIGHTS.tank


def test_at_pax_the_best_level_is_tried() -> None:
    quick = tunable_policy_of("pax")
    assert quick is not None
    evaluator = quick.create(quick.figures({}), "s")
    assert isinstance(evaluator, PaxEngine)
    assert evaluator.weights == WEIGHTS[HARD]
    other = quick.create({"asks": 0.1}, "s")
    assert isinstance(other, PaxEngine)
    assert other.weights == msgspec.structs.replace(WEIGHTS[HARD], asks=0.1)


# -- the command


@pytest.mark.soak
@pytest.mark.amount
def test_the_command_writes_what_can_be_read_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("entente.cli.fit.LEAST_GAMES", int(GAMES))
    file = tmp_path / "w.json"
    command = ["arena", "fit", "attrition", "--games", GAMES, "--seed", "7"]
    status = main([*command, "--json", "--results", str(file)])
    message, kept = (
        json.loads(capsys.readouterr().out),
        msgspec.json.decode(file.read_bytes(), type=File),
    )
    assert msgspec.to_builtins(kept.fitted) == message["fitted"]
    assert kept.command == "entente " + " ".join(command)
    assert status == (0 if kept.better else 1)
    assert kept.fitted.old == figures(USUAL)
    assert kept.fitted.weights.keys() == figures(USUAL).keys()
    assert played(kept.fitted.weights)
    assert kept.fitted.games == kept.match.games == int(GAMES) + 1  # both seats of each seed


@pytest.mark.parametrize(
    ("language", "message"), [("en", "omit --players"), ("fr", "omettez --players")]
)
def test_the_player_is_not_an_option(
    language: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["arena", "fit", "attrition", "--players", "random", "--games", "5"]
    assert main(["--lang", language, *command]) == 2
    assert message in capsys.readouterr().err
