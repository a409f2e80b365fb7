"""Tables without rules: columns of text, as wide as needed, wrapped if the terminal is narrow."""

from __future__ import annotations

from typing import Literal

from entente.cli.terminal import Styled, cell_len
from entente.kernel.plain_text import plain_text

GAP = 2  # between columns


class Column:
    """A column: its heading, and how its cells are set."""

    __slots__ = ("heading", "justify", "no_wrap")

    def __init__(self, heading: str) -> None:
        self.heading = heading
        self.justify: Literal["left", "right"] = "left"
        self.no_wrap = False


class Grid:
    """A table. Its heading is left out if all columns have none."""

    def __init__(self, *columns: str, indent: int = 0) -> None:
        self.columns = [Column(heading) for heading in columns]
        self.rows = list[tuple[str, ...]]()
        self.indent = indent

    def add_row(self, *cells: str) -> None:
        """Add a row, with a cell for each column."""
        if len(cells) != len(self.columns):
            raise ValueError(f"{len(cells)} cells for {len(self.columns)} columns")
        self.rows.append(tuple(plain_text(cell, "\n") for cell in cells))

    def lines(self, width: int) -> list[Styled]:
        """Return the lines of the table for a terminal of this width."""
        headings = tuple(column.heading for column in self.columns)
        rows = [(row, "") for row in self.rows]
        if any(headings):
            rows.insert(0, (headings, "bold"))
        widths = self._widths([row for row, _ in rows], width - self.indent)
        lines = list[Styled]()
        for row, style in rows:
            cells = [
                Styled((cell, style)).wrap(wide) for cell, wide in zip(row, widths, strict=True)
            ]
            for number in range(max(map(len, cells), default=0)):
                lines.append(self._line([cell[number : number + 1] for cell in cells], widths))
        return lines

    def _line(self, pieces: list[list[Styled]], widths: list[int]) -> Styled:
        """Return one line of a row; a cell with fewer lines has no piece."""
        line = Styled(" " * self.indent)
        for column, piece, wide in zip(self.columns, pieces, widths, strict=True):
            text = piece[0] if piece else Styled()
            blanks = Styled(" " * (wide - cell_len(text.plain)))
            line += blanks + text if column.justify == "right" else text + blanks
            line += Styled(" " * GAP)
        return line.rstrip()

    def _widths(self, rows: list[tuple[str, ...]], width: int) -> list[int]:
        """Return the width of each column; the widest that may wrap give way."""
        widths = [
            max((cell_len(line) for cell in cells for line in cell.split("\n")), default=0)
            for cells in zip(*rows, strict=True)
        ] or [0] * len(self.columns)
        room = width - GAP * (len(widths) - 1)
        giving = [number for number, column in enumerate(self.columns) if not column.no_wrap]
        while sum(widths) > room and giving:
            widest = max(giving, key=lambda number: widths[number])
            if widths[widest] <= 1:
                break
            widths[widest] -= 1
        return widths
