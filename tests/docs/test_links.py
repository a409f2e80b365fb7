"""Every link of the manual leads somewhere, and every page is on its map.

mkdocs checks the links between the pages of docs/; these tests also follow those of the README, the
changelog and CONTRIBUTING.md, and what source files say of pages.
"""

from __future__ import annotations

import re
import subprocess
import unicodedata
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
BESIDE = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCED = re.compile(r"^( *)(```|~~~).*?^\1\2", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")


def prose(path: Path) -> str:
    """Return a page without its code."""
    return CODE.sub("", FENCED.sub("", path.read_text(encoding="utf-8")))


def slug(heading: str) -> str:
    """Return the anchor that mkdocs gives a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)|<[^>]*>|[`*]", r"\1", heading)
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


@cache
def anchors(path: Path) -> frozenset[str]:
    """Return the anchors of a page: its headings, as mkdocs names them, and those set by hand."""
    text = FENCED.sub("", path.read_text(encoding="utf-8"))
    found = set(re.findall(r'id="([\w-]+)"', text))
    found |= {slug(heading) for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}
    return frozenset(found)


def broken(path: Path) -> list[str]:
    """List the links of a page that lead nowhere."""
    missing = []
    for link in LINK.findall(prose(path)):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        known = not anchor or target.name in GENERATED
        if not target.exists() or not (known or anchor in anchors(target)):
            missing.append(link)
    return missing


# Headings of these come from docstrings; mkdocs checks the links to them.
GENERATED = {path.name for path in PAGES if path.name.startswith("reference")}


@pytest.mark.parametrize("path", [*BESIDE, *PAGES], ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    assert not broken(path)


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A page\n[here](#a-page) [gone](none.md) [no such part](page.md#other) `[x](y)`"
    )
    assert broken(page) == ["none.md", "page.md#other"]


def test_source_files_name_pages_that_exist() -> None:
    files = subprocess.run(
        ["git", "ls-files", "src", "tests", "scripts", "benchmarks", "examples", "deploy"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    named = {
        (file, page)
        for file in files
        if file.endswith((".py", ".toml", ".yaml", ".yml", ".ts", ".svelte", ".sh", ".env", ".cfg"))
        for page in re.findall(r"\bdocs/[\w/-]+\.md\b", (ROOT / file).read_text(encoding="utf-8"))
    }
    assert len(named) > 10
    assert not {(file, page) for file, page in named if not (ROOT / page).is_file()}


def test_every_page_is_on_the_map() -> None:
    """docs/index.md links every page, except the decisions, which have an index of their own."""
    linked = {link.partition("#")[0] for link in LINK.findall(prose(DOCS / "index.md"))}
    pages = {path.name for path in DOCS.glob("*.md")} - {"index.md"}
    assert not pages - linked


def test_every_decision_is_in_its_index_and_in_the_navigation() -> None:
    notes = {path.name for path in (DOCS / "decisions").glob("0*.md")}
    linked = {*LINK.findall(prose(DOCS / "decisions/index.md"))}
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert notes <= linked
    assert notes <= {*re.findall(r"decisions/([\w-]+\.md)", navigation)}
    numbers = {int(name[:4]) for name in notes}
    index = (DOCS / "decisions/index.md").read_text(encoding="utf-8")
    withdrawn = re.findall(r"^\| (\d+) \| withdrawn", index, re.MULTILINE)
    assert numbers | {*map(int, withdrawn)} == {*range(1, max(numbers) + 1)}
