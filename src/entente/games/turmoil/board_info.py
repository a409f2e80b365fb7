"""Data for clients that draw the board: positions of pieces, spaces, boxes and tracks."""

from __future__ import annotations

from typing import Annotated

import msgspec

from entente.games.turmoil.data_schema import MarkerRow, RegionRow
from entente.games.turmoil.kinds import EACH_SIDE, SideName
from entente.kernel.board_svg import XY, Area, Facts, Label
from entente.kernel.schema_hints import each, one_of

TRACKS = ("vp", "turn", "round", "tension", "war", "war_beside", "naval")


class SpaceCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The layout of a space's card, relative to its centre.

    `icons` and `stability` are the positions for a space with one icon, with two, …; `icon` is
    their size; `marker` is the corner for a marker.
    """

    width: float
    height: float
    header: Area
    label: Label
    stability: list[XY]
    icon: float
    icons: list[list[XY]]
    support: Annotated[dict[SideName, Area], EACH_SIDE]
    marker: XY


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The layout of a box without support, relative to its centre; `sign` is that of its side."""

    width: float
    height: float
    label: Label
    sign: XY


class DrawnLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line from the edge of one card to the edge of another."""

    a: str
    b: str
    points: list[XY]


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The boxes of a track by their numbers or names, and the room for its title.

    Relative to the corner of a box: `figure` is the position of its number, if not the centre;
    `label` the room for its name; `slots` the positions of the sides' markers. `size` is that of
    the numbers. `captions` precede parts of the track: the eras before their turns.
    """

    boxes: dict[str, Area]
    size: float
    title: Label | None = None
    captions: dict[str, Label] = {}
    figure: XY | None = None
    label: Label | None = None
    slots: dict[SideName, Area] = {}


class SpaceFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A space and its neighbours."""

    region: str
    stability: int
    battleground: bool
    icons: list[str]
    near: list[str]


class RegionPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A region and its values, if it is scored."""

    spaces: list[str]
    values: RegionRow | None


class TurmoilFacts(Facts, frozen=True, forbid_unknown_fields=True):
    """The board, for clients that draw pieces on it. Signs are SVG paths in a 24-unit square.

    `sides` maps each box to its side, `levels` is where a region's values go, `needed` the roll for
    each box of the naval race, `cancelling` the card that cancels an event.
    """

    card: SpaceCard
    places: dict[str, XY]
    box: Box
    boxes: dict[str, XY]
    tracks: Annotated[dict[Annotated[str, one_of(*TRACKS)], Track], each(*TRACKS)]
    icons: dict[str, str]
    signs: dict[str, str]
    links: list[DrawnLink]
    spaces: dict[str, SpaceFacts]
    sides: dict[str, SideName]
    regions: dict[str, RegionPlan]
    levels: dict[str, XY]
    markers: dict[str, MarkerRow]
    needed: dict[str, int]
    status: dict[str, int]
    cancelling: str
