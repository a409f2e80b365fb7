"""Orders in their canonical spelling: English as in `rules.orders`, French with the book's codes.

French: `A Vie H`, `A Vie-Tri`, `A Lon-Bel par convoi`, `A Bud S A Vie-Tri`, `A Bud S A Vie`,
`F Nrd C A Lon-Bel`, `F AtM-Esp(cn)`, `construit F StP(cs)`, `retire A Gal`, `passe`.
"""

from __future__ import annotations

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.rules.adjustments import BUILD, Adjustment, write_adjustment
from entente.games.diplomacy.rules.orders import (
    HOLD,
    MOVE,
    SUPPORT,
    Order,
    Position,
    write_order,
    write_unit,
)

_COASTS_FR = {"nc": "cn", "sc": "cs", "ec": "ce"}


def write(board: Board, position: Position, number: int, order: Order, language: str) -> str:
    """Return an order of the movement phase, III.7."""
    if language != "fr":
        return write_order(board, position, number, order)
    own = unit(board, position.units[number], language)
    if order.kind == HOLD:
        return f"{own} H"
    if order.kind == MOVE:
        by_sea = " par convoi" if order.via else ""
        return f"{own}-{place(board, order.target, language)}{by_sea}"
    helped = position.at.get(board.province_of[order.target])
    other = place(board, order.target, language)
    if helped is not None:
        other = unit(board, position.units[helped], language)
    sign = "S" if order.kind == SUPPORT else "C"
    if order.end < 0:
        return f"{own} {sign} {other}"
    end = order.coast if order.coast >= 0 else order.end
    return f"{own} {sign} {other}-{place(board, end, language)}"


def unit(board: Board, piece: Unit, language: str) -> str:
    """Return a unit: `F STP/SC`, in French `F StP(cs)`."""
    if language != "fr":
        return write_unit(board, piece)
    return f"{'F' if piece.fleet else 'A'} {place(board, piece.location, language)}"


def place(board: Board, location: int, language: str) -> str:
    """Return a location by its code: `SPA/NC`, in French `Esp(cn)`."""
    if language != "fr":
        return board.locations[location]
    code = board.tables.province[board.province_of[location]].code_fr
    coast = board.locations[location].partition("/")[2].lower()
    return f"{code}({_COASTS_FR[coast]})" if coast else code


def write_retreat(board: Board, piece: Unit, goal: int | None, language: str) -> str:
    """VII.1: `A STP - MOS`, `A STP D`; in French `A StP-Mos`, `A StP D`."""
    name = unit(board, piece, language)
    if goal is None:
        return f"{name} D"
    sign = "-" if language == "fr" else " - "
    return f"{name}{sign}{place(board, goal, language)}"


def write_winter_order(board: Board, order: Adjustment, language: str) -> str:
    """IX.2: `BUILD A VIE`, `REMOVE A GAL`, `WAIVE`; in French `construit A Vie`, and so on."""
    if language != "fr":
        return write_adjustment(board, order)
    if order.unit is None:
        return "passe"
    verb = "construit" if order.kind == BUILD else "retire"
    return f"{verb} {unit(board, order.unit, language)}"
