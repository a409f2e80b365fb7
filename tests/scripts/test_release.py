"""The checklist of a release notices what is missing."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from entente.version import __version__
from scripts import release

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The files that the checks read, in a folder of their own."""
    for name in ("CHANGELOG.md", "CITATION.cff", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    records = tmp_path / "tests/games/records"
    records.mkdir(parents=True)
    shutil.copy(ROOT / "tests/games/records/releases.json", records)
    return tmp_path


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


@pytest.mark.parametrize("check", [release.versions, release.locked, release.archived])
def test_this_tree_passes(check: Callable[[Path, str], release.Problems]) -> None:
    assert list(check(ROOT, __version__)) == []


def test_another_version_is_noticed(tree: Path) -> None:
    assert list(release.versions(tree, "9.9.9")) == [
        "CHANGELOG.md: the newest version is not 9.9.9"
    ]
    change(tree / "CITATION.cff", f"version: {__version__}", "version: 0.0.1")
    change(tree / "CITATION.cff", "date-released: ", "date-released: 1")
    assert len(list(release.versions(tree, __version__))) == 2


def test_a_version_without_a_date_and_entries_that_wait_are_noticed(tree: Path) -> None:
    log = tree / "CHANGELOG.md"
    text = log.read_text("utf-8")
    head, _, rest = text.partition(f"## [{__version__}]")
    log.write_text(f"{head}## [{__version__}]\n{rest.partition(chr(10))[2]}", "utf-8")
    assert f"CHANGELOG.md: {__version__} has no date" in release.versions(tree, __version__)
    log.write_text("# Changelog\n\n## [Unreleased]\n\n- Add.\n\n## [0.1.0]\n", "utf-8")
    assert len(list(release.unreleased(tree, __version__))) == 1
    log.write_text("# Changelog\n\n## [Unreleased]\n\n## [0.1.0]\n", "utf-8")
    assert list(release.unreleased(tree, __version__)) == []


def test_an_unlocked_dependency_and_an_index_are_noticed(tree: Path) -> None:
    change(tree / "requirements/run.txt", "msgspec==", "msgspeck==")
    change(tree / "requirements/uv.txt", "uv==", "--index-url https://example.org\nuv==")
    assert list(release.locked(tree, __version__)) == [
        "requirements/run.txt has no msgspec: run make lock",
        "requirements/uv.txt names an index",
    ]


def test_a_game_that_is_not_archived_is_noticed(tree: Path) -> None:
    (tree / "tests/games/records/releases.json").write_text("{}")
    assert len(list(release.archived(tree, __version__))) == 4
