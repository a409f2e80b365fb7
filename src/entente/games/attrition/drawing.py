"""The board as it is drawn: `data/drawing.json`, made by `scripts/draw_attrition.py`.

The empty board is printed as SVG, with names in one language: for the web client, which lays its
pieces on it, and for the documentation.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from importlib.resources import files

import msgspec

from entente.games.attrition.board import RUSSIA, SIDES, Board, Tile, unknown
from entente.games.attrition.facts import (
    AttritionFacts,
    DrawnPath,
    NationFacts,
    Plate,
    RegionFacts,
    TileFacts,
    Track,
)
from entente.games.attrition.tables import PACKAGE
from entente.kernel import Catalog, say
from entente.kernel.board_svg import (
    XY,
    Area,
    BoardPlan,
    element,
    frame,
    halfway,
    icon_svg,
    label_svg,
    legend_text,
    line,
    paper_card,
    reconstructed_mark,
    rectangle,
    standalone_svg,
    text_svg,
    track_box,
    waves,
)
from entente.kernel.decoding import prepare

BEND = 60.0  # how roundly a path turns
TITLES = {"turn": "rules.2.1.4.title", "industry": "rules.2.1.5.title"}


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map: the shapes of regions, of nations, of other land, and lines along the coast."""

    regions: dict[str, str]
    nations: dict[str, str]
    scenery: str
    waves: list[str]


class Key(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where each sign stands whose meaning is told, `text` to the right, in so much room."""

    places: dict[str, XY]
    text: float
    size: float
    width: float


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The drawn board, `width` by `height` units.

    `europe` fills the sheet, `america` the area `inset`; `places` are the middles of the plates.
    Signs are SVG paths in a square of 24. `source` is the SHA-256 of the table that the drawing was
    made from.
    """

    source: str
    width: int
    height: int
    europe: Sheet
    america: Sheet
    inset: Area
    plate: Plate
    places: dict[str, XY]
    paths: list[DrawnPath]
    panels: list[Area]
    key: Key
    tracks: dict[str, Track]
    signs: dict[str, str]

    def area(self, region: str) -> Area:
        """The rectangle of a region's plate."""
        (x, y), plate = self.places[region], self.plate
        return Area(x - plate.width / 2, y - plate.height / 2, plate.width, plate.height)


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
    svg = "\n".join(Print(board, catalog).lines())
    return BoardPlan(drawn.width, drawn.height, svg, facts(board, catalog))


def facts(board: Board, catalog: Catalog) -> AttritionFacts:
    """Where pieces are laid, and what each region, nation and tile is."""
    drawn = drawing()
    return AttritionFacts(
        plate=drawn.plate,
        places=drawn.places,
        inset=drawn.inset,
        tracks=drawn.tracks,
        signs=drawn.signs,
        paths=list(paths(board)),
        regions={
            name: RegionFacts(
                **region._asdict(), land=list(board.land[name]), sea=list(board.sea[name])
            )
            for name, region in board.regions.items()
        },
        nations={
            name: NationFacts(**nation._asdict(), code=catalog.get(f"table.code.{name}"))
            for name, nation in board.nations.items()
        },
        tiles={
            **{tile.id: tile_facts(board, tile) for tile in board.tiles.values()},
            **{unknown(side): TileFacts(side) for side in SIDES},
        },
        surrenders=RUSSIA,
        generals=dict(board.generals),
        turns=list(board.turns),
        industry=board.industry,
        markers=board.markers,
        deal=board.tables.cards.deal,
    )


def tile_facts(board: Board, tile: Tile) -> TileFacts:
    elite = tile.elite
    return TileFacts(
        side=tile.side,
        nation=tile.nation,
        type=tile.type,
        face=tile.face,
        up=tile.up,
        down=tile.down,
        is_down=tile.is_down,
        arrival=tile.arrival,
        count=board.counts.get(tile.up, 1),
        corps=elite.corps if elite else None,
        special=elite.special_face if elite else None,
        costs=(elite.first_cost, elite.later_cost) if elite else None,
    )


def paths(board: Board) -> Iterator[DrawnPath]:
    """The lines of the paths there are; one that its owner has added runs straight."""
    drawn = drawing()
    known = {frozenset((each.a, each.b)): each for each in drawn.paths}
    for row in board.tables.map.path:
        ends = [drawn.places[name] for name in (row.a, row.b)]
        found = known.get(frozenset((row.a, row.b))) or DrawnPath(row.kind, row.a, row.b, ends)
        yield msgspec.structs.replace(found, kind=row.kind)


class Print:
    """The empty board. Its lines are SVG elements, from the ground up."""

    def __init__(self, board: Board, catalog: Catalog) -> None:
        self.board = board
        self.catalog = catalog
        self.drawing = drawing()

    def lines(self) -> Iterator[str]:
        drawn = self.drawing
        yield rectangle(Area(0, 0, drawn.width, drawn.height), "sea")
        yield from self.sheet(drawn.europe)
        yield rectangle(drawn.inset, "sea")
        yield from self.sheet(drawn.america)
        yield rectangle(drawn.inset, "inset")
        yield from self.paths()
        for name in drawn.places:
            yield from self.plate(name)
        for panel in drawn.panels:
            yield rectangle(panel, "panel", 4)
        yield from self.key()
        for name in drawn.tracks:
            yield from self.track(name)
        yield from frame(drawn.width, drawn.height)

    def sheet(self, sheet: Sheet) -> Iterator[str]:
        """One of the two maps."""
        yield from waves(sheet.waves)
        yield f'<path class="land" d="{sheet.scenery}"/>'
        for name, path in sheet.regions.items():
            region = self.board.regions[name]
            full = escape(self.catalog.name("region", name))
            yield (
                f'<path class="element region {region.allegiance} {region.start}" '
                f'data-id="{escape(name)}" d="{path}"><title>{full}</title></path>'
            )
        for path in sheet.nations.values():
            yield f'<path class="nation" d="{path}"/>'

    def paths(self) -> Iterator[str]:
        yield '<g class="paths">'
        for path in paths(self.board):
            way = line(path.points, BEND)
            yield f'<path class="halo" d="{way}"/><path class="path {path.kind}" d="{way}"/>'
        yield from (
            reconstructed_mark(
                self.figure("path", region=path.b, kind=path.kind), halfway(path.points)
            )
            for path in paths(self.board)
            if self.board.is_doubtful(path.a, path.b)
        )
        yield "</g>"

    def figure(self, key: str, **args: str | int) -> str:
        """A reconstructed figure in words."""
        what = self.catalog.say(say(f"mark.{key}", **args))
        return self.catalog.line(say("mark.reconstructed", what=what))

    def plate(self, name: str) -> Iterator[str]:
        """A region: its name, what it is worth, room for the tiles of both sides."""
        plate, region, signs = self.drawing.plate, self.board.regions[name], self.drawing.signs
        full, kind = self.catalog.name("region", name), " capital" if region.capital else ""
        yield element(name, f"plate {region.allegiance}{kind}", full, self.drawing.places[name])
        yield paper_card(plate.width, plate.height, 4)
        yield rectangle(plate.header, "header", 3)
        yield label_svg(full, plate.label, "name")
        if region.capital:
            yield icon_svg(signs["capital"], plate.capital, plate.sign, "sign")
        if region.ip:
            yield icon_svg(signs["industry"], plate.industry, plate.sign + 4, "sign")
            yield text_svg(str(region.ip), plate.industry, 14, "worth")
            if name in self.board.doubtful_regions:
                x, y = plate.industry
                yield reconstructed_mark(
                    self.figure("industry", points=region.ip), (x + 14, y - 13)
                )
        for side in SIDES:
            area = plate.tiles[side]
            yield rectangle(area, f"tiles {side}", 2)
            middle = (area.x + area.width / 2, area.y + area.height / 2)
            yield icon_svg(signs[side], middle, 18, f"mark {side}")
        yield "</g>"

    def track(self, name: str) -> Iterator[str]:
        track = self.drawing.tracks[name]
        yield f'<g class="track {name}"><title>{escape(self.catalog.get(TITLES[name]))}</title>'
        for key, area in track.boxes.items():
            won = name == "industry" and int(key) >= self.board.industry.early_victory
            yield track_box(name, key, area, "cell won" if won else "cell")
            if track.label is not None:
                yield label_svg(self.catalog.name("turn", key), track.label, "name")
                if track.note is not None and (arrivals := self.arrivals(key)):
                    yield label_svg(arrivals, track.note, "quiet")
            else:
                yield text_svg(key, (area.width / 2, area.height / 2), track.size, "figure")
            yield "</g>"
        yield "</g>"

    def arrivals(self, turn: str) -> str:
        """2.1.4: the nations whose tiles come into play in a turn."""
        rows = self.board.tables.tiles.nation
        names = [self.catalog.name("nation", row.id) for row in rows if row.pouch_turn == turn]
        return ", ".join(names)

    def key(self) -> Iterator[str]:
        """What the signs mean."""
        key, signs = self.drawing.key, self.drawing.signs
        yield '<g class="key">'
        for name, (x, y) in key.places.items():
            if name in ("land", "sea"):
                yield f'<path class="path {name}" d="{line([(x - 16, y), (x + 14, y)])}"/>'
            else:
                yield icon_svg(signs[name], (x, y), self.drawing.plate.sign, f"sign {name}")
            yield legend_text(self.meaning(name), (x + key.text, y), key.size)
        yield "</g>"

    def meaning(self, sign: str) -> str:
        """What a sign of the key stands for."""
        if sign in ("land", "sea"):
            return self.catalog.name("path_kind", sign)
        if sign in SIDES:
            return self.catalog.name("seat", sign)
        text = self.catalog.get("table.points" if sign == "industry" else "table.legend.capital")
        return text.rpartition(" ")[2]  # without the sign that it has in a terminal
