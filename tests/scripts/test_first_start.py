"""`make play` on a machine that is not ready, and its end with Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WAIT = 60  # seconds
OFFLINE = 75  # exit status

# A Python that says that it is 3.10.
OLD = """#!{python}
import runpy, sys
sys.version_info = (3, 10, 4, "final", 0)
if sys.argv[1] == "-c":
    exec(sys.argv[2])
else:
    runpy.run_path(sys.argv[1], run_name="__main__")
"""


@pytest.fixture
def old_python(tmp_path: Path) -> Path:
    python = tmp_path / "bin" / "python3.10"
    python.parent.mkdir()
    python.write_text(OLD.format(python=sys.executable))
    python.chmod(0o755)
    return python


def choose_python(*named: str, path: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "scripts/python.sh", *named],
        cwd=ROOT,
        env={**os.environ, "PATH": path + os.pathsep + os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_named_python_that_is_too_old_is_described(old_python: Path) -> None:
    needed = "Entente needs Python 3.11 or newer with its venv module"
    found = f"{needed}, and found {old_python}, which is Python 3.10.4.\n"
    for named in ("3.10", "python3.10", str(old_python)):
        answer = choose_python(named, path=str(old_python.parent))
        assert answer.returncode == 1
        assert answer.stdout == ""
        assert answer.stderr.startswith(found)
    answer = choose_python("3.987")
    assert answer.returncode == 1
    assert f"{needed}, and found no python3.987.\n" in answer.stderr
    assert choose_python(sys.executable).stdout == f"{sys.executable}\n"


def test_the_python_of_the_machine_is_described_if_it_is_too_old(old_python: Path) -> None:
    old_python.rename(old_python.with_name("python3"))
    (old_python.parent / "dirname").symlink_to("/usr/bin/dirname")
    answer = subprocess.run(
        ["/bin/sh", "scripts/python.sh"],
        cwd=ROOT,
        env={"PATH": str(old_python.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 1
    assert f"found {old_python.with_name('python3')}, which is Python 3.10.4." in answer.stderr


def test_a_first_start_without_a_network_says_what_it_lacks(tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    with socket.socket() as closed:  # bound and not listening: connections are refused
        closed.bind(("127.0.0.1", 0))
        offline = f"http://127.0.0.1:{closed.getsockname()[1]}/simple"
        answer = subprocess.run(
            ["sh", "scripts/install.sh", tmp_path / "venv", "entente-games-no-such-package"],
            cwd=ROOT,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(tmp_path),
                "PIP_CONFIG_FILE": os.devnull,
                "PIP_INDEX_URL": offline,
                "PIP_RETRIES": "1",
            },
            capture_output=True,
            text=True,
            check=False,
        )
    assert answer.returncode == OFFLINE
    assert answer.stderr == (
        "This step fetches Python packages from the network, which cannot be reached: "
        "run the same command again when it can, and it goes on where it stopped.\n"
    )


def test_another_failure_is_shown_as_it_is() -> None:
    answer = subprocess.run(
        ["sh", "scripts/needs_network.sh", "things", "sh", "-c", "echo broken >&2; exit 3"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (answer.returncode, answer.stderr) == (3, "broken\n")


def test_ctrl_c_ends_play_without_an_error(tmp_path: Path) -> None:
    """A terminal sends the signal to everything that it runs."""
    installed = f"BIN={Path(sys.executable).parent}"
    there = ["-o", ".venv/.stamp-run", "-o", "src/entente/server/static/index.html"]
    with subprocess.Popen(
        ["make", "--no-print-directory", *there, "play", installed, "ARGS=--port 0 --api-only"],
        cwd=ROOT,
        env={**os.environ, "ENTENTE_HOME": str(tmp_path), "ENTENTE_LANG": "en"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as make:
        assert make.stdout is not None
        said = ""
        for line in make.stdout:
            said += line
            if re.search(r"http://\S+:\d+", line):
                os.killpg(make.pid, signal.SIGINT)
                break
        said += make.stdout.read()
        status = make.wait(WAIT)
    assert status == -signal.SIGINT, said  # a shell shows 130
    assert "Error" not in said
    assert "***" not in said


def test_the_source_archive_has_all_that_its_tests_read(tmp_path: Path) -> None:
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.splitlines()
    if not tracked:
        pytest.skip("not a clone")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    missing = {name for name in tracked if name not in names and (ROOT / name).exists()}
    of_the_clone = {".ci", ".editorconfig"}
    assert {name.partition("/")[0] for name in missing} <= of_the_clone
