"""Packed data of packages, also of namespace packages, whose paths take one name at a time."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from entente.kernel.data import earlier_data
from entente.kernel.decoding import packaged_lines, read_lines, write_lines
from entente.kernel.text import catalog_of


class Line(msgspec.Struct, frozen=True):
    number: int


LINES = (Line(1), Line(2))


@pytest.fixture
def namespace_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package without `__init__.py`, as a small game of others may be."""
    name = "game_without_init"
    data, text = tmp_path / name / "data", tmp_path / name / "text" / "en"
    data.mkdir(parents=True)
    text.mkdir(parents=True)
    write_lines(data / "lines.jsonl.gz", LINES)
    (text / "page.toml").write_text('title = "A game"\n', encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    return name


def test_lines_come_back_packed_or_not(tmp_path: Path) -> None:
    for name in ("lines.jsonl", "lines.jsonl.gz"):
        write_lines(tmp_path / name, LINES)
        assert read_lines((tmp_path / name).read_bytes(), Line) == LINES


def test_a_namespace_package_has_data_and_texts(namespace_package: str) -> None:
    assert packaged_lines(namespace_package, "lines.jsonl.gz", Line) == LINES
    assert packaged_lines(namespace_package, "missing.jsonl.gz", Line) == ()
    assert earlier_data(namespace_package) == {}
    assert catalog_of(namespace_package, "en").get("page.title") == "A game"
