"""The lines and parts of a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from entente.games.diplomacy.board import Board
from entente.kernel import Refusal


class SheetLine(NamedTuple):
    """An order as written, with its line number and power (None if not given).

    `verb` is the verb of its heading, for bare units. `doubt` is why the line, and any other order
    of a unit it names, is not followed. A line that `withdraws` names no unit and retracts the rest
    of its line, or all orders of its power; a `vague` one may only intend to, and a `sweeping` one
    retracts them all regardless of its line.
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
    """A submitted line, and the reason if it cannot be followed.

    `note` is an additional remark. `chatter` means it is unrelated to orders.
    """

    line: SheetLine
    refusal: Refusal | None = None
    note: Refusal | None = None
    chatter: bool = False

    @property
    def is_lost(self) -> bool:
        """Whether it may have been an order that was not followed."""
        return self.refusal is not None and not self.chatter


class SheetPart(NamedTuple):
    """The lines of one phase, or of a list of units or centres (without season and year).

    `strays` are meaningless headings; `heading` is its first heading, if any. A part that is
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
        """Whether there is nothing under the heading."""
        return not self.lines and all(stray.line is self.heading for stray in self.strays)


def lines_by_power(board: Board, orders: Mapping[str, Iterable[str]]) -> Iterator[SheetLine]:
    """Orders by power, `{"AUSTRIA": ["A BUD - SER"]}`, as lines."""
    number = 0
    for power, texts in orders.items():
        for text in texts:
            number += 1
            yield SheetLine(number, board.power[power], text)
