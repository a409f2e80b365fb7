"""Build a pure wheel and one compiled for this machine, and check that both play the same games.

Both are built from the same sources, into `dist`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
COMPILING = "HATCH_BUILD_HOOK_ENABLE_CUSTOM"
QUICK = "ENTENTE_QUICK_WHEEL"  # see scripts/compiled_wheel.py


def build(to: Path, *, compiled: bool) -> Path:
    """Build a wheel and return its path."""
    environment = {**os.environ, COMPILING: "true" if compiled else "false"}
    before = {path: path.stat().st_mtime_ns for path in to.glob("*.whl")}
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(to)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    (wheel,) = (w for w in to.glob("*.whl") if before.get(w) != w.stat().st_mtime_ns)
    return wheel


def fingerprints(wheel: Path, games: int) -> list[str]:
    """Return the fingerprints of games that a wheel plays."""
    with TemporaryDirectory() as folder:
        zipfile.ZipFile(wheel).extractall(folder)
        process = subprocess.run(
            [sys.executable, "-m", "scripts.same_games", "--games", str(games)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([folder, str(ROOT)])},
            capture_output=True,
            text=True,
            check=False,
        )
    if process.returncode:
        raise SystemExit(f"{wheel.name} cannot play games:\n{process.stderr}")
    return process.stdout.splitlines()


def run_tests(wheel: Path, tests: list[str]) -> int:
    """Run tests of this tree on the contents of a wheel and return pytest's exit status."""
    with TemporaryDirectory() as folder:
        zipfile.ZipFile(wheel).extractall(folder)
        print(f"{wheel.name}: {' '.join(tests)}", flush=True)
        process = subprocess.run(
            [sys.executable, "-m", "pytest", *tests],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([folder, str(ROOT)])},
            check=False,
        )
    return process.returncode


def main() -> int:
    """Build both wheels; return exit status 1 if they play differently or a test fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=ROOT / "dist", help="folder for the wheels")
    parser.add_argument(
        "--games", type=int, default=3, help="games to compare for each set of options"
    )
    parser.add_argument(
        "--test", nargs="+", default=[], metavar="TESTS", help="tests to run on the compiled wheel"
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="compile once, without a profile of games: a third of the time, and a wheel that is a "
        "few per cent slower",
    )
    arguments = parser.parse_args()
    if arguments.quick:
        os.environ[QUICK] = "1"
    arguments.to.mkdir(parents=True, exist_ok=True)
    pure = build(arguments.to, compiled=False)
    print(f"{pure.name}: pure Python", flush=True)
    print("compiling; this takes a few minutes", flush=True)
    compiled = build(arguments.to, compiled=True)
    print(f"{compiled.name}: compiled for this machine", flush=True)
    ours, theirs = (fingerprints(wheel, arguments.games) for wheel in (pure, compiled))
    for one, other in zip(ours, theirs, strict=True):
        if one != other:
            print(f"they play differently: {one} in pure Python, {other} compiled")
            return 1
    print(f"both play the same {len(ours)} games, to the last byte", flush=True)
    return run_tests(compiled, arguments.test) if arguments.test else 0


if __name__ == "__main__":
    sys.exit(main())
