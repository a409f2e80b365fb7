"""`entente arena`: tables, files, resuming, variants, mistakes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from entente.arena import read
from entente.cli.arena import FOLDER
from tests.cli.conftest import Run

FALTERING = "tests.arena.entrants:faltering"
CRASHING = "tests.arena.entrants:crashing"
FAR, SHORT = "tests.arena.entrants:far", "tests.arena.entrants:short"

toys = pytest.mark.usefixtures("toys")


@toys
def test_tables_for_people_and_two_files(run: Run) -> None:
    ran = run("arena", "run", "walk", "--players", f"{SHORT},{FAR}", "--games", "4")
    assert (ran.status, ran.err) == (0, "")
    lines = [line.split() for line in ran.out.splitlines()]
    assert [FAR, "4", "4", "0", "0", "100.0", "%", "51.0–100.0"] in [line[:8] for line in lines]
    (results,) = Path("entente-arena").glob("walk-*.jsonl")
    assert f"results: {results}" in ran.out
    assert f"report: {results.with_suffix('.html')}" in ran.out
    page = results.with_suffix(".html").read_text()
    assert f"entente arena run walk --players {SHORT},{FAR} --games 4" in page


def test_a_game_in_french(run: Run) -> None:
    ran = run("arena", "run", "attrition", "--players", "random", "--games", "2", "--lang", "fr")
    assert ran.status == 0
    assert "Puissances centrales" in ran.out
    assert "0 partie échouée" in ran.out
    (page,) = Path("entente-arena").glob("*.html")
    assert '<html lang="fr">' in page.read_text()


@toys
def test_the_same_command_finds_its_results_again_and_a_longer_one_goes_on(run: Run) -> None:
    command = ("arena", "run", "walk", "--players", f"{SHORT},{FAR}", "--games")
    run(*command, "4")
    assert "4 games were already in the file" in run(*command, "4").out
    assert "4 games were already in the file" in run(*command, "6").out
    (results,) = Path("entente-arena").glob("*.jsonl")
    assert len(read(results)[1]) == 6
    assert "has 6 games, 2 more" in run(*command, "4").err


@toys
def test_for_programs(run: Run) -> None:
    arguments = ("arena", "run", "conference", "--players", f"random,{FALTERING}*2", "--games", "3")
    ran = run(*arguments, "--results", "here.jsonl", "--report", "there.html", "--json")
    result = ran.json()
    assert ran.status == 1  # lapses are something wrong
    assert result["finished"]
    assert (result["results"], result["report"]) == ("here.jsonl", "there.html")
    assert result["tournament"]["players"] == ["random", FALTERING, FALTERING]
    (table,) = result["tables"]
    assert {each["player"]: each["fared"]["games"] for each in table["standings"]} == {
        "random": 3,
        FALTERING: 6,
    }
    assert Path("there.html").is_file()


@toys
def test_failures_are_shown_with_player_and_place(run: Run) -> None:
    ran = run("arena", "run", "orders", "--players", f"{CRASHING},random", "--games", "12")
    assert ran.status == 1
    assert "RuntimeError: out of ideas" in ran.out
    records = sorted(Path("entente-failures").glob("*.jsonl"))
    assert str(records[0]) in ran.out
    assert run("replay", str(records[0])).status == 0


def test_variants_with_the_same_seeds(run: Run) -> None:
    ran = run(
        *("arena", "balance", "attrition", "--players", "random", "--games", "2"),
        *("--vary", "map.industry.early_victory=12,17", "--results", "b.jsonl"),
    )
    assert ran.status == 0
    assert "map.industry.early_victory=12" in ran.out
    tournament, games = read(Path("b.jsonl"))
    assert len(games) == 4
    assert [game.seed for game in games] == ["0-0", "0-0", "0-1", "0-1"]
    assert tournament.variants[0].overrides == {"map.toml": {"industry": {"early_victory": 12}}}


def test_without_ray_a_sentence_says_how_to_have_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    ran = run("arena", "run", "attrition", "--players", "random", "--games", "1", "--ray", "local")
    assert ran.status == 2
    assert ran.err == (
        "entente: ray is not installed; it comes with the extra “ray”: make extras EXTRAS=ray\n"
    )
    assert not FOLDER.exists()


@toys
def test_a_file_of_results_is_shown_again_in_another_language(run: Run) -> None:
    run(
        "arena",
        "run",
        "walk",
        "--players",
        f"{SHORT},{FAR}",
        "--games",
        "2",
        "--results",
        "w.jsonl",
    )
    ran = run("arena", "report", "w.jsonl", "--lang", "fr", "--report", "fr.html")
    assert ran.status == 0
    assert "victoires" in ran.out
    assert '<html lang="fr">' in Path("fr.html").read_text()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_output_of_a_player_does_not_get_into_the_result(run: Run, workers: str) -> None:
    players = "tests.arena.entrants:chatting,random"
    ran = run(
        "arena",
        "run",
        "attrition",
        "--players",
        players,
        "--games",
        "2",
        "--json",
        "--workers",
        workers,
    )
    assert ran.json()["games"] == 2


def heed_the_keyboard() -> None:
    """A process started in the background may ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.soak
def test_interrupted_by_the_keyboard_as_a_program_and_resumed(tmp_path: Path) -> None:
    """Ctrl-C while it plays; then the same command does the rest."""
    arguments = [
        "arena",
        "run",
        "attrition",
        "--players",
        "random",
        "--results",
        "r.jsonl",
        "--json",
    ]
    command = [sys.executable, "-m", "entente.cli", *arguments, "--games", "20000"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=tmp_path, preexec_fn=heed_the_keyboard
    ) as process:
        file = tmp_path / "r.jsonl"
        while not file.exists() or file.read_bytes().count(b"\n") < 3:
            assert process.poll() is None
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGINT)
        out, _ = process.communicate()
    result = json.loads(out)
    assert process.returncode == 130
    assert not result["finished"]
    done = result["games"]
    assert 2 <= done < 20000
    assert len(read(file)[1]) == done
    command[-1] = str(done + 2)
    again = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=True)
    assert json.loads(again.stdout)["games"] == done + 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["balance"], "missing argument: GAME"),
        (["run", "attrition", "turmoil"], "unknown arguments: turmoil"),
        (["balance", "attrition"], "needs --vary"),
        (["run", "attrition", "--vary", "tie=draw"], "unknown arguments: --vary"),
        (
            ["attrition", "--games", "2"],
            "“entente arena attrition” is now “entente arena run attrition”",
        ),
        (["chances", "attrition"], "“entente arena chances” is now “entente arena calibrate”"),
        (["run", "atrition"], "no game is called “atrition”"),
        (["run", "attrition", "--players", "napoleon"], "no computer player is called “napoleon”"),
        (["run", "attrition", "--players", "bot:nobodyhere x"], "program “nobodyhere” not found"),
        (["run", "attrition", "--players", "random*0"], "“random*0” does not say how many seats"),
        (["run", "attrition", "--players", "random*3"], "3 players given, some twice"),
        (
            ["run", "attrition", "--players", "mine.py:create"],
            "cannot be loaded: FileNotFoundError",
        ),
        (["balance", "attrition", "--vary", "tie"], "write it as key=value,value"),
        (["balance", "attrition", "--vary", "tie=no"], "the option tie does not take “no”"),
        (["balance", "attrition", "--vary", "data=no"], "no: this folder does not exist"),
        (["report", "nothing.jsonl"], "“nothing.jsonl” does not exist"),
        (["report", "."], "“.” cannot be read"),
        (["run", "attrition", "--games", "0"], "--games: “0” is not a whole number of at least 1"),
        (["run", "attrition", "--players", "random", "--games", "1", "--results", "."], "“.”"),
        (
            ["run", "attrition", "--players", "random", "--games", "1", "--report", "."],
            "“.” cannot be",
        ),
    ],
)
def test_mistakes(run: Run, arguments: list[str], said: str) -> None:
    ran = run("arena", *arguments)
    assert ran.status == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1
