"""Draw the board of An Attrition of Souls: regions cut out of the land, plates for tiles, paths.

    python -m scripts.draw_attrition build/atlas/package/countries-50m.json

It reads `map.toml` and `drawing.toml` of the game, and writes `drawing.json.gz` beside them and the
empty board to `docs/images`. `make boards` fetches the atlas and runs it.

As for Diplomacy, present-day countries are joined to zones, and each zone is divided among the
points of its regions. America has a map of its own in a corner of the sheet.
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

import shapely
from shapely import Geometry, Point, Polygon
from shapely.ops import unary_union

from entente.games.attrition.board import Board
from entente.games.attrition.data_schema import PACKAGE
from entente.games.attrition.drawing import draw_board
from entente.kernel.text import catalog_of
from scripts.atlas import XY, Projection, Warp, read_countries
from scripts.map_cells import Faces, path, pieces, shared, simplified
from scripts.map_layout import complaints, lines, rectangle, tenths, track, waves

ROOT = Path(__file__).parents[1]
DATA = ROOT / "src/entente/games/attrition/data"
IMAGE = ROOT / "docs/images/attrition-board.svg"

SMALLEST_ISLAND = 30.0  # square units
OUTSIDE = 40.0  # how far the land continues beyond the frame
SCENERY, SEA = "scenery", "sea"
SIGNS = ("land", "capital", "central", "sea", "industry", "entente")
AMERICA = (-170.0, 5.0, -50.0, 60.0)


class Map:
    """A map of regions: the regions of a zone divide the land of its countries."""

    def __init__(
        self,
        view: Projection,
        countries: Mapping[str, Geometry],
        zones: Mapping[str, Sequence[str]],
        points: Mapping[str, Sequence[Sequence[float]]],
    ) -> None:
        self.view, self.countries, self.zones = view, countries, zones
        self.points = {name: [view.place(point) for point in mine] for name, mine in points.items()}
        land = unary_union(list(countries.values()))
        kept = [island for island in pieces(land) if island.area >= SMALLEST_ISLAND]
        self.land = unary_union(kept)

    def faces(self) -> dict[str, list[Polygon]]:
        """Return the pieces of land of each region, and the land of none."""
        areas = {
            name: unary_union([self.countries[each] for each in members]).intersection(self.land)
            for name, members in self.zones.items()
        }
        points: dict[str, dict[str, list[XY]]] = {name: {} for name in areas}
        for region, mine in self.points.items():
            for point in mine:
                zone = min(areas, key=lambda each: areas[each].distance(Point(point)))
                points[zone].setdefault(region, []).append(point)
        faces: Faces = []
        for name, area in areas.items():
            faces += shared(pieces(area), points[name], self.view, rough=True)
        used = {each for members in self.zones.values() for each in members}
        for name, shape in self.countries.items():
            if name not in used:
                faces += [(SCENERY, part) for part in pieces(shape.intersection(self.land))]
        water = self.view.frame.difference(unary_union([face for _, face in faces]))
        faces += [(SEA, part) for part in pieces(water)]
        by_region: dict[str, list[Polygon]] = defaultdict(list)
        for name, face in simplified(faces, self.view):
            by_region[name].append(face)
        return by_region


def clipped(faces: Sequence[Polygon], frame: Geometry) -> list[Polygon]:
    return pieces(unary_union(list(faces)).intersection(frame))


def sheet(
    faces: Mapping[str, Sequence[Polygon]], frame: Geometry, nations: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """Return a map as stored: regions, outlines of nations, other land, lines along the coast."""
    land = unary_union([face for name, mine in faces.items() if name != SEA for face in mine])
    outlines = {
        nation: [face for region in regions for face in faces.get(region, [])]
        for nation, regions in nations.items()
    }
    return {
        "regions": {
            name: path(clipped(mine, frame))
            for name, mine in faces.items()
            if name not in (SEA, SCENERY)
        },
        "nations": {
            nation: path(clipped(mine, frame)) for nation, mine in outlines.items() if mine
        },
        SCENERY: path(clipped(faces[SCENERY], frame)),
        "waves": waves(land, frame),
    }


def key(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the places of the signs in the legend."""
    (x, y), (dx, dy), columns = row["first"], row["step"], row["columns"]
    places = {
        name: tenths((x + dx * (n % columns), y + dy * (n // columns)))
        for n, name in enumerate(SIGNS)
    }
    return {"places": places, **{word: row[word] for word in ("text", "size", "width")}}


def draw(tables: Mapping[str, Any], board: Mapping[str, Any], atlas: Path) -> dict[str, Any]:
    """Return the whole drawing as stored."""
    canvas, corner = tables["canvas"], tables["america"]
    frame = shapely.box(0, 0, canvas["width"], canvas["height"])
    x, y, width, height = corner["frame"]
    inset = shapely.box(x, y, x + width, y + height)
    nations: dict[str, list[str]] = defaultdict(list)
    for row in board["region"]:
        nations[row["nation"]].append(row["id"])
    abroad = {row["id"] for row in board["region"] if row.get("inset") == "america"}
    points = tables["points"]
    view = Warp(tables["map"]["anchors"], frame.buffer(OUTSIDE), tables["map"]["stiffness"])
    europe = Map(
        view,
        read_countries(atlas, view),
        tables["zones"],
        {name: mine for name, mine in points.items() if name not in abroad},
    )
    view = Warp(corner["anchors"], inset.buffer(OUTSIDE), corner["stiffness"])
    america = Map(
        view,
        read_countries(atlas, view, AMERICA),
        tables["american_zones"],
        {name: mine for name, mine in points.items() if name in abroad},
    )
    places = {row["id"]: tables["place"][row["id"]] for row in board["region"]}
    plates = {name: rectangle(place, tables["plate"]) for name, place in places.items()}
    paths = lines(board["path"], places, plates, tables["via"])
    for complaint in complaints(paths, plates):
        print(f"  {complaint}")
    kinds = [row["kind"] for row in board["path"]]
    return {
        "width": canvas["width"],
        "height": canvas["height"],
        "europe": sheet(europe.faces(), frame, nations),
        "america": sheet(america.faces(), inset, nations),
        "inset": corner["frame"],
        "plate": tables["plate"],
        "places": places,
        "paths": [{"kind": kind, **row} for kind, row in zip(kinds, paths, strict=True)],
        "panels": [panel["area"] for panel in tables["panel"]],
        "key": key(tables["key"]),
        "tracks": {name: track(row) for name, row in tables["track"].items()},
        "signs": tables["sign"],
    }


def main() -> None:
    """Read the tables and the atlas, write the drawing and its picture."""
    source = (DATA / "drawing.toml").read_bytes()
    board = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))
    result = {
        "source": hashlib.sha256(source).hexdigest(),
        **draw(tomllib.loads(source.decode()), board, Path(sys.argv[1])),
    }
    text = json.dumps(result, indent=1, ensure_ascii=False)
    (DATA / "drawing.json.gz").write_bytes(gzip.compress(f"{text}\n".encode(), mtime=0))
    print(f"attrition/data/drawing.json.gz: {len(text) // 1000} kB unpacked")
    IMAGE.write_text(draw_board(Board({}), catalog_of(PACKAGE, "en")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
