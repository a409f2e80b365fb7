"""The terminal: output and input. Without a terminal: plain text, and nothing is cleared."""

from __future__ import annotations

import re
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from textwrap import wrap
from types import FrameType
from typing import Any

import msgspec

from entente.cli.grid import Grid
from entente.cli.terminal import Console, Part, Styled, cell_len
from entente.kernel.plain_text import plain_text

WIDEST = 88
HANGING = 6
NARROWEST = 20
PATIENCE = 3
TIE = "\ue000"  # stands for a space at which no line is broken
_SET_OFF = re.compile(r" (?=[?!;:»])|(?<=«) ")


class Screen:
    """Standard output and standard input of the command."""

    def __init__(self) -> None:
        self.interactive = at_terminal()
        if self.interactive:
            with suppress(ImportError):
                import_module("readline")  # typed lines can be edited and called back
        self.console = Console(sys.stdout)
        self._listening = False
        self._interruptions = 0
        self._gap = False

    # -- out

    def gap(self) -> None:
        """Print an empty line, unless the last one is empty."""
        if not self._gap:
            self.line()
        self._gap = True

    def line(self, text: str = "", style: str = "") -> None:
        """Print a line; a terminal wraps it between words, a file keeps it whole."""
        body = text.lstrip(" ")
        self.hanging(" " * (len(text) - len(body)), Styled((body, style)))

    def parts(self, *parts: Part) -> None:
        """Print a line whose parts have their own styles."""
        self.hanging("", Styled(*parts))

    def hanging(self, head: Part, body: Styled) -> None:
        """Print a line with a prefix; wrapped lines are aligned with the body."""
        first, body = _plain(Styled(head)), _plain(body)
        self._gap = not (first.plain + body.plain).strip()
        if not self.interactive:
            self.console.print((first + body).rstrip())
            return
        before = cell_len(first.plain)
        for piece in self._folded(body, max(NARROWEST, self.console.width - before)):
            self.console.print((first + piece).rstrip())
            first = Styled(" " * before)

    def entry(self, head: str, width: int, text: str) -> None:
        """Print a word and its meaning; wrapped lines are aligned with the meaning."""
        first = head
        for piece in self._folded(Styled(text), max(NARROWEST, self.width - width - 4)):
            self.parts("  ", (f"{first:<{width}}", "cyan"), "  ", piece.plain)
            first = ""

    def item(self, text: str) -> None:
        """Print a log line; wrapped lines are indented."""
        self.hanging(("  · ", "dim"), Styled(text))

    def prose(self, text: str, style: str = "", indent: int = 0) -> None:
        """Print paragraphs and lists (`- `), wrapped at a readable width."""
        self._gap = False
        for paragraph in plain_text(text).splitlines():
            bullet = 2 if paragraph.startswith("- ") else 0
            body = Styled(("• " + paragraph[2:] if bullet else paragraph, style))
            for number, piece in enumerate(self._folded(body, self.width - indent - bullet)):
                before = " " * (indent + (bullet if number else 0))
                self.console.print(Styled(before) + piece if piece else Styled())

    def picture(self, text: str) -> None:
        """Print a drawing in characters. A narrower terminal wraps long lines."""
        rows = text.splitlines()
        if self.interactive:
            rows = [piece for row in rows for piece in self._fitted(row)]
        for row in rows:
            self.console.print(Styled(row.rstrip()))
        self._gap = not rows or not rows[-1].strip()

    def _folded(self, text: Styled, width: int) -> list[Styled]:
        """Wrap a text; no line begins with punctuation that French sets off by a space."""
        pieces = text.restyled(protect_spaces(text.plain)).wrap(width)
        return [piece.restyled(restore_spaces(piece.plain)).rstrip() for piece in pieces]

    def _fitted(self, row: str) -> list[str]:
        width = self.console.width
        if cell_len(row) <= width:
            return [row]
        if " " not in row.strip():
            return [row[:width]]
        return wrap(row, width, subsequent_indent=" " * _last_column(row, width))

    def show(self, grid: Grid) -> None:
        """Print a table."""
        for line in grid.lines(self.console.width):
            self.console.print(line)
        self._gap = False

    def json(self, value: Any) -> None:
        """Print a value as JSON."""
        text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
        sys.stdout.write(text + "\n")

    def clear(self) -> None:
        """Clear the screen, including the scrollback if the terminal allows it."""
        if self.interactive:
            sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
            sys.stdout.flush()

    @property
    def width(self) -> int:
        return min(self.console.width, WIDEST)

    # -- in

    def ask(self, prompt: str = "> ") -> str | None:
        """Return a typed line; None at the end of input. Raise KeyboardInterrupt on Ctrl-C.

        The prompt is wrapped like any line; the input follows its last part.
        """
        *before, last = self._folded(Styled(prompt), self.console.width - 1)
        for piece in before if self.interactive else ():
            self.console.print(piece)
        prompt = last.plain + " " if self.interactive else prompt
        self.console.file.flush()
        self._listening = True
        try:
            if self._interruptions:
                raise KeyboardInterrupt
            text = input(prompt)
        except EOFError:
            self.line()
            return None
        finally:
            self._listening = False
            self._interruptions = 0
        if not self.interactive:
            self.line(text)
        return text.strip()

    @contextmanager
    def patient(self) -> Iterator[None]:
        """Delay an interruption until the next question, so that no move is interrupted.

        Repeated interruptions take effect at once.
        """

        def hear(number: int, frame: FrameType | None) -> None:
            self._interruptions += 1
            if self._listening or self._interruptions >= PATIENCE:
                raise KeyboardInterrupt

        if threading.current_thread() is not threading.main_thread():
            yield  # only the main thread hears the keyboard
            return
        before = signal.signal(signal.SIGINT, hear)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


def _plain(text: Styled) -> Styled:
    """Return a text without control characters, safe to print in a terminal."""
    return Styled(*((plain_text(part), style) for part, style in text.parts))


def at_terminal() -> bool:
    """Return whether a person reads and types, rather than a pipe."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def protect_spaces(text: str) -> str:
    """Replace the spaces before French punctuation, so that lines do not break there."""
    return _SET_OFF.sub(TIE, text)


def restore_spaces(text: str) -> str:
    """Undo `protect_spaces`."""
    return text.replace(TIE, " ")


def _last_column(row: str, width: int) -> int:
    """Return where the last column of a table row begins, if there is room to wrap in it."""
    gaps = [match.end() for match in re.finditer("  +", row[:width])]
    place = gaps[-1] if gaps else 0
    return place if width - place >= NARROWEST else HANGING


def table(*columns: str) -> Grid:
    """Return a table without rules, with these headings."""
    return Grid(*columns)


def indented(grid: Grid, indent: int = 2) -> Grid:
    """Return a table indented."""
    grid.indent = indent
    return grid
