"""The command as a whole: help, languages, what was mistyped."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import entente
from entente.cli.main import COMMANDS
from entente.cli.words import language_of
from entente.kernel import flow
from entente.kernel.typography import typeset
from tests.amount import daily_first
from tests.cli.conftest import Run


def test_version_says_whether_the_wheel_is_compiled(run: Run) -> None:
    interpreted = Path(str(flow.__file__)).suffix == ".py"
    english, french = ("pure Python", "Python pur") if interpreted else ("compiled", "compilé")
    assert run("--version").out == f"entente {entente.__version__} ({english})\n"
    assert run("--version", "--lang", "fr").out == f"entente {entente.__version__} ({french})\n"


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    ran = run()
    assert ran.status == 0
    assert all(command in ran.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_in_both_languages(run: Run, command: str) -> None:
    english, french = run(command, "--help"), run(command, "--help", "--lang", "fr")
    assert english.status == french.status == 0
    assert english.out.startswith(f"usage: entente {command}")
    assert french.out.startswith(f"usage\u00a0: entente {command}")
    assert "show this help" in english.out
    assert "affiche cette aide" in french.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["dance"], "unknown command “dance”; choose one of: games, play"),
        (["rules"], "missing argument: GAME; see “entente rules --help”"),
        (["play"], "missing argument: GAME"),
        (["games", "--jsn"], "unknown arguments: --jsn"),
        (["simulate", "attrition", "--games"], "--games needs a value"),
        (
            ["simulate", "attrition", "--games", "few"],
            "--games: “few” is not a whole number of at least 1",
        ),
        (["serve", "--port", "65536"], "--port: “65536” is not a whole number from 0 to 65535"),
        (
            ["mcp", "turmoil", "--http", "--port", "99999"],
            "not a whole number from 0 to 65535",
        ),
        (
            ["simulate", "attrition", "--games", "0"],
            "--games: “0” is not a whole number of at least 1",
        ),
        (["games", "--json=yes"], "--json takes no value"),
        (["games", "--lang", "de"], "unknown language “de”; choose one of: en or fr"),
        (["play", "chess"], "no game is called “chess”; there are: attrition"),
        (["rules", "chess"], "no game is called “chess”"),
        (["data", "chess"], "no game is called “chess”"),
        (["simulate", "chess"], "no game is called “chess”"),
    ],
)
def test_a_mistake_is_one_clear_line(run: Run, arguments: list[str], said: str) -> None:
    ran = run(*arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.startswith("entente: ")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_user_errors_are_in_french(run: Run) -> None:
    assert typeset("aucun jeu ne s'appelle « chess »") in run("play", "chess", "--lang", "fr").err


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "fr_FR.UTF-8"}, "fr"),
        ([], {"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ([], {"LANG": "de_DE.UTF-8"}, "en"),
        ([], {"LANG": "en_GB.UTF-8", "ENTENTE_LANG": "fr"}, "fr"),
        (["--lang", "en"], {"ENTENTE_LANG": "fr"}, "en"),
        (["games", "--lang=fr"], {}, "fr"),
        (["games", "--lang"], {}, "en"),
    ],
)
def test_which_language_is_spoken(
    arguments: list[str], environment: dict[str, str], language: str
) -> None:
    assert language_of(arguments, environment) == language


@pytest.mark.parametrize("module", daily_first(["entente", "entente.cli", "entente.cli.main"]))
def test_as_a_program_of_its_own(module: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", module, "play", "chess"], capture_output=True, text=True
    )
    assert ran.returncode == 2
    assert "no game is called “chess”" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_one_command_does_not_load_the_others() -> None:
    """There is no game, so no game and no player is loaded."""
    script = "import sys; from entente.cli.main import main; main(); print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", script, "serve", "--help"], capture_output=True, text=True
    )
    loaded = ran.stdout.splitlines()[-1].split()
    assert "entente.cli.serve" in loaded
    others = ("entente.arena", "entente.games", "entente.learning", "entente.players")
    assert not [name for name in loaded if name.startswith(others)]
    assert {name for name in loaded if name.removeprefix("entente.cli.") in COMMANDS} == {
        "entente.cli.serve"
    }


def test_a_closed_pipe(tmp_path: Path) -> None:
    """`entente rules attrition | head -1` ends without an error."""
    script = f"{sys.executable} -m entente.cli rules attrition 4 | head -n 1"
    ran = subprocess.run(["sh", "-c", script], capture_output=True, text=True)
    assert ran.stderr == ""
    assert ran.stdout.startswith("4  ")


@pytest.mark.parametrize(
    "command",
    daily_first(
        [
            "play attrition --against random <&-",
            "games >&-",
            "games <&-",
            "diplomacy adjudicate <&-",
        ],
        2,
    ),
)
def test_a_service_may_start_it_without_standard_streams(command: str) -> None:
    ran = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m entente.cli {command}'],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0
    assert ran.stderr == ""
