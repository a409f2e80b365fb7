"""Install the wheel with the lowest and with the newest versions we allow, and play with each.

    python -m scripts.installations [PYTHON …]    default: the Python that runs this

uv makes a fresh environment for each and installs the extras that people install: the server, the
agents and the environments. A bot then plays a short game of every kind over the websocket, and a
random agent one in Gymnasium. uv needs the network for packages that it has not kept.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import HTTPCookieProcessor, Request, build_opener

from scripts.package import build

ROOT = Path(__file__).parents[1]
BOT = ROOT / "examples" / "bot.py"
EXTRAS = ("server", "agents", "envs")
CHOICES = {"lowest": "lowest-direct", "newest": "highest"}
GAMES = {
    "attrition": (),
    "diplomacy": ("end_year=1902",),
    "pax": ("players=4", "turns=1", "offer_limit=1"),
    "turmoil": (),
}
ENVIRONMENT = """
import gymnasium, entente.envs.gymnasium
env = gymnasium.make("entente/Turmoil-v1", opponent="random")
observation, info = env.reset(seed=7)
over = False
while not over:
    action = env.action_space.sample(observation["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)
    over = terminated or truncated
"""
PATIENCE = 300  # seconds for a game, or for an answer
LAST_WORDS = 1500  # characters


class InstallationFailed(Exception):
    """What an installation cannot do."""


def main(pythons: Sequence[str]) -> int:
    """Check the installations; return exit status 1 if one does not play."""
    problems = []
    for python in pythons or (sys.executable,):
        for problem in check(python):
            print(f"✗ {problem}", flush=True)
            problems.append(problem)
    return int(bool(problems))


def check(python: str, report: Callable[[str], object] = print) -> Iterator[str]:
    """Install and play with one Python; yield what does not work."""
    with TemporaryDirectory() as folder:
        wheel = build(Path(folder), compiled=False)
        for name, resolution in CHOICES.items():
            try:
                installed = install(Path(folder) / name, wheel, python, resolution)
                play(installed, Path(folder) / f"{name}-home")
            except InstallationFailed as failure:
                yield f"{python}, {name} versions: {failure}"
            else:
                report(f"✓ {python}, {name} versions: every game was played to its end")


def install(home: Path, wheel: Path, python: str, resolution: str) -> Path:
    """Make an environment with the wheel and return its Python."""
    uv = Path(sys.executable).with_name("uv")
    if not uv.exists():
        raise InstallationFailed("uv is not installed: requirements/uv.txt names it")
    _run([uv, "venv", "-q", "--python", python, home], "no environment can be made")
    installed = home / "bin" / "python"
    # What the wheel needs is not direct to uv; what the project needs is.
    wanted: list[str | Path] = [
        wheel,
        "-r",
        ROOT / "pyproject.toml",
        *(f"--extra={extra}" for extra in EXTRAS),
    ]
    command: list[str | Path] = [
        uv,
        "pip",
        "install",
        "-q",
        "--system-certs",
        "--python",
        installed,
    ]
    command += ["--only-binary", ":all:"]  # what a newer Python has no wheel of, no one installs
    _run([*command, "--resolution", resolution, *wanted], "the wheel cannot be installed")
    if resolution == CHOICES["lowest"] and (above := above_their_bound(installed)):
        print(f"  above their lower bound, for the sake of another: {', '.join(above)}", flush=True)
    return installed


def above_their_bound(python: Path) -> list[str]:
    """Return the dependencies that are newer than the lowest version we allow."""
    code = "import json, sys, importlib.metadata as m\n"
    code += "print(json.dumps({name: m.version(name) for name in sys.argv[1:]}))"
    bounds = lower_bounds(ROOT)
    versions = json.loads(_run([python, "-c", code, *bounds], "something is not installed"))
    above = [name for name, bound in bounds.items() if not _same(versions[name], bound)]
    if len(above) > len(bounds) // 2:
        raise InstallationFailed("most dependencies are not at their lower bound")
    return above


def lower_bounds(root: Path) -> dict[str, str]:
    """Return the lowest version that we allow of each dependency of the extras."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *(each for extra in EXTRAS for each in extras[extra])]
    found = [re.match(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)", each) for each in needed]
    return {match[1]: match[2] for match in found if match}


def _same(version: str, bound: str) -> bool:
    return re.fullmatch(rf"{re.escape(bound)}(\.0)*", version) is not None


def play(python: Path, home: Path) -> None:
    """Play every game against a server of this installation, and one as an environment."""
    _run([python, "-c", ENVIRONMENT], "a Gymnasium environment cannot be played")
    with serve(python, home) as address:
        token = account(address)
        for game, options in GAMES.items():
            command = [str(python), str(BOT), address, token, game, "random", *options]
            output = _run(command, f"{game} cannot be played over the websocket", home / "log")
            if "reason" not in output:
                raise InstallationFailed(f"{game} ends without a result: {output[-LAST_WORDS:]}")


@contextmanager
def serve(python: Path, home: Path) -> Iterator[str]:
    """Run the server of an installation on a free port and yield its address."""
    home.mkdir()
    with (home / "log").open("w") as log:
        server = subprocess.Popen(
            [python, "-m", "entente.server", "0"],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=_environment(ENTENTE_HOME=str(home), ENTENTE_COMPUTER_PAUSE="0"),
        )
    assert server.stdout is not None
    try:
        address = server.stdout.readline().strip()
        if not address:
            raise InstallationFailed(f"the server does not start:\n{_end_of(home / 'log')}")
        yield address
    finally:
        server.terminate()
        server.wait(PATIENCE)
        server.stdout.close()


def account(address: str) -> str:
    """Sign in as a guest and return the secret of a token."""
    opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def post(path: str, body: object, **headers: str) -> dict[str, str]:
        headers["Content-Type"] = "application/json"
        request = Request(f"{address}{path}", json.dumps(body).encode(), headers)
        with opener.open(request, timeout=PATIENCE) as answer:
            answered: dict[str, str] = json.load(answer)
            return answered

    try:
        csrf = post("/api/guest", {"name": "Anna"})["csrf"]
        return post("/api/me/tokens", {"label": "bot"}, **{"X-CSRF-Token": csrf})["secret"]
    except OSError as error:
        raise InstallationFailed(f"the server refuses a guest: {error}") from error


def _run(command: Sequence[str | Path], otherwise: str, log: Path | None = None) -> str:
    try:
        ran = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
            env=_environment(),
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise InstallationFailed(f"{otherwise}: no end after {PATIENCE} seconds") from error
    if ran.returncode:
        said = ran.stdout[-LAST_WORDS:] + (_end_of(log) if log else "")
        raise InstallationFailed(f"{otherwise}:\n{said}")
    return ran.stdout


def _environment(**settings: str) -> dict[str, str]:
    """Return the environment without what would lead an installation to this tree."""
    ours = re.compile(r"ENTENTE_|PYTHON|VIRTUAL_ENV")
    return {k: v for k, v in os.environ.items() if not ours.match(k)} | settings


def _end_of(log: Path) -> str:
    return log.read_text("utf-8", "replace")[-LAST_WORDS:]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
