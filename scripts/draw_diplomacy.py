"""Draw the map of Diplomacy: cut the provinces out of Natural Earth's coastlines.

    python scripts/draw_diplomacy.py build/atlas/package/countries-50m.json

reads `map.toml` and `drawing.toml` of the game and writes `drawing.json` beside them. `make boards`
fetches the atlas (the npm package `world-atlas`, made from Natural Earth, which is in the public
domain) and runs it.

The countries of today are joined to zones, each zone is shared among the points of the provinces in
it, and the sea among the points of the seas (Voronoi cells). The borders that come out straight are
rounded, and on land roughened. What touches what is measured on the finished drawing and written
into the file, so that a test can hold it against the rules without any geometry.
"""

from __future__ import annotations

import hashlib
import json
import math
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import shapely
from shapely import Geometry, LineString, Point, Polygon
from shapely.ops import linemerge, polygonize, unary_union

DATA = Path(__file__).parents[1] / "src/entente/games/diplomacy/data"

# Everything below is in units of the drawing; one is between two and three kilometres.
SMALLEST_ISLAND = 14.0  # square units; smaller ones are left out
SMALLEST_LAKE = 400.0
GRID = 0.05  # lines closer than this are the same line
TOLERANCE = 0.9  # how much of a coast's detail is let go
STEP, SWAY = 9.0, 1.7  # a border on land turns every few units, by so much
LABEL, CENTRE = (0.0, 29.0), (24.0, -12.0)  # where they usually stand, seen from the unit
LIFT = (0.0, -6.0)  # makes room for the label below the unit
SCENERY, IMPASSABLE, WATER = "scenery", "impassable", "water"

XY = tuple[float, float]
Faces = list[tuple[str, Polygon]]  # each piece of the map, with whose it is


# -- the projection


class View:
    """An azimuthal projection that draws the middle of the map larger than its edges."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.bulge = view["bulge"]
        self.longitude, self.latitude = (math.radians(each) for each in view["centre"])
        self.left, self.bottom, self.scale = 0.0, 0.0, 1.0
        left, right = self.flat(*view["west"])[0], self.flat(*view["east"])[0]
        bottom, top = self.flat(*view["south"])[1], self.flat(*view["north"])[1]
        self.width: int = view["width"]
        self.scale = self.width / (right - left)
        self.height = round((top - bottom) * self.scale)
        self.left, self.top = left, top
        self.frame = shapely.box(0, 0, self.width, self.height)

    def flat(self, longitude: float, latitude: float) -> XY:
        """A place on the plane, north up, in angles from the centre."""
        along, up = math.radians(longitude) - self.longitude, math.radians(latitude)
        east = math.cos(up) * math.sin(along)
        north = math.cos(self.latitude) * math.sin(up) - math.sin(self.latitude) * math.cos(
            up
        ) * math.cos(along)
        distance = math.atan2(
            math.hypot(east, north),
            math.sin(self.latitude) * math.sin(up)
            + math.cos(self.latitude) * math.cos(up) * math.cos(along),
        )
        reach = math.atan(self.bulge * distance) / self.bulge
        length = math.hypot(east, north) or 1.0
        return east / length * reach, north / length * reach

    def place(self, point: Sequence[float]) -> XY:
        """A place on the drawing, where down is positive."""
        x, y = self.flat(point[0], point[1])
        return (x - self.left) * self.scale, (self.top - y) * self.scale

    def ring(self, points: Iterable[Sequence[float]]) -> Polygon:
        return Polygon([self.place(point) for point in points])


# -- the atlas


def read_countries(file: Path, view: View) -> dict[str, Geometry]:
    """The countries of a TopoJSON atlas that are in the frame, projected."""
    atlas = json.loads(file.read_text(encoding="utf-8"))
    (kx, ky), (tx, ty) = atlas["transform"]["scale"], atlas["transform"]["translate"]
    arcs: list[list[XY]] = []
    for packed in atlas["arcs"]:
        x = y = 0
        arc = []
        for dx, dy in packed:
            x, y = x + dx, y + dy
            arc.append((x * kx + tx, y * ky + ty))
        arcs.append(arc)
    # Nothing of the map lies beyond this.
    near = shapely.segmentize(shapely.box(-60.0, 10.0, 100.0, 85.0), 1.0)
    countries: dict[str, Geometry] = {}
    for row in atlas["objects"]["countries"]["geometries"]:
        groups = row.get("arcs", [])
        polygons = [groups] if row["type"] == "Polygon" else groups
        rings = [[_ring(ring, arcs) for ring in polygon] for polygon in polygons]
        shape = unary_union([shapely.make_valid(Polygon(r[0], r[1:])) for r in rings])
        shape = shape.intersection(near)
        if not shape.is_empty:
            shape = shapely.make_valid(shapely.transform(shape, partial(_projected, view)))
            shape = shape.intersection(view.frame)
        countries[row["properties"]["name"]] = shape
    return countries


def _projected(view: View, points: Any) -> list[XY]:
    return [view.place(point) for point in points]


def _ring(numbers: Iterable[int], arcs: Sequence[list[XY]]) -> list[XY]:
    """The arcs of a ring one after the other; ~n is arc n backwards.

    A ring that passes 180 degrees goes on beyond, so that it stays in one piece.
    """
    points: list[XY] = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        for longitude, latitude in arc[1:] if points else arc:
            turns = round((points[-1][0] - longitude) / 360.0) if points else 0
            points.append((longitude + 360.0 * turns, latitude))
    return points


# -- cells around points


def cells(points: Mapping[str, Sequence[XY]], view: View, *, rough: bool) -> dict[str, Geometry]:
    """What is nearer to the points of each province than to any other's, with softened borders."""
    owner = {point: name for name, mine in points.items() for point in mine}
    if len(points) == 1:
        return dict.fromkeys(points, view.frame)
    wide = view.frame.buffer(400.0)
    parts = shapely.voronoi_polygons(shapely.MultiPoint(list(owner)), extend_to=wide)
    tree = shapely.STRtree(list(parts.geoms))
    found: dict[str, list[Geometry]] = defaultdict(list)
    for point, name in owner.items():
        (number, *_) = tree.query(Point(point), predicate="intersects")
        found[name].append(parts.geoms[number])
    straight = {name: unary_union(mine) for name, mine in found.items()}
    lines = unary_union([shape.boundary for shape in straight.values()])
    soft = [softened(list(arc.coords), rough=rough) for arc in _lines(linemerge(lines))]
    result: dict[str, list[Geometry]] = defaultdict(list)
    for face in polygonize(unary_union(soft)):
        name = max(straight, key=lambda each: straight[each].intersection(face).area)
        result[name].append(face)
    return {name: unary_union(mine) for name, mine in result.items()}


def _lines(shape: Geometry) -> Iterator[LineString]:
    yield from getattr(shape, "geoms", [shape])


def softened(line: list[XY], *, rough: bool) -> LineString:
    """A border with its corners cut (Chaikin); a rough one also sways like a river."""
    for _ in range(3):
        cut = [line[0]]
        for (x1, y1), (x2, y2) in pairwise(line):
            cut.append((0.75 * x1 + 0.25 * x2, 0.75 * y1 + 0.25 * y2))
            cut.append((0.25 * x1 + 0.75 * x2, 0.25 * y1 + 0.75 * y2))
        line = [*cut, line[-1]]
    path = LineString(line)
    if not rough or path.length < 2 * STEP:
        return path
    count = round(path.length / STEP)
    swaying = [line[0]]
    for number in range(1, count):
        here, ahead = (
            path.interpolate((number + add) / count, normalized=True) for add in (0, 0.1)
        )
        dx, dy = ahead.x - here.x, ahead.y - here.y
        sway = SWAY * chance(here.x, here.y) / (math.hypot(dx, dy) or 1.0)
        swaying.append((here.x - dy * sway, here.y + dx * sway))
    return LineString([*swaying, line[-1]])


def chance(x: float, y: float) -> float:
    """A number between -1 and 1 that is always the same for a place."""
    digest = hashlib.sha256(f"{x:.1f} {y:.1f}".encode()).digest()
    return int.from_bytes(digest[:4], "big") / 2**31 - 1.0


def pieces(shape: Geometry) -> list[Polygon]:
    """The polygons of a shape; what is thinner than the grid is nothing."""
    parts = getattr(shape, "geoms", [shape])
    return [part for part in parts if isinstance(part, Polygon) and part.area > GRID]


# -- the map


class Map:
    """The pieces of the map, cut out one kind after the other."""

    def __init__(self, tables: Mapping[str, Any], seas: set[str], atlas: Path) -> None:
        self.tables = tables
        self.view = View(tables["view"])
        self.countries = read_countries(atlas, self.view)
        self.points = {
            name: [self.view.place(point) for point in row["points"]]
            for name, row in tables["province"].items()
        }
        self.seas = seas
        self.fills = [(row, self.view.ring(row["ring"])) for row in tables.get("fill", [])]
        land = unary_union(list(self.countries.values()))
        self.land = unary_union([island for island in pieces(land) if self._is_kept(island)])

    def faces(self) -> Faces:
        faces = [*self._zones(), *self._nobodys()]
        for row, ring in self.fills:
            for part in pieces(ring.difference(self.land)):
                faces.append((row["province"], part))
        faces += self._sea(unary_union([face for _, face in faces]))
        return simplified(faces, self.view)

    def _is_kept(self, island: Polygon) -> bool:
        if island.area >= SMALLEST_ISLAND:
            return True
        return any(island.contains(Point(p)) for mine in self.points.values() for p in mine)

    def _zones(self) -> Faces:
        zones = {
            name: unary_union([self.countries[each] for each in members]).intersection(self.land)
            for name, members in self.tables["zones"].items()
        }
        points: dict[str, dict[str, list[XY]]] = {name: {} for name in zones}
        for province, mine in self.points.items():
            if province not in self.seas:
                for point in mine:
                    zone = min(zones, key=lambda each: zones[each].distance(Point(point)))
                    points[zone].setdefault(province, []).append(point)
        islands = [Point(self.view.place(each)) for each in self.tables["scenery"]["islands"]]
        faces: Faces = []
        for name, land in zones.items():
            main: list[Polygon] = []
            for part in pieces(land):
                if any(part.distance(island) < 2.0 for island in islands if part.area < 6000):
                    faces.append((SCENERY, part))
                else:
                    main.append(part)
            faces += shared(main, points[name], self.view, rough=True)
        return faces

    def _nobodys(self) -> Faces:
        """The land outside the game."""
        used = {each for members in self.tables["zones"].values() for each in members}
        closed = self.tables["scenery"]["impassable"]
        faces: Faces = []
        for name, shape in self.countries.items():
            if name not in used:
                kind = IMPASSABLE if name in closed else SCENERY
                faces += [(kind, part) for part in pieces(shape.intersection(self.land))]
        return faces

    def _sea(self, dry: Geometry) -> Faces:
        points = {name: mine for name, mine in self.points.items() if name in self.seas}
        every = [Point(point) for mine in points.values() for point in mine]
        open_water: list[Polygon] = []
        faces: Faces = []
        for part in pieces(self.view.frame.difference(dry)):
            if any(part.contains(point) for point in every):
                open_water.append(part)
            elif part.area > SMALLEST_LAKE:
                faces.append((WATER, part))
        return faces + shared(open_water, points, self.view, rough=False)


def shared(
    area: list[Polygon], points: Mapping[str, Sequence[XY]], view: View, *, rough: bool
) -> Faces:
    """An area cut along the cells. A piece cut off from its own points joins its neighbour."""
    sure: Faces = []
    loose: Faces = []
    cut = cells(points, view, rough=rough)
    for part in area:
        inside: Faces = []
        astray: Faces = []
        for name, cell in cut.items():
            for piece in pieces(part.intersection(cell)):
                own = any(piece.distance(Point(point)) < 1.0 for point in points[name])
                (inside if own else astray).append((name, piece))
        if inside:
            sure += inside
            loose += astray
        else:  # an island: it goes with the nearest shore, and is not divided
            largest = max(astray, key=lambda each: each[1].area)[0]
            sure.append((largest, part))
    while loose:
        name, piece = max(loose, key=lambda each: _touching(each[1], sure)[0])
        loose.remove((name, piece))
        length, neighbour = _touching(piece, sure)
        sure.append((neighbour if length > 0 else name, piece))
    return sure


def _touching(piece: Polygon, faces: Faces) -> tuple[float, str]:
    """With whom a piece has the longest border."""
    lengths: dict[str, float] = defaultdict(float)
    for name, face in faces:
        if face.intersects(piece):
            lengths[name] += face.buffer(GRID).intersection(piece.boundary).length
    return max(((length, name) for name, length in lengths.items()), default=(0.0, ""))


def simplified(faces: Faces, view: View) -> Faces:
    """The same pieces with fewer corners, neighbours still having the same border."""
    lines = shapely.union_all(
        [face.boundary for _, face in faces] + [view.frame.boundary], grid_size=GRID
    )
    tree = shapely.STRtree([face for _, face in faces])
    owned: dict[str, list[Polygon]] = defaultdict(list)
    for face in polygonize(lines):
        inside = face.representative_point()
        hits = tree.query(inside, predicate="intersects")
        if len(hits):
            owned[faces[hits[0]][0]].append(face)
            continue
        near = tree.nearest(inside)  # a sliver that belonged to nobody
        owned[faces[near][0]].append(face)
    names = list(owned)
    shapes = [unary_union(owned[name]) for name in names]
    plain = shapely.coverage_simplify(shapes, TOLERANCE)
    return [
        (name, part) for name, shape in zip(names, plain, strict=True) for part in pieces(shape)
    ]


# -- what is written


def rounded(ring: Iterable[Sequence[float]]) -> list[XY]:
    """A ring in tenths, without the corners that fall together."""
    points: list[XY] = []
    for x, y, *_ in ring:
        point = (round(x, 1), round(y, 1))
        if not points or points[-1] != point:
            points.append(point)
    return points


def rings(face: Polygon) -> list[list[XY]]:
    found = [rounded(ring.coords) for ring in (face.exterior, *face.interiors)]
    return [ring for ring in found if len(ring) > 3]


def path(faces: Iterable[Polygon]) -> str:
    """An SVG path; relative steps are shorter to write."""
    words: list[str] = []
    for ring in (ring for face in faces for ring in rings(face)):
        x, y = ring[0]
        steps = []
        for x2, y2 in ring[1:-1]:
            steps.append(f"{_number(x2 - x)}{_signed(y2 - y)}")
            x, y = x2, y2
        words.append(f"M{_number(ring[0][0])} {_number(ring[0][1])}l{' '.join(steps)}z")
    return "".join(words)


def _number(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    text = "0" if text == "-0" else text
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _signed(value: float) -> str:
    text = _number(value)
    return text if text.startswith("-") else f" {text}"


def borders(faces: Faces) -> list[tuple[str, str, float]]:
    """How long each border between two provinces is on the finished drawing."""
    sides: dict[frozenset[XY], list[str]] = defaultdict(list)
    for name, face in faces:
        for ring in rings(face):
            for a, b in pairwise(ring):
                sides[frozenset((a, b))].append(name)
    lengths: dict[tuple[str, str], float] = defaultdict(float)
    for side, names in sides.items():
        for one in names:
            for other in names:
                if one < other and not {one, other} & {SCENERY, IMPASSABLE, WATER}:
                    lengths[one, other] += math.dist(*side)
    return sorted((one, other, round(length, 1)) for (one, other), length in lengths.items())


def middle(faces: Sequence[Polygon]) -> XY:
    """The roomiest place of a province."""
    largest = max(faces, key=lambda face: face.area)
    circle = shapely.maximum_inscribed_circle(largest, tolerance=0.5)
    return tuple(circle.coords[0])


def beside(point: XY, offset: Sequence[float] = (0.0, 0.0)) -> XY:
    """A place some way from another, in tenths."""
    return round(point[0] + offset[0], 1), round(point[1] + offset[1], 1)


def written(drawn: Map, rows: Sequence[Mapping[str, Any]], source: bytes) -> dict[str, Any]:
    """The whole drawing as it is stored."""
    faces = drawn.faces()
    by_name: dict[str, list[Polygon]] = defaultdict(list)
    for name, face in faces:
        by_name[name].append(face)
    view = drawn.view
    homes = {name: power for power, names in drawn.tables["homes"].items() for name in names}
    provinces: dict[str, Any] = {}
    for row in rows:
        name = row["id"]
        table = drawn.tables["province"][name]
        unit = view.place(table["unit"]) if "unit" in table else beside(middle(by_name[name]), LIFT)
        entry: dict[str, Any] = {
            "path": path(by_name[name]),
            "unit": beside(unit),
            "label": beside(unit, table.get("label", LABEL)),
        }
        if row["supply_centre"]:
            entry["centre"] = beside(unit, table.get("centre", CENTRE))
        if "coasts" in table:
            coasts = table["coasts"].items()
            entry["coasts"] = {coast: beside(view.place(point)) for coast, point in coasts}
        if name in homes:
            entry["home"] = homes[name]
        provinces[name] = entry
    fills = [ring.difference(drawn.land) for row, ring in drawn.fills if row.get("water")]
    water = [part for fill in fills for part in pieces(fill.simplify(TOLERANCE))]
    return {
        "source": hashlib.sha256(source).hexdigest(),
        "width": view.width,
        "height": view.height,
        "provinces": provinces,
        SCENERY: path(by_name[SCENERY]),
        IMPASSABLE: path(by_name[IMPASSABLE]),
        WATER: path([*by_name[WATER], *water]),
        "links": drawn.tables["links"]["pairs"],
        "passages": {
            pair: [beside(view.place(point)) for point in points]
            for pair, points in drawn.tables["passages"].items()
        },
        "borders": borders(faces),
    }


def main() -> None:
    """Read the tables and the atlas, write the drawing."""
    map_file = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))
    source = (DATA / "drawing.toml").read_bytes()
    rows = map_file["province"]
    seas = {row["id"] for row in rows if row["type"] == "sea"}
    drawn = Map(tomllib.loads(source.decode()), seas, Path(sys.argv[1]))
    result = written(drawn, rows, source)
    text = json.dumps(result, indent=1, ensure_ascii=False)
    (DATA / "drawing.json").write_text(text + "\n", encoding="utf-8")
    print(f"drawing.json: {len(text) // 1000} kB, {len(result['borders'])} borders")


if __name__ == "__main__":
    main()
