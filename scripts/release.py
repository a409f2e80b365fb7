"""The checklist of a release: check what can be checked, and list what a person does.

    python -m scripts.release           versions, changelog, data, locks, pictures, the wheel,
                                   and what it needs at its lowest and newest versions
    python -m scripts.release --full    the same, then make test, make soak and make package

The exit status is 1 if a point fails.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from email.parser import Parser
from pathlib import Path
from tempfile import TemporaryDirectory

from entente.kernel import registry
from entente.version import __version__
from scripts import installations, pictures
from scripts.package import build

ROOT = Path(__file__).parents[1]
FULL = ("test", "soak", "package")
BY_HAND = (
    "git tag -s v{version} and push the tag",
    "upload dist/entente_games-{version}*.whl and the source archive to the package index",
    "put “## [Unreleased]” above {version} in CHANGELOG.md and raise src/entente/version.py",
)

Problems = Iterator[str]


def versions(root: Path, version: str) -> Problems:
    """Check that the version is the newest of the changelog, with a date, and in the citation."""
    heads = re.findall(
        r"^## \[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?$",
        (root / "CHANGELOG.md").read_text("utf-8"),
        re.MULTILINE,
    )
    released = [head for head in heads if head[0] != "Unreleased"]
    if not released or released[0][0] != version:
        yield f"CHANGELOG.md: the newest version is not {version}"
        return
    date = released[0][1]
    if not date:
        yield f"CHANGELOG.md: {version} has no date"
    citation = (root / "CITATION.cff").read_text("utf-8")
    for line in (f"version: {version}", f"date-released: {date}"):
        if line not in citation.splitlines():
            yield f"CITATION.cff: there is no “{line}”"


def unreleased(root: Path, version: str) -> Problems:
    """Check that nothing waits under “Unreleased”."""
    text = (root / "CHANGELOG.md").read_text("utf-8")
    waiting = re.search(r"^## \[Unreleased\]\n(.*?)(?=^## )", text, re.MULTILINE | re.DOTALL)
    if waiting and waiting.group(1).strip():
        yield "CHANGELOG.md: entries wait under “Unreleased”"


def archived(root: Path, version: str) -> Problems:
    """Check that every game's data and some records are archived for later releases."""
    manifest = json.loads((root / "tests/games/records/releases.json").read_text("utf-8"))
    for name in ("attrition", "diplomacy", "pax", "turmoil"):
        game = registry.load(name)
        kept = {(each["rules"], each["data"]) for each in manifest.get(name, ())}
        if (game.info.version, game.data_digest) not in kept:
            yield f"{name}: run python -m scripts.released"


def locked(root: Path, version: str) -> Problems:
    """Check that the lock files have every direct dependency and name no index."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    direct = [*project["dependencies"], *project["optional-dependencies"]["server"]]
    text = (root / "requirements/run.txt").read_text("utf-8")
    for requirement in direct:
        name = re.split(r"[\[<>=; ]", requirement)[0]
        if not re.search(rf"^{re.escape(name)}(\[\w+\])?==", text, re.MULTILINE):
            yield f"requirements/run.txt has no {name}: run make lock"
    for file in sorted((root / "requirements").glob("*.txt")):
        if re.search(r"^--(extra-)?index-url|https?://", file.read_text("utf-8"), re.MULTILINE):
            yield f"requirements/{file.name} names an index"


def screenshots(root: Path, version: str) -> Problems:
    """Check that no picture of the documentation is older than the page it shows."""
    if old := pictures.outdated(root):
        yield f"{len(old)} of the pictures in {pictures.IMAGES} are old: run make screenshots"


def wheel(root: Path, version: str) -> Problems:
    """Check that the wheel has the client, the licence and its metadata, and no caches."""
    with TemporaryDirectory() as folder:
        archive = zipfile.ZipFile(build(Path(folder), compiled=False))
        names = archive.namelist()
        info = f"entente_games-{version}.dist-info"
        if f"{info}/METADATA" not in names:
            yield f"the wheel is not entente_games {version}"
            return
        metadata = Parser().parsestr(archive.read(f"{info}/METADATA").decode())
        if metadata["License-Expression"] != "Apache-2.0":
            yield "the wheel does not name its licence"
        for needed in (
            f"{info}/licenses/LICENSE",
            "entente/py.typed",
            "entente/server/static/index.html",
        ):
            if needed not in names:
                yield f"the wheel has no {needed}"
        if any("__pycache__" in name for name in names):
            yield "the wheel has cached bytecode"


def playable(root: Path, version: str) -> Problems:
    """Check that the wheel plays with the lowest and with the newest versions of what it needs."""
    yield from installations.check(sys.executable)


def clean(root: Path, version: str) -> Problems:
    """Check that everything is committed."""
    status = subprocess.run(
        ["git", "status", "--porcelain"], cwd=root, capture_output=True, text=True, check=False
    )
    if status.returncode or status.stdout.strip():
        yield "not everything is committed"


CHECKS: tuple[Callable[[Path, str], Problems], ...] = (
    versions,
    unreleased,
    archived,
    locked,
    screenshots,
    wheel,
    playable,
    clean,
)


def main() -> int:
    """Run the checklist; return exit status 1 if a point fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="run the tests and build the wheels")
    arguments = parser.parse_args()
    failed = False
    for check in CHECKS:
        problems = list(check(ROOT, __version__))
        failed |= bool(problems)
        print(f"{'✗' if problems else '✓'} {(check.__doc__ or '').splitlines()[0]}", flush=True)
        for problem in problems:
            print(f"    {problem}", flush=True)
    for target in FULL if arguments.full and not failed else ():
        print(f"make {target}", flush=True)
        if subprocess.run(["make", target], cwd=ROOT, check=False).returncode:
            print(f"✗ make {target}")
            return 1
    if not failed:
        print("by hand:")
        for step in BY_HAND:
            print(f"  - {step.format(version=__version__)}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
