"""Targets of a Makefile at the same time: all are run, and every failure is reported."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import side_by_side
from scripts.side_by_side import main

MAKEFILE = """\
one:
\t@echo from one > pipe
\t@echo one has spoken
two:
\t@cat pipe
endless:
	@echo so far
	@echo begun > pipe
	@sleep 1000
made:
\t@echo it was made > thing
uses:
\t@cat thing
broken:
\t@echo what was wrong
\t@echo on the other stream >&2
\t@exit 3
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "Makefile").write_text(MAKEFILE)
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MAKEFLAGS", raising=False)


def test_targets_run_at_the_same_time(capsys: pytest.CaptureFixture[str]) -> None:
    """Opening a pipe waits for the other end: one after the other, they would never end."""
    assert main("make", "one", "two") == 0
    out = capsys.readouterr().out
    assert "one has spoken\n" in out
    assert "from one\n" in out


def test_one_that_fails_is_named_and_the_others_are_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("make", "broken", "one", "two") == 1
    result = capsys.readouterr()
    assert "-- broken: failed with status 2" in result.out
    assert "what was wrong\non the other stream\n" in result.out
    assert "one has spoken\n" in result.out
    assert result.err == "failed: broken\n"


def test_a_target_that_needs_another_starts_when_that_is_done(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main("make", "made", "made:uses") == 0
    assert "it was made\n" in capsys.readouterr().out


def test_a_target_that_needs_a_failed_one_is_not_started(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main("make", "broken", "broken:uses") == 1
    result = capsys.readouterr()
    assert "uses" not in result.out
    assert result.err == "failed: broken, uses (not started)\n"


def test_an_interruption_shows_the_output_so_far() -> None:
    command = [sys.executable, side_by_side.__file__, "make", "endless"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert Path("pipe").read_text() == "begun\n"
        running.send_signal(signal.SIGTERM)
        out, _ = running.communicate()
    assert running.returncode == 1
    assert "-- endless: not finished" in out
    assert "so far\n" in out
