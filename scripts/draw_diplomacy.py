"""Draw the map of Diplomacy: cut the provinces out of Natural Earth's coastlines.

    python -m scripts.draw_diplomacy build/atlas/package/countries-50m.json

It reads `map.toml` and `drawing.toml` of the game and writes `drawing.json.gz` beside them. `make
boards` fetches the atlas (the npm package `world-atlas`, made from Natural Earth, which is in the
public domain) and runs it.

Present-day countries are joined to zones, each zone is divided among the points of its provinces,
and the sea among the points of the seas (Voronoi cells). Straight borders are rounded, and on land
roughened. The length of each border is measured on the finished drawing and written into the file,
so that a test can compare it with the rules without any geometry.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from shapely import Geometry, Point, Polygon
from shapely.ops import unary_union

from scripts.atlas import XY, View, area, read_countries
from scripts.map_cells import (
    TOLERANCE,
    Faces,
    borders,
    middle,
    path,
    pieces,
    shared,
    shifted,
    simplified,
)

DATA = Path(__file__).parents[1] / "src/entente/games/diplomacy/data"

# Everything below is in units of the drawing; a unit is between two and three kilometres.
SMALLEST_ISLAND = 14.0  # square units; smaller ones are left out
SMALLEST_LAKE = 400.0
LABEL, CENTRE = (0.0, 29.0), (24.0, -12.0)  # their default offsets from the unit
LIFT = (0.0, -6.0)  # makes room for the label below the unit
SCENERY, IMPASSABLE, WATER = "scenery", "impassable", "water"


# -- the map


class Map:
    """The pieces of the map: provinces, land outside the game, and seas."""

    def __init__(self, tables: Mapping[str, Any], seas: set[str], atlas: Path) -> None:
        self.tables = tables
        self.view = View(tables["view"])
        self.countries = read_countries(atlas, self.view)
        self.points = {
            name: [self.view.place(point) for point in row["points"]]
            for name, row in tables["province"].items()
        }
        self.seas = seas
        self.fills = [(row, area(self.view, row["ring"])) for row in tables.get("fill", [])]
        land = unary_union(list(self.countries.values()))
        self.land = unary_union([island for island in pieces(land) if self._is_kept(island)])

    def faces(self) -> Faces:
        faces = [*self._zones(), *self._outside()]
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

    def _outside(self) -> Faces:
        """Return the land outside the game."""
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


# -- output


def draw(drawn: Map, rows: Sequence[Mapping[str, Any]], source: bytes) -> dict[str, Any]:
    """Return the whole drawing as stored."""
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
        unit = (
            view.place(table["unit"]) if "unit" in table else shifted(middle(by_name[name]), LIFT)
        )
        entry: dict[str, Any] = {
            "path": path(by_name[name]),
            "unit": shifted(unit),
            "label": shifted(unit, table.get("label", LABEL)),
        }
        if row["supply_centre"]:
            entry["centre"] = shifted(unit, table.get("centre", CENTRE))
        if "coasts" in table:
            coasts = table["coasts"].items()
            entry["coasts"] = {coast: shifted(view.place(point)) for coast, point in coasts}
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
            pair: [shifted(view.place(point)) for point in points]
            for pair, points in drawn.tables["passages"].items()
        },
        "borders": borders(faces, {SCENERY, IMPASSABLE, WATER}),
    }


def main() -> None:
    """Read the tables and the atlas, write the drawing."""
    map_file = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))
    source = (DATA / "drawing.toml").read_bytes()
    rows = map_file["province"]
    seas = {row["id"] for row in rows if row["type"] == "sea"}
    drawn = Map(tomllib.loads(source.decode()), seas, Path(sys.argv[1]))
    result = draw(drawn, rows, source)
    text = json.dumps(result, indent=1, ensure_ascii=False)
    (DATA / "drawing.json.gz").write_bytes(gzip.compress(f"{text}\n".encode(), mtime=0))
    print(
        f"diplomacy/data/drawing.json.gz: {len(text) // 1000} kB, {len(result['borders'])} borders"
    )


if __name__ == "__main__":
    main()
