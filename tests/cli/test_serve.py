"""`entente serve`: it prints its address, answers, and stops on a signal."""

from __future__ import annotations

import logging
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from entente.cli import serve
from entente.cli.main import main
from entente.kernel.typography import typeset
from entente.server.http import pages
from entente.server.storage.access import open_database
from entente.server.storage.models import GameData
from tests.server.running import WAIT


def run(home: Path, *arguments: str, **settings: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "ENTENTE_HOME": str(home), "PYTHONUNBUFFERED": "1", **settings}
    return subprocess.Popen(
        [sys.executable, "-m", "entente.cli", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def test_the_server_says_where_it_is_answers_and_stops(tmp_path: Path) -> None:
    with run(tmp_path, "--lang", "fr", "serve", "--port", "0", "--api-only") as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.match(typeset(r".* à l'adresse (http://localhost:\d+)[ /]"), line)
            assert found, line
            assert httpx2.get(f"{found[1]}/health", timeout=WAIT).json()["status"] == "ok"
            assert (tmp_path / "entente.sqlite3").exists()
        finally:
            process.send_signal(signal.SIGINT)
        process.communicate(timeout=WAIT)
        assert process.returncode in (0, 130, -signal.SIGINT)


@pytest.mark.parametrize("built", [True, False])
def test_without_a_client_only_the_api_is_served(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    built: bool,
) -> None:
    """An installation from a plain checkout says so, instead of answering 503 every time."""
    if built:
        (tmp_path / pages.INDEX).touch()
    assert pages.client_is_built(tmp_path) is built
    monkeypatch.setattr(pages, "client_is_built", lambda: built)
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path / "home"))
    wrong = ["--port", "0", "--workers", "2"]  # SQLite has one process: refused a little later
    assert main(["serve", *wrong, "--lang", "en"]) == 2
    output = capsys.readouterr().err
    assert ("--api-only" in output) is not built
    assert (tmp_path / "home").exists() is built


def test_a_port_that_is_taken_is_a_mistake_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["--lang", "en", "serve", "--port", port, "--api-only"]) == 2
    assert f"cannot listen on 127.0.0.1:{port}" in capsys.readouterr().err


def test_without_a_port_a_free_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        usual = taken.getsockname()[1]
        monkeypatch.setattr(serve, "PORT", usual)
        with serve.listen("127.0.0.1", None) as listener:
            assert usual < listener.getsockname()[1] < usual + serve.TRIED


Refusal = Callable[..., str]


@pytest.fixture
def refusal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Refusal]:
    """What is said of a server that cannot be started. One that is refused ends by itself, and
    needs no process of its own."""
    root, ours = logging.getLogger(), logging.getLogger("entente")
    before = list(root.handlers), root.level, ours.level

    def refused(home: Path, *arguments: str, **settings: str) -> str:
        monkeypatch.setenv("ENTENTE_HOME", str(home))
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        status = main(["serve", "--port", "0", "--api-only", *arguments])
        out, error = capsys.readouterr()
        assert (status, out) == (2, "")
        assert error.startswith("entente: ")
        assert error.count("\n") == 1, error
        return error

    yield refused
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    ours.setLevel(before[2])


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_database_that_is_away_is_a_mistake_in_words(
    refusal: Refusal, tmp_path: Path, workers: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    address = f"postgresql://anna:secret@127.0.0.1:{port}/entente"
    asked = ("--workers", workers, "--lang", "en")
    error = refusal(tmp_path, *asked, ENTENTE_DATABASE_URL=address)
    assert f"the database {address.replace('secret', '***')} cannot be used: " in error


def test_an_address_that_is_none_is_a_mistake_in_words(refusal: Refusal, tmp_path: Path) -> None:
    error = refusal(tmp_path, "--lang", "fr", ENTENTE_DATABASE_URL="mysql://x")
    assert typeset("ENTENTE_DATABASE_URL n'est pas l'adresse d'une base de données") in error


def test_a_file_that_is_no_database_is_a_mistake_in_words(refusal: Refusal, tmp_path: Path) -> None:
    (tmp_path / "entente.sqlite3").write_bytes(b"not a database" * 1000)
    error = refusal(tmp_path, "--lang", "en")
    assert f"“{tmp_path / 'entente.sqlite3'}” is damaged, or not a database of Entente (" in error


def test_a_database_damaged_further_in_is_a_mistake_in_words(
    refusal: Refusal, tmp_path: Path
) -> None:
    """It is found to be up to date; only then something in it cannot be read."""
    path = tmp_path / "entente.sqlite3"
    open_database(f"sqlite:///{path}").dispose()
    with closing(sqlite3.connect(path)) as stored:
        (size,) = stored.execute("PRAGMA page_size").fetchone()
        named = "SELECT rootpage FROM sqlite_master WHERE tbl_name = ?"
        pages = stored.execute(named, (GameData.__tablename__,)).fetchall()
    with path.open("r+b") as file:
        for (page,) in pages:
            file.seek((page - 1) * size)
            file.write(b"x" * size)
    error = refusal(tmp_path, "--lang", "fr")
    assert typeset(f"« {path} » est abîmé, ou n'est pas une base de données d'Entente (") in error


def test_a_data_folder_that_cannot_be_made_is_a_mistake_in_words(
    refusal: Refusal, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    error = refusal(tmp_path / "file" / "below", "--lang", "en")
    assert "the data folder “" in error
    assert "ENTENTE_HOME" in error


def test_a_database_in_a_folder_that_is_not_there_is_a_mistake_in_words(
    refusal: Refusal, tmp_path: Path
) -> None:
    address = f"sqlite:///{tmp_path / 'nowhere' / 'x.sqlite3'}"
    error = refusal(tmp_path, "--lang", "en", ENTENTE_DATABASE_URL=address)
    assert f"the database {tmp_path / 'nowhere' / 'x.sqlite3'} cannot be used: " in error
    assert not (tmp_path / "nowhere").exists()
