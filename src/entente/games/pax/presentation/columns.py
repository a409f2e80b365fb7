"""Plain text in columns and folded lines, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

NO_BREAK = "\u00a0"
BETWEEN = " · "


def fold(lines: Iterable[str], width: int) -> Iterator[str]:
    """Lines wrapped at a width, with continuation lines indented."""
    for line in map(_with_signs, lines):
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        yield from wrap(line, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


def _with_signs(line: str) -> str:
    """Keep punctuation that French sets after a space on its line."""
    for sign in ":;?!»":
        line = line.replace(f" {sign}", NO_BREAK + sign)
    return line.replace("« ", "«" + NO_BREAK)


def kept_together(text: str) -> str:
    """Return a text with no-break spaces."""
    return text.replace(" ", NO_BREAK)


def in_columns(rows: list[list[str]], width: int, gap: str = "  ") -> list[str]:
    """Rows as aligned text; the last column wraps."""
    if not rows:
        return []
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]) - 1)]
    before = sum(widths) + len(gap) * len(widths)
    lines = []
    for row in rows:
        cells = [cell.ljust(wide) for cell, wide in zip(row, widths, strict=False)]
        ends = wrap(row[-1], max(12, width - before), break_on_hyphens=False) or [""]
        lines.append(gap.join([*cells, ends[0]]).rstrip())
        lines += [" " * before + end for end in ends[1:]]
    return lines


def table(rows: list[list[str]], numbers_from: int) -> list[str]:
    """Rows with a heading; from `numbers_from` on, columns are right-aligned figures."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(wide) if place >= numbers_from else cell.ljust(wide)
            for place, (cell, wide) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return [lines[0], "─" * max(map(len, lines)), *lines[1:]]
