"""The map as it is drawn: `data/drawing.json.gz`, made by `scripts/draw_pax.py`.

The empty map is printed as SVG, with names in one language: for the page, which lays its pieces on
it, and for the documentation.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape

import msgspec

from entente.games.pax.board import Board, port
from entente.games.pax.data_schema import PACKAGE, AreaRow, HomeRow
from entente.games.pax.presentation.board_info import (
    AreaFacts,
    HomeFacts,
    PassageFacts,
    PaxFacts,
    combat_facts,
    link_facts,
)
from entente.games.pax.presentation.figures import figures
from entente.games.pax.presentation.reconstructed import marked
from entente.games.pax.presentation.regions import REGIONS
from entente.games.pax.treaties.schema import treaty_schema
from entente.games.pax.war.joining import GREAT_WAR_POWERS
from entente.kernel import Catalog, say
from entente.kernel.board_svg import (
    XY,
    Area,
    BoardPlan,
    Label,
    frame,
    label_svg,
    legend_text,
    line,
    number,
    rectangle,
    standalone_svg,
    text_svg,
)
from entente.kernel.decoding import prepare, read_packed

CAPE, COIN = 19, 7.5  # radii of signs
KEY = 15  # the size of type in the key


class DrawnRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Room for an area's name, its figures below, and pieces around `at`, `room` by `depth`.

    What is too small on the map has a `plate` beside it, and a `leader` to it.
    """

    label: Label
    figures: XY | None
    at: XY
    room: float
    depth: float
    plate: Area | None
    leader: list[XY]
    inset: str


class SeaRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Room for a sea's name, and for merchant fleets below it."""

    label: Label
    at: XY


class Inset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the map that is drawn again, larger, and what it is on the map."""

    box: Area
    around: Area
    paths: dict[str, str]
    seas: dict[str, str]


class MapKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the signs are explained, and how far its columns are apart."""

    at: XY
    column: float


class PaxDrawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The drawn map, `width` by `height` units.

    `paths` are areas and home nations, and the `scenery` that belongs to no power; `seas` are below
    them. `borders` is the drawn length of each border. `source` is the SHA-256 of the table that
    the drawing was made from.
    """

    source: str
    width: int
    height: int
    paths: dict[str, str]
    seas: dict[str, str]
    rooms: dict[str, DrawnRoom]
    sea_rooms: dict[str, SeaRoom]
    ports: dict[str, XY]
    passages: dict[str, XY]
    key: MapKey
    insets: dict[str, Inset]
    borders: dict[str, float]


prepare(PaxDrawing)


@lru_cache(maxsize=1)
def drawing() -> PaxDrawing:
    """Return the drawing of the published map."""
    return read_packed(PACKAGE, "drawing.json.gz", PaxDrawing)


def draw_board(board: Board, catalog: Catalog) -> str:
    """Return the map before a game begins, without a single marker, as an image."""
    return standalone_svg(plan(board, catalog), PACKAGE, catalog)


def plan(board: Board, catalog: Catalog) -> BoardPlan:
    """Return the empty map with its board info."""
    drawn = drawing()
    svg = "\n".join(EmptyMap(board, catalog).lines())
    return BoardPlan(drawn.width, drawn.height, svg, facts(board, catalog))


def facts(board: Board, catalog: Catalog) -> PaxFacts:
    """Return where pieces are placed, and what each place is."""
    drawn, rows = drawing(), board.tables.map
    rooms = drawn.rooms
    region_of = {area: region for region, areas in REGIONS.items() for area in areas}
    return PaxFacts(
        areas={
            row.id: AreaFacts(
                at=rooms[row.id].at,
                room=rooms[row.id].room,
                depth=rooms[row.id].depth,
                region=region_of[row.id],
                type=row.type,
                value=row.value,
                strength=row.strength,
                top=row.top_status or "",
                routes=row.routes,
                coasts=row.coasts,
                inset=rooms[row.id].inset,
            )
            for row in rows.area
        },
        homes={
            row.id: HomeFacts(
                at=rooms[row.id].at,
                room=rooms[row.id].room,
                depth=rooms[row.id].depth,
                power=row.power,
                boxes=row.boxes,
                routes=row.routes,
            )
            for row in rows.home
        },
        seas={name: drawn.sea_rooms[name].at for name in (*board.seas, *board.capes)},
        ports={**drawn.ports, **dict(_ports_of_owner(board))},
        passages={
            row.id: PassageFacts(drawn.passages[row.id], row.kind, row.area, list(row.joins))
            for row in rows.passage
        },
        insets={name: inset.box for name, inset in drawn.insets.items()},
        links=link_facts(board),
        letters={power: catalog.get(f"table.code.{power}") for power in board.powers},
        last_tension=board.constants.great_war_at,
        first_year=board.constants.first_year,
        years_per_turn=board.constants.years_per_turn,
        treaties=treaty_schema(board),
        figures=figures(board, catalog),
        great_powers=list(board.tables.powers.roles.great_war_powers),
        great_war_powers=GREAT_WAR_POWERS,
        stalemate=board.constants.stalemate_rounds,
        combat=combat_facts(board),
    )


def _ports_of_owner(board: Board) -> Iterator[tuple[str, XY]]:
    """Ports on coasts that an owner has added to the map: beside the room of the area."""
    drawn = drawing()
    rows: list[AreaRow | HomeRow] = [*board.areas.values(), *board.homes.values()]
    for row in rows:
        for sea in row.coasts:
            name = port(row.id, sea)
            if name not in drawn.ports:
                x, y = drawn.rooms[row.id].at
                yield name, (x, y + drawn.rooms[row.id].depth)


class EmptyMap:
    """The empty map. Its lines are SVG elements, from the ground up."""

    def __init__(self, board: Board, catalog: Catalog) -> None:
        self.board = board
        self.catalog = catalog
        self.drawing = drawing()
        self.rows = {row.id: row for row in board.tables.map.area}
        self.homes = {row.id: row for row in board.tables.map.home}
        self.marked = marked(board.tables)

    def lines(self) -> Iterator[str]:
        drawn = self.drawing
        whole = Area(0, 0, drawn.width, drawn.height)
        yield rectangle(whole, "water")
        yield from self.seas(drawn.seas)
        yield from self.capes()
        for name, inset in drawn.insets.items():
            yield from self.inset(name, inset)
        yield from self.land(drawn.paths)
        yield '<g class="insets">'
        for inset in drawn.insets.values():
            yield rectangle(inset.around, "around", 3)
        yield "</g>"
        yield from self.sea_names()
        yield from self.plates()
        yield from self.passages()
        yield from self.names()
        yield from self.key()
        yield from frame(drawn.width, drawn.height)

    # -- water

    def seas(self, paths: dict[str, str]) -> Iterator[str]:
        for row in self.board.tables.map.sea:
            if row.id in paths:
                yield self.shape(row.id, "sea", paths[row.id], self.catalog.name("sea", row.id))

    def capes(self) -> Iterator[str]:
        for row in self.board.tables.map.cape:
            x, y = self.drawing.sea_rooms[row.id].at
            full = self.catalog.name("sea", row.id)
            yield (
                f'<circle class="element cape" data-id="{escape(row.id)}" cx="{number(x)}" '
                f'cy="{number(y)}" r="{CAPE}"><title>{escape(full)}</title></circle>'
            )

    def sea_names(self) -> Iterator[str]:
        yield '<g class="sea-names">'
        for name, room in self.drawing.sea_rooms.items():
            yield label_svg(self.catalog.name("sea", name), room.label, "sea-name")
        yield "</g>"

    def passages(self) -> Iterator[str]:
        for row in self.board.tables.map.passage:
            x, y = self.drawing.passages[row.id]
            full = self.catalog.name("passage", row.id)
            sign = "M-6 -4h12M-6 4h12" if row.kind == "canal" else "M-6 -5q6 5 12 0M-6 5q6 -5 12 0"
            built = "" if row.built_at_start else " unbuilt"
            yield (
                f'<g class="element passage {row.kind}{built}" data-id="{escape(row.id)}" '
                f'transform="translate({number(x)} {number(y)})"><title>{escape(full)}</title>'
                f'<circle class="sign" r="9"/><path class="mark" d="{sign}"/></g>'
            )

    # -- land

    def land(self, paths: dict[str, str]) -> Iterator[str]:
        yield f'<path class="scenery" d="{paths.get("scenery", "")}"/>'
        for name, path in paths.items():
            if name != "scenery":
                yield self.shape(name, self.kind(name), path, self.full(name))

    def kind(self, name: str) -> str:
        """Return the class of an area or a home nation."""
        return f"area {self.rows[name].type}" if name in self.rows else "home"

    def full(self, name: str) -> str:
        return self.catalog.name("area", name)

    def shape(self, name: str, kind: str, path: str, full: str) -> str:
        owner = f' data-owner="{escape(self.homes[name].power)}"' if name in self.homes else ""
        return (
            f'<path class="element {kind}" data-id="{escape(name)}"{owner} d="{path}">'
            f"<title>{escape(full)}</title></path>"
        )

    def inset(self, name: str, inset: Inset) -> Iterator[str]:
        """Yield a part of the map, larger, in its frame."""
        yield f'<g class="inset" data-inset="{escape(name)}">'
        yield rectangle(inset.box, "ground", 3)
        yield from self.seas(inset.seas)
        yield from self.land(inset.paths)
        yield rectangle(inset.box, "edge", 3)
        yield "</g>"

    def plates(self) -> Iterator[str]:
        """Yield the plates of what is too small on the map."""
        for name, room in self.drawing.rooms.items():
            if room.plate is None:
                continue
            if room.leader:
                x, y = room.leader[-1]
                yield f'<path class="leader" d="{line(room.leader)}"/>'
                yield f'<circle class="leader-end" cx="{number(x)}" cy="{number(y)}" r="2.5"/>'
            x, y, width, height = room.plate
            owner = f' data-owner="{escape(self.homes[name].power)}"' if name in self.homes else ""
            yield (
                f'<rect class="element {self.kind(name)} plate" data-id="{escape(name)}"{owner} '
                f'x="{number(x)}" y="{number(y)}" width="{number(width)}" '
                f'height="{number(height)}" rx="5"><title>{escape(self.full(name))}</title></rect>'
            )

    def names(self) -> Iterator[str]:
        """Names and figures, above all land: a click goes through them."""
        yield '<g class="names">'
        for name, room in self.drawing.rooms.items():
            yield label_svg(self.full(name), room.label, "name")
            if room.figures is not None:
                yield from self.figures(name, room.figures)
        yield "</g>"

    def figures(self, name: str, place: XY) -> Iterator[str]:
        """Yield the value of an area, on a coin, and its strength, on a shield that tells its
        type."""
        row = self.rows[name]
        x, y = place
        yield f'<g class="figures {row.type}" transform="translate({number(x)} {number(y)})">'
        yield f'<circle class="coin" cx="-10" r="{COIN}"/>'
        yield text_svg(str(row.value), (-10, 0), 12, "value")
        yield f'<path class="shield" d="{SHIELDS[row.type]}"/>'
        yield text_svg(str(row.strength), (10, 0), 12, "strength")
        if name in self.marked:
            what = "; ".join(self.catalog.say(message) for message in self.marked[name])
            title = self.catalog.line(say("mark.reconstructed", what=what))
            yield f'<g class="doubt"><title>{escape(title)}</title>'
            yield text_svg("‡", (23, -1), 14, "dagger") + "</g>"
        yield "</g>"

    def key(self) -> Iterator[str]:
        """Yield what the coin says, and the shapes of the shields."""
        (x, y), column = self.drawing.key.at, self.drawing.key.column
        yield '<g class="key">'
        yield f'<circle class="coin" cx="{number(x)}" cy="{number(y)}" r="{COIN}"/>'
        yield legend_text(self.catalog.get("table.key.value"), (x + 16, y), KEY)
        yield legend_text(self.catalog.get("table.key.strength"), (x + 90, y), KEY)
        for count, (kind, path) in enumerate(SHIELDS.items()):
            left, top = x + column * (count // 3), y + 24 * (1 + count % 3)
            yield f'<path class="shield" transform="translate({left - 10} {top})" d="{path}"/>'
            yield legend_text(self.catalog.name("area_type", kind), (left + 16, top), KEY)
        yield "</g>"


SHIELDS = {
    "independent": "M2 -8h16v8q0 6 -8 9q-8 -3 -8 -9z",
    "unorganized": "M10 -9q9 3 9 9q0 6 -9 9q-9 -3 -9 -9q0 -6 9 -9z",
    "ottoman": "M5 -9a9.5 9.5 0 1 0 10 0q-1 5 -5 5q-4 0 -5 -5z",
    "chinese_empire": "M1.5 -8.5h17v17h-17z",
    "chinese_vassal": "M10 -10.5l10.5 10.5 -10.5 10.5 -10.5 -10.5z",
}
