"""`entente serve`: it says where it is, answers, and stops when told to."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from entente.cli import serve
from tests.server.running import WAIT


def run(home: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "ENTENTE_HOME": str(home), "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "entente.cli", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def test_the_server_says_where_it_is_answers_and_stops(tmp_path: Path) -> None:
    with run(tmp_path, "--lang", "fr", "serve", "--port", "0") as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.match(r"Entente est ouvert à l'adresse (http://localhost:\d+) ", line)
            assert found, line
            assert httpx2.get(f"{found[1]}/health", timeout=WAIT).json()["status"] == "ok"
            assert (tmp_path / "entente.sqlite3").exists()
        finally:
            process.send_signal(signal.SIGINT)
        process.communicate(timeout=WAIT)
        assert process.returncode in (0, 130, -signal.SIGINT)


def test_a_port_that_is_taken_is_a_mistake_in_words(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with run(tmp_path, "--lang", "en", "serve", "--port", port) as process:
            _, error = process.communicate(timeout=WAIT)
    assert process.returncode == 2
    assert f"cannot listen on 127.0.0.1:{port}" in error
    assert "Traceback" not in error


def test_where_no_port_is_asked_for_a_free_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        usual = taken.getsockname()[1]
        monkeypatch.setattr(serve, "PORT", usual)
        with serve._listen("127.0.0.1", None) as listener:
            assert usual < listener.getsockname()[1] < usual + serve.TRIED
