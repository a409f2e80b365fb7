"""Progress bars on the terminal's error stream."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TextIO

from entente.cli.terminal import Console, cell_len

BAR = 30  # columns
PAUSE = 0.1  # seconds between two drawings


class Task:
    """Work that is partly done."""

    def __init__(self, name: str, total: int | None) -> None:
        self.name = name
        self.total = total
        self.done = 0
        self.begun = time.monotonic()

    def line(self, now: float) -> str:
        """Return the bar, the numbers and the time that is left."""
        if not self.total:
            return f"{self.name} {self.done or ''}".rstrip()
        full = min(BAR, BAR * self.done // self.total)
        bar = "━" * full + "─" * (BAR - full)
        left = "-:--:--"
        if self.done:
            seconds = int((now - self.begun) / self.done * max(0, self.total - self.done))
            left = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        return f"{self.name} {bar} {self.done}/{self.total} {left}"


class ProgressBars:
    """Bars that are redrawn in place and removed at the end; nothing if no terminal shows them."""

    def __init__(self, file: TextIO) -> None:
        self.console = Console(file)
        self._tasks = list[Task]()
        self._drawn = 0  # lines on the screen
        self._next = 0.0

    def add_task(self, name: str, total: int | None = None) -> Task:
        """Add a bar."""
        task = Task(name, total)
        self._tasks.append(task)
        self._draw()
        return task

    def update(self, task: Task, completed: int, total: int | None = None) -> None:
        """Show how much is done, and of how much if that has changed."""
        task.done = completed
        task.total = task.total if total is None else total
        if time.monotonic() >= self._next:
            self._draw()

    def advance(self, task: Task, steps: int) -> None:
        """Show that so much more is done."""
        self.update(task, task.done + steps)

    def erase(self) -> None:
        """Remove the bars until they are drawn again."""
        if self._drawn:
            self.console.file.write("\x1b[1A\x1b[2K" * self._drawn)
            self.console.file.flush()
            self._drawn = 0

    def _draw(self) -> None:
        if not self.console.is_terminal:
            return
        now = time.monotonic()
        self._next = now + PAUSE
        self.erase()
        width = self.console.width - 1
        for task in self._tasks:
            line = task.line(now)
            while cell_len(line) > width:  # a wrapped line could not be removed
                line = line[:-1]
            self.console.file.write(line + "\n")
            self._drawn += 1
        self.console.file.flush()


class _Beside(io.TextIOBase):
    """A stream that writes above the bars."""

    def __init__(self, progress: ProgressBars, file: TextIO) -> None:
        self.progress = progress
        self.file = file

    def write(self, text: str) -> int:
        self.progress.erase()
        return self.file.write(text)

    def flush(self) -> None:
        self.file.flush()


@contextmanager
def progress_bar() -> Iterator[ProgressBars]:
    """Show progress bars while games are played, if there is a screen. What players print goes
    there as well, so that the output is the result alone."""
    shown = ProgressBars(sys.stderr)
    with redirect_stdout(_Beside(shown, sys.stderr)):
        try:
            yield shown
        finally:
            shown.erase()
