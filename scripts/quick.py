"""Quick checks while coding: style, types and the tests that import changed files.

    make quick                  changes since the last commit or, if there are none, the last commit
    make quick ARGS=main        changes since a branch or commit

`make test` runs the browser tests.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
BIN = ROOT / ".venv/bin"
SLOW = ("tests/browser", "tests/on_ray", "tests/on_torch")


def changed(base: str) -> list[Path]:
    """Return the files that differ from a commit, new ones included."""
    names = _lines("git", "diff", "--name-only", base)
    names += _lines("git", "ls-files", "--others", "--exclude-standard")
    return [Path(each) for each in dict.fromkeys(names) if (ROOT / each).exists()]


def _lines(*command: str) -> list[str]:
    return subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()


def module_of(path: Path) -> str:
    """Return the dotted name by which a Python file is imported."""
    parts = path.with_suffix("").parts
    names = parts[1:] if parts[0] == "src" else parts
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


def concerned(paths: Iterable[Path], tests: dict[Path, str]) -> list[Path]:
    """Return the test files that changed or that import one of these files, directly or through a
    helper among the tests."""
    modules = {module_of(path) for path in paths if path.suffix == ".py"}
    concerned_tests = set[Path]()
    fresh = modules
    while fresh:
        names = "|".join(re.escape(each) for each in sorted(fresh))
        last = "|".join(
            rf"from {re.escape(package)} import [^\n]*\b{name}\b"
            for package, _, name in (each.rpartition(".") for each in sorted(fresh))
            if package
        )
        importing = re.compile(rf"\b(?:from|import) (?:{names})\b|{last}")
        new = {
            path
            for path, text in tests.items()
            if path not in concerned_tests and (module_of(path) in fresh or importing.search(text))
        }
        concerned_tests |= new
        fresh = {module_of(path) for path in new if not path.name.startswith("test_")}
    return sorted(path for path in concerned_tests if path.name.startswith("test_"))


def main() -> int:
    """Run the checks; return 1 if one of them fails."""
    base = sys.argv[1] if len(sys.argv) > 1 else "HEAD"
    paths = changed(base)
    if not paths and base == "HEAD":
        paths = changed("HEAD~1")
    sources = {
        path.relative_to(ROOT): path.read_text()
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if not str(path.relative_to(ROOT)).startswith(SLOW)
    }
    tests = concerned(paths, sources)
    python = [str(path) for path in paths if path.suffix == ".py"]
    page = [str(path.relative_to("web")) for path in paths if path.parts[0] == "web"]
    print(f"{len(paths)} changed files, {len(tests)} test files")
    commands: list[list[str | Path]] = []
    if python:
        commands += [[BIN / "ruff", "check", "-q", *python]]
        commands += [[BIN / "ruff", "format", "-q", "--check", *python]]
        commands += [[BIN / "python", "-m", "mypy"]]
    if tests:
        commands += [[BIN / "python", "-m", "pytest", "-n", "2", "--dist", "worksteal", *tests]]
    failed = sum(subprocess.run(each, cwd=ROOT, check=False).returncode != 0 for each in commands)
    if page and (ROOT / "web/node_modules").exists():
        related = ["npx", "vitest", "related", "--run", *page]
        failed += subprocess.run(related, cwd=ROOT / "web", check=False).returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
