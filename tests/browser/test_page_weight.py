"""The script of the built client stays below its limits; counted without a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.page_weight import (
    GAMES,
    HOME_MOST,
    TABLE_MOST,
    home,
    read_manifest,
    scripts,
    table,
    weight,
)
from entente.kernel.text import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_loads_more_script_than_its_limit(language: str) -> None:
    manifest = read_manifest()
    assert weight(manifest, home(language)) <= HOME_MOST
    sizes = {game: round(weight(manifest, table(game, language))) for game in GAMES}
    assert {game: size for game, size in sizes.items() if size > TABLE_MOST} == {}


def test_a_table_loads_one_game_in_one_language() -> None:
    files = scripts(read_manifest(), table("pax", "fr"))
    others = [game for game in GAMES if game != "pax"]
    assert [file for file in files if any(f"/{game}-" in file for game in others)] == []
    assert [file for file in files if "/en-" in file] == []
    assert len(files) <= 8  # on a slow line every file costs a round trip


def test_all_that_an_entry_imports_counts_once(tmp_path: Path) -> None:
    manifest = {
        "index.html": {"name": "index", "file": "index.js", "dynamicImports": ["later"]},
        "_table.js": {"name": "table", "file": "table.js", "imports": ["index.html", "_parts.js"]},
        "_parts.js": {"name": "parts", "file": "parts.js", "imports": ["_table.js"]},
        "later": {"name": "later", "file": "later.js", "imports": ["index.html"]},
    }
    for chunk in manifest.values():
        (tmp_path / str(chunk["file"])).write_bytes(b"x")
    one = weight(manifest, ["index.html"], tmp_path)
    assert scripts(manifest, ["table", "index.html"]) == {"index.js", "table.js", "parts.js"}
    assert weight(manifest, ["table", "index.html"], tmp_path) == pytest.approx(3 * one)
