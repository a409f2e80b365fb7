"""Running the command inside the test, with typed lines for its input."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from entente.cli.main import main
from tests.cli.toy_games import toys as toys
from tests.cli.toy_games import unwritten as unwritten

SPEAKING = ("ENTENTE_LANG", "ENTENTE_DATA", "LC_ALL", "LC_MESSAGES", "LANG", "COLUMNS")


class Ran(NamedTuple):
    """What a run of the command left behind."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]
Terminal = Callable[[list[str]], list[str]]


@pytest.fixture(autouse=True)
def quiet_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No language and no data from the machine; files go into a folder of the test's own."""
    for name in SPEAKING:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("play", "conference", typed=["1", "quit"])`."""

    def go(*arguments: str, typed: list[str] | None = None) -> Ran:
        text = "".join(line + "\n" for line in typed or [])
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        capsys.readouterr()
        status = main(list(arguments))
        return Ran(status, *capsys.readouterr())

    return go


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A person at a terminal who types these lines; what was asked is written down."""

    def sit(lines: list[str]) -> list[str]:
        asked: list[str] = []

        def typed(prompt: str) -> str:
            asked.append(prompt)
            if len(asked) > len(lines):
                raise EOFError
            return lines[len(asked) - 1]

        monkeypatch.setattr("builtins.input", typed)
        monkeypatch.setattr("entente.cli.screen.at_terminal", lambda: True)
        return asked

    return sit
