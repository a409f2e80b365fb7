"""Draw the board of Europe in Turmoil: cards and lines over a coastline that makes room for them.

    python -m scripts.draw_turmoil build/atlas/package/countries-50m.json

It reads `spaces.toml` and `drawing.toml` of the game, and writes `drawing.json.gz` beside them and
the empty board to `docs/images`. `make boards` fetches the atlas and runs it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import shapely
from shapely import Geometry
from shapely.ops import unary_union

from entente.games.turmoil.board import Board
from entente.games.turmoil.data_schema import PACKAGE
from entente.games.turmoil.drawing import draw_board
from entente.kernel.text import catalog_of
from scripts.atlas import Projection, Warp, read_countries
from scripts.map_cells import path, pieces
from scripts.map_layout import DETAIL, complaints, lines, rectangle, tenths, track, waves

ROOT = Path(__file__).parents[1]
DATA = ROOT / "src/entente/games/turmoil/data"
IMAGE = ROOT / "docs/images/turmoil-board.svg"

SMALLEST_ISLAND = 30.0  # square units
OUTSIDE = 40.0  # how far the coast continues beyond the frame
NEAR, GAP = (
    17.0,
    60.0,
)  # how far a region's ground extends beyond its cards, and the gaps it bridges
MARGIN = 5.0  # half the distance between the grounds of two regions
SOFT = 16.0  # radius of their corners
INDEPENDENT = "independent"


# -- the ground


def coast(atlas: Path, view: Projection) -> Geometry:
    """Return the land in one piece, without the smallest islands."""
    land = unary_union(list(read_countries(atlas, view).values()))
    kept = [part for part in pieces(land) if part.area >= SMALLEST_ISLAND]
    return unary_union(kept).simplify(DETAIL)


def grounds(
    cards: Mapping[str, Geometry], region_of: Mapping[str, str], names: Mapping[str, Any]
) -> dict[str, Geometry]:
    """Return the ground of each region, under its cards and its name, with round corners."""
    cards = dict(cards)
    region_of = dict(region_of)
    for region, row in names.items():
        cards[region], region_of[region] = heading_box(row), region
    points, owners = [], []
    for name, card in cards.items():
        outline = shapely.segmentize(card.exterior, 6.0)
        for point in list(outline.coords)[:-1]:
            points.append(point)
            owners.append(region_of.get(name, INDEPENDENT))
    cells = shapely.voronoi_polygons(shapely.MultiPoint(points), ordered=True)
    nearest: dict[str, list[Geometry]] = defaultdict(list)
    for cell, owner in zip(cells.geoms, owners, strict=True):
        nearest[owner].append(cell)
    shapes = {}
    for region in dict.fromkeys(region_of.values()):
        if region != INDEPENDENT:
            mine = unary_union([cards[name] for name, each in region_of.items() if each == region])
            shape = mine.buffer(NEAR + GAP).buffer(-GAP)
            shape = shape.intersection(unary_union(nearest[region])).buffer(-MARGIN)
            shape = shape.buffer(-SOFT).buffer(2 * SOFT).buffer(-SOFT)
            shapes[region] = shape.union(mine.buffer(MARGIN, join_style="round")).simplify(0.3)
    return shapes


def heading_box(row: Mapping[str, Any]) -> Geometry:
    """Return the box of a region's name and the values below it."""
    label, (_, low) = row["label"], row["values"]
    half, high = label["width"] / 2, label["y"] - label["sizes"][0] * len(label["sizes"]) / 2
    return shapely.box(label["x"] - half, high, label["x"] + half, low + 8)


# -- output


def key(row: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    """Return the places of the icons in the legend."""
    (x, y), (dx, dy) = row["first"], row["step"]
    places = {name: tenths((x + dx * n, y + dy * n)) for n, name in enumerate(names)}
    return {"places": places, **{word: row[word] for word in ("text", "size", "width")}}


def draw(tables: Mapping[str, Any], spaces: Mapping[str, Any], atlas: Path) -> dict[str, Any]:
    """Return the whole drawing as stored."""
    canvas, table = tables["canvas"], tables["place"]
    frame = shapely.box(0, 0, canvas["width"], canvas["height"])
    view = Warp(tables["coast"]["anchors"], frame.buffer(OUTSIDE), tables["coast"]["stiffness"])
    region_of = {row["id"]: row["region"] for row in spaces["space"]}
    boxes = {row["id"]: table[row["id"]] for row in spaces["box"]}
    places = {name: table[name] for name in region_of}
    cards = {name: rectangle(place, tables["card"]) for name, place in places.items()}
    cards |= {name: rectangle(place, tables["box"]) for name, place in boxes.items()}
    land = coast(atlas, view)
    links = lines(spaces["link"], {**places, **boxes}, cards, tables.get("via", {}))
    for complaint in complaints(links, cards):
        print(f"  {complaint}")
    regions = {
        name: {"path": path(pieces(shape)), **tables["region"][name]}
        for name, shape in grounds(cards, region_of, tables["region"]).items()
    }
    return {
        "width": canvas["width"],
        "height": canvas["height"],
        "land": path(pieces(land.intersection(frame))),
        "waves": waves(land, frame),
        "regions": regions,
        "card": tables["card"],
        "places": places,
        "box": tables["box"],
        "boxes": boxes,
        "links": links,
        "panels": [panel["area"] for panel in tables["panel"]],
        "key": key(tables["key"], list(tables["icon"])),
        "tracks": {name: track(row) for name, row in tables["track"].items()},
        "icons": tables["icon"],
        "signs": tables["sign"],
    }


def main() -> None:
    """Read the tables and the atlas, write the drawing and its picture."""
    source = (DATA / "drawing.toml").read_bytes()
    spaces = tomllib.loads((DATA / "spaces.toml").read_text(encoding="utf-8"))
    result = {
        "source": hashlib.sha256(source).hexdigest(),
        **draw(tomllib.loads(source.decode()), spaces, Path(sys.argv[1])),
    }
    text = json.dumps(result, indent=1, ensure_ascii=False)
    (DATA / "drawing.json.gz").write_bytes(gzip.compress(f"{text}\n".encode(), mtime=0))
    print(f"turmoil/data/drawing.json.gz: {len(text) // 1000} kB unpacked")
    IMAGE.write_text(draw_board(Board({}), catalog_of(PACKAGE, "en")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
