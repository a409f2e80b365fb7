"""The pieces on the drawn map as SVG, for pictures of a position."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from entente.games.diplomacy.board import SEA, Board
from entente.games.diplomacy.drawing import arrows
from entente.games.diplomacy.drawing.empty_map import drawing
from entente.games.diplomacy.drawing.legend import letters
from entente.games.diplomacy.drawing.signs import POWER_COLOURS, explosion, piece
from entente.games.diplomacy.notation import writing
from entente.games.diplomacy.view import DiplomacyView
from entente.kernel import Catalog, say
from entente.kernel.board_svg import BoardPieces, text_svg

STYLE = """
.pieces .sign { font-size: 13px; font-weight: bold; text-anchor: middle; }
.pieces .season { font-size: 30px; font-weight: bold;
  fill: light-dark(#3b332a, #efe7d6); stroke: light-dark(#fbf6e9, #1f1c18);
  stroke-width: 5; paint-order: stroke; text-anchor: start; }
"""
FLEET = "F"
SCALE, RISE = 1.25, 5


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
    drawn = [*_units(view, catalog), *_codes(board, view, catalog), _season(view, catalog)]
    return BoardPieces(attributes, "".join(drawn), STYLE)


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


def _codes(board: Board, view: DiplomacyView, catalog: Catalog) -> Iterator[str]:
    """Draw the codes of provinces with units again, above the units."""
    occupied = {name for names in view.units.values() for name in names}
    occupied |= {name for names in view.dislodged.values() for name in names}
    for name in sorted({unit.split()[1].partition("/")[0] for unit in occupied}):
        place = board.province[name]
        x, y = drawing().provinces[name].label
        at_sea = " at-sea" if board.kind[place] == SEA else ""
        code = writing.place(board, place, catalog.language)
        yield text_svg(code, (x, y - 4.5), 13, f"code{at_sea}")


def _season(view: DiplomacyView, catalog: Catalog) -> str:
    """Draw season and year in the upper left corner."""
    text = catalog.say(say("table.season", season=view.season, year=view.year))
    return f'<text class="season" x="24" y="44">{escape(text)}</text>'


def _unit(catalog: Catalog, power: str, name: str, spot: complex) -> str:
    sign = piece(
        POWER_COLOURS[power], escape(letters(catalog, power)), fleet=name.startswith(FLEET)
    )
    above = spot - RISE * 1j  # of the code
    return f'<g transform="translate({arrows.write(above)}) scale({SCALE})">{sign}</g>'


def _spot(unit: str) -> complex:
    """Return where a unit is drawn."""
    place, _, coast = unit.partition(" ")[2].partition("/")
    province = drawing().provinces[place]
    return complex(*(province.coasts[coast.lower()] if coast else province.unit))
