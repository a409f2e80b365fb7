"""Data for clients that draw the board: positions of pieces, regions, nations and tiles."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from entente.games.attrition.data_schema import Deal, Industry, Markers
from entente.games.attrition.kinds import EACH_SIDE, SideName, TypeName
from entente.kernel.board_svg import XY, Area, Facts, Label
from entente.kernel.schema_hints import each, one_of

TrackName = Annotated[str, one_of("turn", "industry")]
SignName = Annotated[str, one_of("capital", "industry", "central", "entente")]


class Plate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The layout of a region's plate, relative to its centre.

    `capital` and `industry` are the positions of two signs of size `sign`; `tiles` is the room for
    the tiles of each side, `trenches` the position of its trenches; `marker` is the position of the
    control marker, `battle` that of a battle marker.
    """

    width: float
    height: float
    header: Area
    label: Label
    capital: XY
    industry: XY
    sign: float
    tiles: Annotated[dict[SideName, Area], EACH_SIDE]
    trenches: Annotated[dict[SideName, XY], EACH_SIDE]
    marker: XY
    battle: XY


class DrawnPath(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line from the edge of one plate to the edge of another."""

    kind: Literal["land", "sea"]
    a: str
    b: str
    points: list[XY]


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The boxes of a track by their numbers or names.

    Relative to the corner of a box, `label` is the room for its name and `note` for its arrivals.
    """

    boxes: dict[str, Area]
    size: float
    label: Label | None = None
    note: Label | None = None


class RegionFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A region, and its neighbours by land and by sea."""

    id: str
    nation: str
    allegiance: SideName
    capital: bool
    ip: int
    start: str
    land: list[str]
    sea: list[str]


class NationFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A nation; `entry` are the capitals that carry its flag, `code` its letters on a tile."""

    id: str
    side: SideName
    starts_neutral: bool
    capital: str
    regions: list[str]
    entry: list[str]
    alternative_tiles: int
    code: str


class TileFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data printed on a tile: it hits on a die of its `face`, an elite also on `special`.

    12.3: of a hidden tile only its side is known; its `type` is None.
    """

    side: SideName
    nation: str = ""
    type: TypeName | None = None
    face: int = 0
    up: str = ""
    down: str = ""
    is_down: bool = True
    arrival: str = ""
    count: int = 0
    corps: str | None = None
    special: int | None = None
    costs: tuple[int, int] | None = None


class AttritionFacts(Facts, frozen=True, forbid_unknown_fields=True):
    """The board, for clients that draw pieces on it. Signs are SVG paths in a 24-unit square;
    `surrenders` is the nation that may surrender."""

    plate: Plate
    places: dict[str, XY]
    inset: Area
    tracks: Annotated[dict[TrackName, Track], each("turn", "industry")]
    signs: Annotated[dict[SignName, str], each("capital", "industry", "central", "entente")]
    paths: list[DrawnPath]
    regions: dict[str, RegionFacts]
    nations: dict[str, NationFacts]
    tiles: dict[str, TileFacts]
    surrenders: str
    generals: dict[str, str]
    turns: list[str]
    industry: Industry
    markers: Markers
    deal: Deal
