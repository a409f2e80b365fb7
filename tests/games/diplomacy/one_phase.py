"""A whole sheet for one phase that is known beforehand."""

from __future__ import annotations

from collections.abc import Mapping

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.rules.orders import Position
from entente.games.diplomacy.sheets.line_answers import in_order
from entente.games.diplomacy.sheets.lines import LineAnswer, SheetLine
from entente.games.diplomacy.sheets.movement_lines import Orders, read_lines
from entente.games.diplomacy.sheets.retreat_lines import Retreats, read_retreat_lines
from entente.games.diplomacy.sheets.sheet_splitter import read_sheet
from entente.games.diplomacy.sheets.winter_lines import WinterOrders, read_winter_lines


def read_orders(board: Board, position: Position, text: str, language: str = "en") -> Orders:
    """The orders of a sheet for one movement phase."""
    lines, strays = _lines(board, text)
    reading = read_lines(board, position, lines, language)
    return reading._replace(answers=in_order(board, reading.answers, strays))


def read_retreats(
    board: Board, dislodged: Mapping[Unit, tuple[int, ...]], text: str, language: str = "en"
) -> Retreats:
    """The orders of a sheet for one retreat phase."""
    lines, strays = _lines(board, text)
    found = read_retreat_lines(board, dislodged, lines, language)
    return found._replace(answers=in_order(board, found.answers, strays))


def read_winter(board: Board, position: Position, text: str, language: str = "en") -> WinterOrders:
    """The orders of a sheet for one adjustment phase."""
    lines, strays = _lines(board, text)
    found = read_winter_lines(board, position, lines, language)
    return found._replace(answers=in_order(board, found.answers, strays))


def _lines(board: Board, text: str) -> tuple[list[SheetLine], list[LineAnswer]]:
    """The lines of a sheet and the remarks on it; the lines it sets aside are not read."""
    lines: list[SheetLine] = []
    strays: list[LineAnswer] = []
    for part in read_sheet(board, text):
        strays += part.strays
        if part.set_aside is None:
            lines += part.lines
        elif part.heading is not None:
            strays.append(LineAnswer(part.heading, part.set_aside))
    return lines, strays
