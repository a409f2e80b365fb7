"""An installation without extras: nothing but msgspec is imported, and every command works or names
the extra that it needs.

Every day the packages of all extras are hidden from one process. The long test builds the wheel,
installs it into a virtual environment of its own, and looks at that.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Sequence
from importlib.metadata import distribution
from pathlib import Path

import pytest

from entente.cli import main
from tests.package.commands import ASKING, WORKING, Ran, try_all

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
MOST = 12_000_000  # bytes of an installation with its dependencies, without bytecode

HIDDEN = """
import sys
from importlib.machinery import BuiltinImporter, FrozenImporter, PathFinder

class OnlyOurs:
    "Finds the standard library, Entente and msgspec, as if nothing else were installed."
    def find_spec(name, path=None, target=None):
        root = name.partition(".")[0]
        ours = root in sys.stdlib_module_names or root in ("entente", "msgspec")
        return PathFinder.find_spec(name, path, target) if ours else None
    find_distributions = PathFinder.find_distributions

sys.meta_path[:] = [BuiltinImporter, FrozenImporter, OnlyOurs]
"""

COMMANDS = """
import contextlib, io, json, sys
from entente.cli.main import main

results = []
for arguments, typed in json.loads(sys.argv[1]):
    output = io.StringIO()
    sys.stdin = io.StringIO(typed)
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        status = main(["--lang", "en", *arguments])
    results.append((status, output.getvalue()))
json.dump(results, sys.__stdout__)
"""


def test_every_command_without_any_extra(tmp_path: Path) -> None:
    asked = [(each.arguments, each.typed) for each in WORKING]
    asked += [(arguments, "") for arguments, _ in ASKING]
    ran = subprocess.run(
        [sys.executable, "-c", HIDDEN + COMMANDS, json.dumps(asked)],
        cwd=tmp_path,
        env={**os.environ, "ENTENTE_HOME": str(tmp_path), "COLUMNS": "500"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    answers = iter(json.loads(ran.stdout))

    def run(arguments: Sequence[str], typed: str) -> Ran:
        status, output = next(answers)
        return status, output

    try_all(run, lambda extra: "make play" if extra == "server" else f"EXTRAS={extra}")


def test_the_library_imports_no_network() -> None:
    code = (
        HIDDEN + "import entente\n"
        "game = entente.load('diplomacy')\n"
        "position = game.begin()\n"
        "player = entente.make_player('easy', game)\n"
        "position.play(player.choose(entente.PlayerView(position, 'austria')), 'austria')\n"
        "print(str(position), repr(position), len(position.svg()), position.digest())\n"
        "for name in ('asyncio', 'http.client', 'ssl', 'urllib.request'):\n"
        "    assert name not in sys.modules, name\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_the_core_depends_on_msgspec_alone() -> None:
    assert [re.match(r"[\w-]+", each).group() for each in PROJECT["dependencies"]] == ["msgspec"]  # type: ignore[union-attr]
    extras = PROJECT["optional-dependencies"]
    assert {"server", "envs", "fast", "gpu", "agents", "all"} <= set(extras)
    for name, packages in extras.items():
        for package in packages:
            named = re.match(r"entente-games\[([\w,]+)\]", package)
            for other in named.group(1).split(",") if named else ():
                assert other in extras, (name, other)


def test_the_package_stays_small() -> None:
    """Every day from the sources; the long test measures an installation."""
    with_its_list = 300_000  # of files, which pip writes
    msgspec = sum(
        distribution("msgspec").locate_file(file).stat().st_size  # type: ignore[attr-defined]
        for file in distribution("msgspec").files or ()
        if file.suffix != ".pyc"
    )
    ours = sum(
        file.stat().st_size
        for file in (ROOT / "src/entente").rglob("*")
        if file.is_file() and not {"__pycache__", ".vite"} & {*file.parts}
    )
    assert ours + msgspec + with_its_list < MOST


# -- the wheel


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the wheel and msgspec, installed without a network."""
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    (wheel,) = folder.glob("*.whl")
    assert wheel.name.startswith("entente_games-")
    home = folder / "venv"
    venv.create(home, with_pip=True)
    subprocess.run(
        [home / "bin/python", "-m", "pip", "-q", "install", "--no-index", "--no-deps", wheel],
        check=True,
    )
    to = site_packages(home)
    ours = distribution("msgspec")
    for file in ours.files or ():
        if ".." not in file.parts:
            place = to / file
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(ours.locate_file(file)), place)
    subprocess.run([home / "bin/python", "-m", "pip", "-q", "check"], check=True)
    return home


def site_packages(home: Path) -> Path:
    (place,) = home.glob("lib/python3*/site-packages")
    return place


@pytest.mark.soak
def test_the_size_of_the_installation(
    installation: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = site_packages(installation)
    files = [
        file
        for file in there.rglob("*")
        if file.is_file() and re.match(r"entente|msgspec", str(file.relative_to(there)))
    ]
    plain = sum(file.stat().st_size for file in files if file.suffix != ".pyc")
    whole = sum(file.stat().st_size for file in files)
    # Processor time: on a busy machine the clock says little.
    code = "import time; t = time.process_time(); import {}; print(time.process_time() - t)"
    times = {
        name: min(
            float(subprocess.check_output([installation / "bin/python", "-c", code.format(name)]))
            for _ in range(5)
        )
        for name in ("entente", "entente.loading")
    }
    with capsys.disabled():
        print(f"\n{plain / 1e6:.1f} MB, with bytecode {whole / 1e6:.1f} MB")
        for name, seconds in times.items():
            print(f"import {name}: {1000 * seconds:.0f} ms")
    assert plain < MOST


@pytest.mark.soak
def test_the_wheel_has_the_client_and_every_command_works(
    installation: Path, tmp_path: Path
) -> None:
    client = site_packages(installation) / "entente/server/static/index.html"
    assert client.is_file() == (ROOT / "src/entente/server/static/index.html").is_file()

    def run(arguments: Sequence[str], typed: str) -> Ran:
        ran = subprocess.run(
            [installation / "bin/entente", "--lang", "en", *arguments],
            input=typed,
            cwd=tmp_path,
            env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "COLUMNS": "500"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return ran.returncode, ran.stdout

    try_all(run, lambda extra: f'pip install "entente-games[{extra}]"')


def test_every_command_is_tried() -> None:
    tried = {each.arguments[0] for each in WORKING} | {arguments[0] for arguments, _ in ASKING}
    assert set(main.COMMANDS) <= tried
