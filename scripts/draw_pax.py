"""Draw the map of Pax Britannica: cut areas, home nations and seas out of Natural Earth.

    python -m scripts.draw_pax build/atlas/package/countries-50m.json

It reads `map.toml` and `drawing.toml` of the game, and writes `drawing.json.gz` beside them and the
empty map to `docs/images`. `make boards` fetches the atlas and runs it.

Present-day countries are assigned to areas, whole or in parts; some are divided by nearest points.
This is done in plain degrees. Then everything is projected to a map that gives Africa and Asia the
most room.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import shapely
from shapely import Geometry, Point, Polygon
from shapely.affinity import translate
from shapely.ops import unary_union

from entente.games.pax.board import Board
from entente.games.pax.data_schema import PACKAGE
from entente.games.pax.presentation.drawing import draw_board
from entente.kernel.text import LANGUAGES, catalog_of
from scripts.atlas import XY, Projection, read_countries
from scripts.label_placement import PLATE, SHIP, Room, Water, heading, inside, plated
from scripts.map_cells import Faces, borders, path, pieces, shared, simplified, softened
from scripts.map_layout import tenths
from scripts.map_projections import SCALE, Flat, Stretch, Window

ROOT = Path(__file__).parents[1]
DATA = ROOT / "src/entente/games/pax/data"
IMAGE = ROOT / "docs/images/pax-board.svg"

SCENERY, WATER = "scenery", "water"
NOWHERE = "nowhere"  # land that is not drawn
STEP = 0.8 * SCALE  # straight lines are divided into steps of this length before projection
SMALLEST_ISLAND = 7.0  # hundredths of square degrees; smaller ones are left out
DETAIL = 1.5  # tolerance by which a coast is simplified
SIGN = 22.0  # radius of the sign of a canal
EDGE = 7.0  # distance of rooms from the edge
APART = 3.0  # distance between rooms
WORLD = (-180.0, -60.0, 200.0, 84.0)


# -- the earth, in plain degrees


class Earth:
    """Land and water by owner."""

    def __init__(self, tables: Mapping[str, Any], atlas: Path) -> None:
        self.tables = tables
        row = tables["earth"]
        self.view = Flat(row["seam"], row["south"], row["north"])
        wide = Flat(-180.0, row["south"], row["north"])
        wide.frame = shapely.box(-1800, -900, 2000, 900)
        self.countries = {
            name: self._around(shape) for name, shape in read_countries(atlas, wide, WORLD).items()
        }
        self.parts = self.land()
        self.cells = self.seas()

    def _around(self, shape: Geometry) -> Geometry:
        """Move what is west of the seam to the east."""
        seam = self.view.seam * SCALE
        west = shape.intersection(shapely.box(-2000, -900, seam, 900))
        east = shape.intersection(shapely.box(seam, -900, 2000, 900))
        if west.is_empty:
            return east
        return unary_union([east, translate(west, 360 * SCALE)])

    def ring(self, points: Iterable[Sequence[float]], *, rough: bool) -> Geometry:
        """Return an outline with its corners cut."""
        line = [self.view.place(point) for point in points]
        around = softened([*line, line[0]], rough=rough)
        return shapely.make_valid(Polygon(around.coords))

    def land(self) -> dict[str, Geometry]:
        """Return every area and home nation, and the land of none."""
        left = dict(self.countries)
        shapes: dict[str, list[Geometry]] = defaultdict(list)
        for row in self.tables["part"]:
            ring = self.ring(row["ring"], rough=True)
            for name in row["of"]:
                shapes[row["area"]].append(left[name].intersection(ring))
                left[name] = left[name].difference(ring)
        for row in self.tables["shared"]:
            joined = unary_union([left.pop(name) for name in row["countries"]])
            points = {
                name: [self.view.place(point) for point in mine]
                for name, mine in row["points"].items()
            }
            for name, face in shared(pieces(joined), points, self.view, rough=True):
                shapes[name].append(face)
        for area, names in self.tables["whole"].items():
            shapes[area] += [left.pop(name) for name in names]
        shapes[SCENERY] += left.values()
        shapes.pop(NOWHERE, None)
        return {name: without_islets(unary_union(mine)) for name, mine in shapes.items()}

    def seas(self) -> dict[str, Geometry]:
        """Return every sea, as if there were no land; earlier seas have precedence."""
        left = self.view.frame
        shapes: dict[str, list[Geometry]] = defaultdict(list)
        for row in self.tables["sea"]:
            for points in row["rings"]:
                ring = self.ring(points, rough=False)
                shapes[row["id"]].append(left.intersection(ring))
                left = left.difference(ring)
        shapes[WATER].append(left)
        return {name: shapely.make_valid(unary_union(mine)) for name, mine in shapes.items()}


# -- the map


def projected(shape: Geometry, view: Projection) -> Geometry:
    """Project a shape in degrees to the map."""
    if isinstance(view, Window):
        shape = shape.intersection(view.around)
    fine = shapely.segmentize(shape, STEP)
    drawn = shapely.transform(fine, partial(_project, view))
    return shapely.make_valid(drawn).intersection(view.frame)


def _project(view: Projection, points: Any) -> list[XY]:
    return [view.place((x / SCALE, -y / SCALE)) for x, y in points]


def without_islets(shape: Geometry) -> Geometry:
    """Remove the smallest islands of a shape; keep the largest one if there is nothing else."""
    parts = sorted(pieces(shape), key=lambda part: -part.area)
    large = [part for part in parts if part.area >= SMALLEST_ISLAND]
    return unary_union(large or parts[:1])


class Sheet:
    """Land and seas on a part of the drawing: the main map or an inset."""

    def __init__(self, earth: Earth, view: Projection, detail: float) -> None:
        self.view = view
        drawn = {name: projected(shape, view) for name, shape in earth.parts.items()}
        drawn = {name: shape for name, shape in drawn.items() if not shape.is_empty}
        faces = [(name, part) for name, each in drawn.items() for part in pieces(each)]
        dry = unary_union([face for _, face in faces])
        faces += [(WATER, part) for part in pieces(view.frame.difference(dry))]
        self.faces = [each for each in simplified(faces, view, detail) if each[0] != WATER]
        self.shapes = joined(self.faces)
        seas = {name: projected(shape, view) for name, shape in earth.cells.items()}
        faces = [(name, part) for name, each in seas.items() for part in pieces(each)]
        self.seas = joined(simplified(faces, view, 2.0))
        self.land = unary_union(list(self.shapes.values()))

    def clear(self, boxes: Geometry) -> None:
        """Remove scenery where something else is drawn."""
        left = pieces(self.shapes[SCENERY].difference(boxes))
        self.shapes[SCENERY] = shapely.MultiPolygon([each for each in left if each.area > 30])

    def paths(self) -> dict[str, str]:
        """Return the paths of all areas, home nations and other land."""
        return {name: path(pieces(shape), digits=0) for name, shape in self.shapes.items()}

    def sea_paths(self) -> dict[str, str]:
        return {name: path(pieces(shape), digits=0) for name, shape in self.seas.items()}


def joined(faces: Faces) -> dict[str, Geometry]:
    by_name: dict[str, list[Polygon]] = defaultdict(list)
    for name, face in faces:
        by_name[name].append(face)
    return {name: shapely.MultiPolygon(mine) for name, mine in by_name.items()}


# -- output


class Map:
    """Everything on the map; each kind of thing is placed around the earlier ones."""

    def __init__(self, tables: Mapping[str, Any], rows: Mapping[str, Any], atlas: Path) -> None:
        self.tables, self.rows = tables, rows
        canvas = tables["canvas"]
        self.frame = shapely.box(0, 0, canvas["width"], canvas["height"])
        earth = Earth(tables, atlas)
        self.insets = {
            name: Sheet(earth, Window(row), DETAIL) for name, row in tables["inset"].items()
        }
        self.main = Sheet(earth, Stretch(tables["earth"], self.frame), DETAIL)
        self.main.clear(unary_union([each.view.frame for each in self.insets.values()]).buffer(4))
        self.inset_of = {
            area: name for name, row in tables["inset"].items() for area in row["areas"]
        }
        self.rooms = self._rooms()
        self.sea_rooms = {name: self._sea_room(row) for name, row in tables["sea_room"].items()}
        self.passages = self._passages()
        self.ports = self._ports()

    def sheet(self, name: str) -> Sheet:
        """Return the sheet on which an area is drawn large."""
        return self.insets[self.inset_of[name]] if name in self.inset_of else self.main

    def _rooms(self) -> dict[str, Room]:
        """Place the rooms: first those on plates, then by size, the smallest shapes first."""
        catalogs = [catalog_of(PACKAGE, language) for language in LANGUAGES]
        rows = {row["id"]: row for row in (*self.rows["area"], *self.rows["home"])}
        rooms: dict[str, Room] = {}
        plates = self.tables["room"]
        for name in sorted(rows, key=lambda each: (each not in plates, self._shape(each).area)):
            names_of = [catalog.name("area", name) for catalog in catalogs]
            figures, shape = "value" in rows[name], self._shape(name)
            if name in plates:
                view, table = self.sheet(name).view, plates[name]
                stops = [view.place(point) for point in table.get("via", [])]
                middle = view.place(table["at"])
                rooms[name] = plated(middle, shape, names_of, table, stops, figures=figures)
                continue
            edge = self.sheet(name).view.frame.buffer(-EDGE)
            taken = [room.box.buffer(APART) for room in rooms.values()]
            taken = unary_union([self.frame.buffer(99).difference(edge), *taken])
            room = inside(shape, names_of, taken, figures=figures)
            if room is None:
                raise ValueError(f"no room for {name}: give it a plate in drawing.toml")
            rooms[name] = room
        for one, other in combinations(rows, 2):
            if rooms[one].box.intersects(rooms[other].box):
                print(f"  {one} overlaps {other}")
        return {name: rooms[name] for name in rows}

    def _shape(self, name: str) -> Geometry:
        return self.sheet(name).shapes[name]

    def _sea_room(self, row: Mapping[str, Any]) -> dict[str, Any]:
        x, y = self.main.view.place(row["at"])
        width = row["width"]
        fleets = (x, y + heading(row["sizes"]) / 2 + row.get("below", 18))
        if "fleets" in row:
            fleets = self.main.view.place(row["fleets"])
        return {
            "label": {"x": round(x, 1), "y": round(y, 1), "width": width, "sizes": row["sizes"]},
            "at": tenths(fleets),
        }

    def _ports(self) -> dict[str, XY]:
        """Place the ships off each coast, those with the least water first."""
        taken = [room.box.buffer(PLATE + 6) for room in self.rooms.values()]
        boxes = [sheet.view.frame.buffer(8) for sheet in self.insets.values()]
        names = [_around(row) for row in self.sea_rooms.values()]
        signs = [Point(each).buffer(SIGN) for each in self.passages.values()]
        edge = self.frame.boundary.buffer(SHIP + 8)
        waters = {"": Water(self.main.land, unary_union([*taken, *boxes, *names, *signs, edge]))}
        for name, sheet in self.insets.items():
            edge = sheet.view.frame.boundary.buffer(SHIP + 2)
            waters[name] = Water(sheet.land, unary_union([*taken, *signs, edge]))
        chances = []
        for place, sea in self._coasts():
            sheet, water = self.sheet(place), waters[self.inset_of.get(place, "")]
            chances.append((water.room(sheet.shapes[place], sheet.seas[sea]), place, sea))
        ports: dict[str, XY] = {}
        for _, place, sea in sorted(chances):
            sheet, water = self.sheet(place), waters[self.inset_of.get(place, "")]
            home = self.rooms[place].at if self.rooms[place].plate is None else None
            shape = sheet.shapes[place]
            middle = home or shape.representative_point().coords[0]
            ports[f"{place}@{sea}"] = water.off(shape, sheet.seas[sea], middle)
        return {f"{place}@{sea}": ports[f"{place}@{sea}"] for place, sea in self._coasts()}

    def _coasts(self) -> Iterator[tuple[str, str]]:
        """Yield every coast, including those after a change in the Balkans."""
        for row in (*self.rows["area"], *self.rows["home"]):
            for sea in row["coasts"]:
                yield row["id"], sea
        for change in self.rows["balkan_change"]:
            yield from change["add_coasts"]

    def _passages(self) -> dict[str, XY]:
        places = {}
        for name, row in self.tables["passage"].items():
            sheet = self.insets[row["inset"]] if "inset" in row else self.main
            places[name] = tenths(sheet.view.place(row["at"]))
        return places

    def data(self, source: bytes) -> dict[str, Any]:
        """Return the whole drawing as stored."""
        return {
            "source": hashlib.sha256(source).hexdigest(),
            "width": self.tables["canvas"]["width"],
            "height": self.tables["canvas"]["height"],
            "paths": self.main.paths(),
            "seas": self.main.sea_paths(),
            "rooms": {
                name: room.data(self.inset_of.get(name, "")) for name, room in self.rooms.items()
            },
            "sea_rooms": self.sea_rooms,
            "ports": self.ports,
            "passages": self.passages,
            "key": self.tables["key"],
            "insets": {name: self._inset(name) for name in self.insets},
            "borders": {
                f"{one} {other}": length
                for one, other, length in borders(self.main.faces, {SCENERY})
            },
        }

    def _inset(self, name: str) -> dict[str, Any]:
        sheet = self.insets[name]
        areas = [self.main.shapes[area] for area in self.tables["inset"][name]["areas"]]
        around = unary_union(areas).buffer(4, join_style="mitre")
        return {
            "box": _box(sheet.view.frame),
            "around": _box(around),
            "paths": sheet.paths(),
            "seas": sheet.sea_paths(),
        }


def _box(shape: Geometry) -> list[float]:
    """Return the corner and the size of the rectangle around a shape."""
    left, top, right, bottom = shape.bounds
    return [round(each, 1) for each in (left, top, right - left, bottom - top)]


def compact(result: Mapping[str, Any]) -> str:
    """Return JSON with a line for each thing: small, with readable diffs."""
    lines = []
    for key, value in result.items():
        if isinstance(value, dict):
            inner = [f"  {_word(name)}: {_word(row)}" for name, row in value.items()]
            lines.append(f" {_word(key)}: {{\n" + ",\n".join(inner) + "\n }")
        else:
            lines.append(f" {_word(key)}: {_word(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _word(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _around(row: Mapping[str, Any]) -> Geometry:
    """Return the space of a sea's name and its merchant fleets."""
    (x, y), label = row["at"], row["label"]
    half = label["width"] / 2
    name = shapely.box(label["x"] - half, label["y"] - 12, label["x"] + half, label["y"] + 12)
    return name.union(shapely.box(x - 40, y - 16, x + 40, y + 16))


def main() -> None:
    """Read the tables and the atlas, write the drawing and its picture."""
    source = (DATA / "drawing.toml").read_bytes()
    rows = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))
    result = Map(tomllib.loads(source.decode()), rows, Path(sys.argv[1])).data(source)
    text = compact(result)
    (DATA / "drawing.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    print(f"pax/data/drawing.json.gz: {len(text) // 1000} kB, {len(result['borders'])} borders")
    IMAGE.write_text(draw_board(Board({}), catalog_of(PACKAGE, "en")) + "\n", encoding="utf-8")
    print(f"docs/images/pax-board.svg: {IMAGE.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
