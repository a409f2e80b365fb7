"""Sections of a page of documentation that a benchmark writes, between two comments."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def replace_section(page: Path, name: str, lines: Sequence[str]) -> None:
    """Replace the lines between `<!-- name: begin -->` and `<!-- name: end -->`."""
    first, last = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    text = page.read_text("utf-8")
    before, begin, rest = text.partition(first)
    _, end, after = rest.partition(last)
    if not begin or not end:
        raise SystemExit(f"{page} has no place for figures: {first} … {last}")
    page.write_text("\n".join((before + first, *lines, last + after)), "utf-8")
