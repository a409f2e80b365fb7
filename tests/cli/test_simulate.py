"""`entente simulate`: results for people and programs, failures, mistakes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from entente.arena import Simulation, SimulationPlan, simulate
from entente.arena.simulate import Progress
from entente.cli.main import main
from entente.kernel import registry
from tests.cli.conftest import Run


def timeless(result: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in result.items() if "second" not in key}


def test_a_table_for_people(run: Run) -> None:
    ran = run("simulate", "attrition", "--games", "3", "--seed", "7")
    assert ran.status == 0
    assert ran.err == ""
    assert "decisions per second" in ran.out
    assert "Central Powers" in ran.out
    assert "0 failures" in ran.out


@pytest.mark.usefixtures("toys")
def test_statistics_are_shown(run: Run) -> None:
    ran = run("simulate", "conference", "--games", "4", "--seed", "7")
    (line,) = (each for each in ran.out.splitlines() if "rounds" in each)
    assert line.split()[-2:] == ["8", "2.00"]


def test_a_table_in_french(run: Run) -> None:
    ran = run("simulate", "attrition", "--games", "2", "--lang", "fr")
    assert "décisions par seconde" in ran.out
    assert "0 échec\n" in ran.out


@pytest.mark.soak
def test_the_same_results_by_seat_with_any_number_of_workers(run: Run) -> None:
    arguments = ("simulate", "attrition", "--games", "8", "--seed", "7", "--json")
    once, again = run(*arguments).json(), run(*arguments, "--workers", "2").json()
    assert timeless(once) == timeless(again)
    assert once["games"] == 8
    assert once["failures"] == []
    assert set(once["seats"]) == {"central", "entente"}
    assert sum(once["endings"].values()) == 8
    assert once["mean_length"] == once["decisions"] / 8


@pytest.mark.soak
def test_as_a_program_with_several_workers() -> None:
    command = ["simulate", "attrition", "--games", "6", "--workers", "2"]
    ran = subprocess.run(
        [sys.executable, "-m", "entente.cli", *command], capture_output=True, text=True
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def test_options_are_used_and_shown(run: Run) -> None:
    arguments = ("simulate", "attrition", "--games", "2", "--json")
    result = run(*arguments, "--option", "ruhr=on", "--option", "tie=central").json()
    assert result["options"]["ruhr"] is True
    assert result["options"]["tie"] == "central"
    result = run(*arguments, "--all-options", "--option", "ruhr=off").json()
    for option in registry.load("attrition").info.options:
        expected: object = option.default
        if option.kind == "rule" and option.is_flag:
            expected = option.id != "ruhr"
        assert result["options"][option.id] == expected


def test_all_options_of_turmoil_switch_the_swiss_balance_on_too(run: Run) -> None:
    result = run("simulate", "turmoil", "--games", "1", "--json", "--all-options").json()
    assert result["options"] == {
        "war_mobilization": True,
        "french_monarchy": True,
        "swiss_balance": "liberal_2",
        "event_bonus": False,
    }
    chosen = ("--all-options", "--option", "swiss_balance=off")
    result = run("simulate", "turmoil", "--games", "1", "--json", *chosen).json()
    assert result["options"]["swiss_balance"] == "off"


def test_all_options_of_diplomacy_change_no_number_of_players_or_years(run: Run) -> None:
    chosen = ("--all-options", "--option", "end_year=1902")
    result = run("simulate", "diplomacy", "--games", "1", "--json", *chosen).json()
    assert result["options"] == registry.load("diplomacy").info.complete({"end_year": 1902})


@pytest.mark.usefixtures("toys")
def test_failures_are_reported_and_kept_and_can_be_opened(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    ran = run("simulate", "trouble", "--games", "3", "--failures", str(folder))
    assert ran.status == 1
    assert "3 failures" in ran.out
    assert "ZeroDivisionError: the rules divided by nothing" in ran.out
    records = sorted(folder.glob("*.jsonl"))
    assert len(records) == 3
    assert f"entente replay {records[0]}" in ran.out
    assert "2 moves so far" in run("replay", str(records[0])).out
    endless = run(
        *("simulate", "trouble", "--games", "1", "--option", "kind=endless", "--json"),
        *("--failures", str(folder), "--max-decisions", "10"),
    )
    assert endless.status == 1
    (failure,) = endless.json()["failures"]
    assert failure["error"] == "DecisionLimitReached: no end after 10 decisions"
    assert run("replay", failure["record"]).status == 0


@pytest.mark.usefixtures("toys")
def test_a_folder_for_failures_that_cannot_be_written(run: Run) -> None:
    Path("file").write_text("")
    ran = run("simulate", "trouble", "--games", "1", "--failures", "file/below")
    assert ran.status == 2
    assert "“file/below” cannot be written" in ran.err


@pytest.mark.usefixtures("toys")
def test_many_failures_are_reported_briefly(run: Run) -> None:
    out = run("simulate", "trouble", "--games", "15").out
    assert out.count("entente replay") == 10
    assert "and 5 more" in out
    assert len(list(Path("entente-failures").glob("*.jsonl"))) == 15


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--option", "tanc=on"], "attrition has no option “tanc”; did you mean: tanks"),
        (["--option", "tanks=perhaps"], "the option tanks does not take “perhaps”"),
        (["--option", "tie"], "the option tie needs a value: tie=… (draw, central, entente)"),
        (["--option", "tie=nobody"], "it takes: draw, central, entente"),
        (["--players", "napoleon"], "no computer player is called “napoleon”; there are: easy"),
        (["--players", "random,random,random"], "3 players given, but attrition has"),
        (["--workers", "0"], "--workers: “0” is not a whole number of at least 1"),
    ],
)
def test_mistakes(run: Run, arguments: list[str], said: str) -> None:
    ran = run("simulate", "attrition", *arguments)
    assert ran.status == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_an_interruption_sets_the_exit_status(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The finished games are still reported."""

    def interrupted(plan: SimulationPlan, workers: int, progress: Progress | None) -> Simulation:
        def interrupt(done: int) -> None:
            raise KeyboardInterrupt

        return simulate(plan, workers, interrupt)

    monkeypatch.setattr("entente.cli.simulate.simulate", interrupted)
    ran = run("simulate", "attrition", "--games", "5", "--json")
    assert ran.status == 130
    assert ran.json()["games"] == 1


def test_a_player_without_its_network_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ENTENTE_NETWORKS", str(tmp_path))
    for command in (["simulate", "attrition", "--players"], ["play", "attrition", "--against"]):
        assert main([*command, "learned"]) == 2
        assert "attrition.onnx" in capsys.readouterr().err


def test_a_model_without_a_configuration_is_refused_before_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("URL", "MODEL", "FILE"):
        monkeypatch.delenv(f"ENTENTE_LLM_{name}", raising=False)
    assert main(["play", "attrition", "--against", "llm"]) == 2
    said = capsys.readouterr()
    assert "ENTENTE_LLM_URL" in said.err
    assert not said.out
