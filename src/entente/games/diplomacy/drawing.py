"""The map as it is drawn: `data/drawing.json`, made by `scripts/draw_diplomacy.py`."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import msgspec

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.tables import PACKAGE

XY = tuple[float, float]


class DrawnProvince(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The outline of a province as an SVG path, and where things stand in it.

    `centre` is the place of the supply centre's mark, `coasts` where a fleet stands on each of two
    coasts, `home` the power whose country this is although it has no centre.
    """

    path: str
    unit: XY
    label: XY
    centre: XY | None = None
    coasts: dict[str, XY] = {}
    home: str = ""


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The drawn map, `width` by `height` units.

    `borders` are the pairs of provinces that touch in the drawing, with the length of their border;
    `links` the pairs that are adjacent although they do not touch. `passages` are points between
    two provinces, `MAO-WES`, through which an arrow is led, so that a fleet does not seem to cross
    the land. `source` is the SHA-256 of the table that the drawing was made from.
    """

    source: str
    width: int
    height: int
    provinces: dict[str, DrawnProvince]
    scenery: str
    impassable: str
    water: str
    links: list[tuple[str, str]]
    passages: dict[str, list[XY]]
    borders: list[tuple[str, str, float]]

    def spot(self, board: Board, location: int) -> complex:
        """Where a unit on a location stands; points are complex numbers, as they are vectors."""
        province = self.provinces[board.provinces[board.province_of[location]]]
        coast = board.locations[location].partition("/")[2].lower()
        return complex(*(province.coasts[coast] if coast else province.unit))

    def passage(self, board: Board, start: int, end: int) -> list[complex]:
        """The points through which the arrow from one location to another is led."""
        one, other = (board.provinces[board.province_of[place]] for place in (start, end))
        points = (
            self.passages.get(f"{one}-{other}") or self.passages.get(f"{other}-{one}", [])[::-1]
        )
        return [complex(*point) for point in points]


@lru_cache(maxsize=1)
def drawing() -> Drawing:
    """The drawing of the standard map."""
    data = files(PACKAGE).joinpath("data", "drawing.json").read_bytes()
    return msgspec.json.decode(data, type=Drawing)
