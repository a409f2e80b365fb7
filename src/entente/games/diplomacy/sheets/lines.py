"""The lines of a sheet, and the parts that it is cut into."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from entente.games.diplomacy.board import Board
from entente.kernel import Refusal


class SheetLine(NamedTuple):
    """An order as written: on which line, by which power (None: unsaid).

    `verb` is what the heading above says that units are to do which stand alone. `doubt` is why the
    line is not followed, nor any other order of a unit that it names. One that `withdraws` names no
    unit and takes back what stands on its line, or all orders of its power; `vague` is one that may
    only mean to, and one that is `sweeping` is about all of them, whatever stands on its line.
    """

    number: int
    power: int | None
    text: str
    verb: str = ""
    doubt: Refusal | None = None
    withdraws: bool = False
    vague: bool = False
    sweeping: bool = False


class LineAnswer(NamedTuple):
    """A line that was handed in, and why it cannot be followed, if so.

    `note` is what else is to be told of it. `chatter` has nothing to do with orders.
    """

    line: SheetLine
    refusal: Refusal | None = None
    note: Refusal | None = None
    chatter: bool = False

    @property
    def is_lost(self) -> bool:
        """Whether it may have been an order, and was not followed."""
        return self.refusal is not None and not self.chatter


class SheetPart(NamedTuple):
    """The lines of one phase, or of one list of units or centres (without season and year).

    `strays` are headings that mean nothing; `heading` is the first it stands under, if any. What is
    `set_aside` is not judged.
    """

    phase: str
    season: str
    year: int
    lines: list[SheetLine]
    strays: list[LineAnswer]
    heading: SheetLine | None = None
    set_aside: Refusal | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands under the heading."""
        return not self.lines and all(stray.line is self.heading for stray in self.strays)


def lines_by_power(board: Board, orders: Mapping[str, Iterable[str]]) -> Iterator[SheetLine]:
    """Orders that are listed by power, `{"AUSTRIA": ["A BUD - SER"]}`, as lines."""
    number = 0
    for power, texts in orders.items():
        for text in texts:
            number += 1
            yield SheetLine(number, board.power[power], text)
