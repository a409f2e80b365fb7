"""The board as it is drawn: `data/drawing.json`, made by `scripts/draw_turmoil.py`.

The empty board is printed as SVG, with names in one language: for the web client, which lays its
pieces on it, and for the documentation.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

import msgspec

from entente.games.turmoil.board import (
    AUTHORITARIAN,
    EIGHT_NATIONS,
    ERAS,
    ICONS,
    INDEPENDENT,
    LIBERAL,
    REGIONS,
    Board,
)
from entente.games.turmoil.facts import (
    Box,
    DrawnLink,
    RegionPlan,
    SpaceCard,
    SpaceFacts,
    Track,
    TurmoilFacts,
)
from entente.games.turmoil.tables import PACKAGE
from entente.kernel import Catalog, say
from entente.kernel.board_svg import (
    XY,
    Area,
    BoardPlan,
    Label,
    element,
    frame,
    halfway,
    icon_svg,
    label_svg,
    legend_text,
    line,
    number,
    paper_card,
    reconstructed_mark,
    rectangle,
    standalone_svg,
    text_svg,
    track_box,
    waves,
)
from entente.kernel.decoding import prepare

BEND = 18.0  # how roundly a link turns
LAST_TURNS = dict(zip(ERAS, (3, 7, 10), strict=True))
ENDS = {"20": LIBERAL, "-20": AUTHORITARIAN}
TITLES = {
    "vp": "rules.10.3.title",
    "round": "rules.4.5.2.title",
    "tension": "rules.8.1.title",
    "war": "rules.8.2.title",
    "naval": "rules.6.3.title",
}


class DrawnRegion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ground under the spaces of a region, as an SVG path, and the places of two texts."""

    path: str
    label: Label
    values: XY


class Key(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where each icon stands whose meaning is told, `text` to the right, in so much room."""

    places: dict[str, XY]
    text: float
    size: float
    width: float


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The drawn board, `width` by `height` units.

    `places` are the middles of the cards, `boxes` those of the three boxes. `waves` are lines along
    the coast, `panels` paper under the tracks. Signs are SVG paths in a square of 24. `source` is
    the SHA-256 of the table that the drawing was made from.
    """

    source: str
    width: int
    height: int
    land: str
    waves: list[str]
    regions: dict[str, DrawnRegion]
    card: SpaceCard
    places: dict[str, XY]
    box: Box
    boxes: dict[str, XY]
    links: list[DrawnLink]
    panels: list[Area]
    key: Key
    tracks: dict[str, Track]
    icons: dict[str, str]
    signs: dict[str, str]

    def area(self, name: str) -> Area:
        """The rectangle of a space or a box."""
        (x, y), kind = (
            (self.places[name], self.card) if name in self.places else (self.boxes[name], self.box)
        )
        return Area(x - kind.width / 2, y - kind.height / 2, kind.width, kind.height)


prepare(Drawing)


@lru_cache(maxsize=1)
def drawing() -> Drawing:
    """The drawing of the published board."""
    data = files(PACKAGE).joinpath("data", "drawing.json").read_bytes()
    return msgspec.json.decode(data, type=Drawing)


# -- the empty board as SVG


def draw_board(board: Board, catalog: Catalog) -> str:
    """The board before a game begins, without a single marker, as an image."""
    return standalone_svg(plan(board, catalog), PACKAGE, catalog)


def plan(board: Board, catalog: Catalog) -> BoardPlan:
    """The empty board and what is to be known of it."""
    drawn = drawing()
    svg = "\n".join(Sheet(board, catalog).lines())
    return BoardPlan(drawn.width, drawn.height, svg, facts(board))


def facts(board: Board) -> TurmoilFacts:
    """Where pieces are laid, and what each space, box and track is."""
    drawn, tables = drawing(), board.tables
    return TurmoilFacts(
        card=drawn.card,
        places=drawn.places,
        box=drawn.box,
        boxes=drawn.boxes,
        tracks=drawn.tracks,
        icons=drawn.icons,
        signs=drawn.signs,
        links=list(links(board)),
        spaces={
            row.id: SpaceFacts(
                region=row.region,
                stability=row.stability,
                battleground=row.battleground,
                icons=[icon for icon in ICONS if icon in row.icons],
                near=list(board.near[row.id]),
            )
            for row in tables.spaces.space
        },
        sides=dict(board.boxes),
        regions={
            region: RegionPlan(
                [name for name in board.spaces if board.region_of[name] == region],
                board.values.get(region),
            )
            for region in (*REGIONS, INDEPENDENT)
        },
        levels={name: region.values for name, region in drawn.regions.items()},
        markers={row.id: row for row in tables.tracks.marker},
        needed={str(box): needed for box, needed in board.needed.items()},
        status={str(markers): modifier for markers, modifier in board.status.items()},
        cancelling=EIGHT_NATIONS,
    )


def links(board: Board) -> Iterator[DrawnLink]:
    """The lines of the links there are; one that its owner has added runs straight."""
    drawn = drawing()
    known = {frozenset((each.a, each.b)): each for each in drawn.links}
    for row in board.tables.spaces.link:
        ends = [drawn.places.get(name) or drawn.boxes[name] for name in (row.a, row.b)]
        yield known.get(frozenset((row.a, row.b))) or DrawnLink(row.a, row.b, ends)


class Sheet:
    """The empty board. Its lines are SVG elements, from the ground up."""

    def __init__(self, board: Board, catalog: Catalog) -> None:
        self.board = board
        self.catalog = catalog
        self.drawing = drawing()

    def lines(self) -> Iterator[str]:
        drawn = self.drawing
        yield rectangle(Area(0, 0, drawn.width, drawn.height), "sea")
        yield from waves(drawn.waves)
        yield f'<path class="land" d="{drawn.land}"/>'
        yield from self.regions()
        yield from self.links()
        for name in drawn.places:
            yield from self.space(name)
        for name in drawn.boxes:
            yield from self.box(name)
        for panel in drawn.panels:
            yield rectangle(panel, "panel", 4)
        yield from self.key()
        for name in drawn.tracks:
            yield from self.track(name)
        yield from frame(drawn.width, drawn.height)

    def regions(self) -> Iterator[str]:
        for name, region in self.drawing.regions.items():
            values = self.board.values[name]
            figures = f"{values.presence} · {values.domination} · {values.control}"
            yield element(name, f"region {name}") + f'<path class="ground" d="{region.path}"/>'
            yield label_svg(self.catalog.name("region", name), region.label, "title")
            yield text_svg(figures, region.values, 13, "quiet") + "</g>"

    def links(self) -> Iterator[str]:
        paths = [line(link.points, BEND) for link in links(self.board)]
        yield f'<g class="links"><path class="halo" d="{"".join(paths)}"/>'
        yield f'<path class="link" d="{"".join(paths)}"/>'
        rows = self.board.tables.spaces.link
        doubtful = {frozenset((row.a, row.b)) for row in rows if row.source == "reconstructed"}
        for link in links(self.board):
            if frozenset((link.a, link.b)) in doubtful:
                what = self.catalog.say(say("mark.link", space=link.b))
                said = self.catalog.line(say("mark.reconstructed", what=what))
                yield reconstructed_mark(said, halfway(link.points))
        yield "</g>"

    def space(self, name: str) -> Iterator[str]:
        """A space: its name, how stable it is, its icons, room for the support of both sides."""
        card, row = self.drawing.card, self.board.rows[name]
        ground = " battleground" if row.battleground else ""
        full = self.catalog.name("space", name)
        yield element(name, f"space {row.region}{ground}", full, self.drawing.places[name])
        yield paper_card(card.width, card.height, 3)
        yield f'<path class="header" d="{top(card.header, 2.5)}"/>'
        yield label_svg(full, card.label, "name")
        for side, area in card.support.items():
            yield rectangle(area, f"support {side}", 1.5)
            middle = (area.x + area.width / 2, area.y + area.height / 2)
            yield icon_svg(self.drawing.signs[side], middle, 15, f"sign {side}")
        icons = [icon for icon in ICONS if icon in row.icons]
        yield text_svg(str(row.stability), card.stability[len(icons) - 1], 19, "stability")
        for icon, place in zip(icons, card.icons[len(icons) - 1], strict=True):
            yield icon_svg(self.drawing.icons[icon], place, card.icon, "icon")
        yield "</g>"

    def box(self, name: str) -> Iterator[str]:
        """A box that belongs to a side."""
        box, side = self.drawing.box, self.board.boxes[name]
        full = self.catalog.name("space", name)
        yield element(name, f"box {side}", full, self.drawing.boxes[name])
        yield paper_card(box.width, box.height, 3)
        yield icon_svg(self.drawing.signs[side], box.sign, 20, f"sign {side}")
        yield label_svg(full, box.label, "name") + "</g>"

    def key(self) -> Iterator[str]:
        """What the icons mean."""
        key, size = self.drawing.key, self.drawing.card.icon
        yield '<g class="key">'
        for icon, (x, y) in key.places.items():
            yield icon_svg(self.drawing.icons[icon], (x, y), size, "icon")
            yield legend_text(self.catalog.name("icon", icon), (x + key.text, y), key.size)
        yield "</g>"

    # -- tracks

    def track(self, name: str) -> Iterator[str]:
        track = self.drawing.tracks[name]
        yield f'<g class="track {name}">'
        if track.title is not None:
            yield label_svg(self.catalog.get(TITLES[name]), track.title, "title")
        for era, room in track.captions.items():
            yield label_svg(self.catalog.name("era", era), room, "name")
        for key, area in track.boxes.items():
            yield track_box(name, key, area, f"cell {self.colour(name, key)}".rstrip())
            middle = (area.width / 2, area.height / 2)
            if name == "vp" and key in ENDS:
                yield icon_svg(self.drawing.signs[ENDS[key]], middle, 30, f"sign {ENDS[key]}")
            for side, slot in track.slots.items():
                yield rectangle(slot, f"support {side}", 1.5)
                spot = (slot.x + slot.width / 2, slot.y + slot.height / 2)
                yield icon_svg(self.drawing.signs[side], spot, 13, f"sign {side}")
            if track.label is not None:
                kind, box = ("box", f"box{key}") if name == "naval" else ("marker", key)
                yield label_svg(self.catalog.name(kind, box), track.label, "name")
            yield text_svg(self.figure(name, key), track.figure or middle, track.size, "figure")
            yield "</g>"
        yield "</g>"

    def colour(self, track: str, key: str) -> str:
        """Whose box it is, or of which era."""
        if track == "vp" and key != "0":
            return LIBERAL if int(key) > 0 else AUTHORITARIAN
        if track == "turn":
            return next(era for era, last in LAST_TURNS.items() if int(key) <= last)
        return self.board.markers[key].side if track == "war_beside" else ""

    def figure(self, track: str, key: str) -> str:
        """The number in a box."""
        if track == "war":  # 8.2.4: it counts while the box is open
            modifier = self.board.status.get(int(key) - 1)
            return "" if modifier is None else str(modifier).replace("-", "−")
        if track == "naval":
            needed = self.board.needed[int(key)]
            return f"{needed}" if needed else ""
        return "" if track == "war_beside" else key.removeprefix("-")


def top(area: Area, radius: float) -> str:
    """The path of an area whose upper corners are round."""
    x, y, width, height = area
    return (
        f"M{number(x)} {number(y + height)}v{number(radius - height)}"
        f"q0 {number(-radius)} {number(radius)} {number(-radius)}h{number(width - 2 * radius)}"
        f"q{number(radius)} 0 {number(radius)} {number(radius)}v{number(height - radius)}z"
    )
