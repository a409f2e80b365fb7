"""The pieces on the drawn map as SVG, for pictures of a position."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.drawing import arrows
from entente.games.diplomacy.drawing.empty_map import drawing
from entente.games.diplomacy.drawing.legend import letters
from entente.games.diplomacy.drawing.signs import LIVERIES, explosion, piece
from entente.games.diplomacy.view import DiplomacyView
from entente.kernel import Catalog
from entente.kernel.board_svg import BoardPieces

STYLE = """
.pieces .sign { font-size: 13; font-weight: bold; text-anchor: middle; }
"""
FLEET = "F"


def pieces(board: Board, view: DiplomacyView, catalog: Catalog) -> BoardPieces:
    """Draw the position of a view: owners of provinces, units, dislodged units beside them."""
    owners = {place: power for power, places in view.centres.items() for place in places}
    alive = {power for power, places in view.centres.items() if _home_of(board, power) & {*places}}
    attributes = {}
    for name, province in drawing().provinces.items():
        if name in owners:
            attributes[name] = {"data-owner": owners[name]}
        elif province.home in alive:
            attributes[name] = {"data-homeland": str(province.home)}
    return BoardPieces(attributes, "".join(_units(view, catalog)), STYLE)


def _home_of(board: Board, power: str) -> set[str]:
    homes = board.homes[board.power[power]]
    return {name for place, name in enumerate(board.provinces) if homes >> place & 1}


def _units(view: DiplomacyView, catalog: Catalog) -> Iterator[str]:
    for power, names in view.units.items():
        for name in names:
            yield _unit(catalog, power, name, _spot(name))
    for power, dislodged in view.dislodged.items():
        for name in dislodged:
            spot = _spot(name) + 16 - 14j
            yield explosion(spot)
            yield _unit(catalog, power, name, spot)


def _unit(catalog: Catalog, power: str, name: str, spot: complex) -> str:
    sign = piece(LIVERIES[power], escape(letters(catalog, power)), fleet=name.startswith(FLEET))
    return f'<g transform="translate({arrows.write(spot)}) scale(1.5)">{sign}</g>'


def _spot(unit: str) -> complex:
    """Return where a unit is drawn."""
    place, _, coast = unit.partition(" ")[2].partition("/")
    province = drawing().provinces[place]
    return complex(*(province.coasts[coast.lower()] if coast else province.unit))
