"""Measure how much script the pages of the built client load, without a browser.

    python -m benchmarks.page_weight

A page needs the files of its entries and everything they import; parts loaded on demand do not
count. Sizes are compressed (gzip), as the server sends them.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from entente.kernel.text import LANGUAGES
from entente.server.http.pages import STATIC

GAMES = ("attrition", "diplomacy", "pax", "turmoil")
TABLE_MOST = 250  # kB of script, compressed, until the first board and the first decision
HOME_MOST = 120  # kB of script, compressed
MANIFEST = Path(".vite", "manifest.json")

Manifest = Mapping[str, Mapping[str, Any]]


def read_manifest(folder: Path = STATIC) -> Manifest:
    """Return the manifest of the build: what each file imports."""
    manifest: Manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    return manifest


def scripts(manifest: Manifest, entries: list[str]) -> set[str]:
    """Return the files of some entries with everything they import.

    An entry is a module of the client, or the name of a chunk (see `web/chunks.ts`).
    """
    by_name = {chunk["name"]: key for key, chunk in manifest.items() if "imports" in chunk}
    todo = [entry if entry in manifest else by_name[entry] for entry in entries]
    files: dict[str, str] = {}
    while todo:
        key = todo.pop()
        if key not in files:
            files[key] = manifest[key]["file"]
            todo += manifest[key].get("imports", ())
    return set(files.values())


@cache
def compressed(file: Path) -> int:
    """Return the compressed size of a file in bytes."""
    stored = file.with_name(f"{file.name}.gz")  # scripts and styles are stored as they are sent
    return stored.stat().st_size if stored.exists() else len(gzip.compress(file.read_bytes(), 9))


def weight(manifest: Manifest, entries: list[str], folder: Path = STATIC) -> float:
    """Return the compressed size of the scripts of some entries in kB."""
    return sum(compressed(folder / file) for file in scripts(manifest, entries)) / 1000


def home(language: str) -> list[str]:
    return ["index.html", f"src/lib/text/{language}.ts", "src/pages/Home.svelte"]


def table(game: str, language: str) -> list[str]:
    texts = [f"src/lib/text/{language}.ts", f"src/games/{game}/text/{language}.ts"]
    return ["index.html", *texts, "table", game]


def main() -> int:
    """Print the sizes; return exit status 1 if a page is too heavy."""
    manifest = read_manifest()
    heavy = False
    for language in LANGUAGES:
        pages = {"home": home(language)} | {game: table(game, language) for game in GAMES}
        for name, entries in pages.items():
            size = weight(manifest, entries)
            most = HOME_MOST if name == "home" else TABLE_MOST
            heavy |= size > most
            print(f"{name:10} {language} {size:4.0f} kB of script of at most {most}")
    return int(heavy)


if __name__ == "__main__":
    sys.exit(main())
