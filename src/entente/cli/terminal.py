"""Text on a terminal: its width in columns, its colours, and where lines are broken."""

from __future__ import annotations

import os
import re
import shutil
import sys
import unicodedata
from functools import lru_cache
from typing import TextIO

Part = str | tuple[str, str]  # a text, or a text and its style

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_RESET = "\x1b[0m"
_WORD = re.compile(r" *[^ ]+ *")
PIPED_WIDTH = 100  # of a file or a pipe


def cell_len(text: str) -> int:
    """Return how many columns a text takes."""
    return len(text) if text.isascii() else sum(map(_width, text))


@lru_cache(maxsize=4096)
def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class Styled:
    """A text whose parts have styles: words such as `bold` and `green`, or none."""

    __slots__ = ("parts",)

    def __init__(self, *parts: Part) -> None:
        pairs = [(part, "") if isinstance(part, str) else part for part in parts]
        self.parts = [(text, style) for text, style in pairs if text]

    def __add__(self, other: Styled) -> Styled:
        return Styled(*self.parts, *other.parts)

    def __bool__(self) -> bool:
        return bool(self.parts)

    @property
    def plain(self) -> str:
        """The text without its styles."""
        return "".join(text for text, _ in self.parts)

    def slice(self, start: int, end: int) -> Styled:
        """Return the characters from `start` to `end`."""
        pieces, place = list[Part](), 0
        for text, style in self.parts:
            pieces.append((text[max(0, start - place) : max(0, end - place)], style))
            place += len(text)
        return Styled(*pieces)

    def rstrip(self) -> Styled:
        """Return the text without blanks at its end."""
        return self.slice(0, len(self.plain.rstrip()))

    def restyled(self, text: str) -> Styled:
        """Return another text of the same length with these styles."""
        pieces, place = list[Part](), 0
        for old, style in self.parts:
            pieces.append((text[place : place + len(old)], style))
            place += len(old)
        return Styled(*pieces)

    def wrap(self, width: int) -> list[Styled]:
        """Break the text into lines of this width, between words where possible."""
        text, lines, start = self.plain, list[Styled](), 0
        for line in text.split("\n"):
            breaks = [start + each for each in _breaks(line, max(1, width))]
            ends = [*breaks, start + len(line)]
            for begin, end in zip([start, *breaks], ends, strict=True):
                lines.append(self.slice(begin, end).rstrip())
            start += len(line) + 1
        return lines

    def ansi(self) -> str:
        """Return the text with escape sequences."""
        return "".join(
            f"\x1b[{';'.join(_CODES[word] for word in style.split())}m{text}{_RESET}"
            if style
            else text
            for text, style in self.parts
        )


def _breaks(line: str, width: int) -> list[int]:
    """Return where to break a line; a word wider than a line is cut."""
    breaks, used = list[int](), 0
    for match in _WORD.finditer(line):
        start, word = match.start(), match.group()
        wide = cell_len(word.rstrip())
        if used + wide <= width:
            used += cell_len(word)
            continue
        if start:
            breaks.append(start)
        used = 0
        for place, character in enumerate(word.rstrip() if wide > width else "", start):
            if used + _width(character) > width:
                breaks.append(place)
                used = 0
            used += _width(character)
        used = used + cell_len(word) - wide if wide > width else cell_len(word)
    return breaks


class Console:
    """Prints to a stream, in colours if it is a terminal that has them."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        self.is_terminal = file.isatty()
        self.has_colours = self.is_terminal and _wants_colours()

    @property
    def width(self) -> int:
        """The number of columns: that of the terminal, or $COLUMNS."""
        if self.is_terminal or os.environ.get("COLUMNS", "").isdecimal():
            return max(1, shutil.get_terminal_size().columns)
        return PIPED_WIDTH

    def print(self, line: Styled) -> None:
        """Print a line as it is."""
        self.file.write((line.ansi() if self.has_colours else line.plain) + "\n")


def _wants_colours() -> bool:
    """Return whether colours are wanted and understood; see https://no-color.org."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") in ("dumb", "unknown"):
        return False
    return sys.platform != "win32" or bool({"WT_SESSION", "TERM"} & os.environ.keys())
