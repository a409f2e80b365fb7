"""Divide land and sea into cells around points, and write them as SVG paths.

Everything is in units of a drawing; a unit is between two and three kilometres.
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import shapely
from shapely import Geometry, LineString, Point, Polygon
from shapely.ops import linemerge, polygonize, unary_union

from scripts.atlas import XY, Projection

GRID = 0.05  # lines closer than this are the same line
TOLERANCE = 0.9  # by which a coast is simplified
STEP, SWAY = 9.0, 1.7  # length and size of the turns of a border on land

Faces = list[tuple[str, Polygon]]  # each piece of the map with its owner


# -- cells around points


def cells(
    points: Mapping[str, Sequence[XY]], view: Projection, *, rough: bool
) -> dict[str, Geometry]:
    """Return the area nearest to the points of each province, with softened borders."""
    owner = {point: name for name, mine in points.items() for point in mine}
    if len(points) == 1:
        return dict.fromkeys(points, view.frame)
    wide = view.frame.buffer(400.0)
    parts = shapely.voronoi_polygons(shapely.MultiPoint(list(owner)), extend_to=wide)
    tree = shapely.STRtree(list(parts.geoms))
    shapes: dict[str, list[Geometry]] = defaultdict(list)
    for point, name in owner.items():
        (number, *_) = tree.query(Point(point), predicate="intersects")
        shapes[name].append(parts.geoms[number])
    straight = {name: unary_union(mine) for name, mine in shapes.items()}
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
    """Cut the corners of a border (Chaikin); a rough one also meanders like a river."""
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
    """Return a pseudo-random number between -1 and 1 that depends only on the place."""
    digest = hashlib.sha256(f"{x:.1f} {y:.1f}".encode()).digest()
    return int.from_bytes(digest[:4], "big") / 2**31 - 1.0


def pieces(shape: Geometry) -> list[Polygon]:
    """Return the polygons of a shape, without those smaller than the grid."""
    parts = getattr(shape, "geoms", [shape])
    return [part for part in parts if isinstance(part, Polygon) and part.area > GRID]


def shared(
    area: list[Polygon], points: Mapping[str, Sequence[XY]], view: Projection, *, rough: bool
) -> Faces:
    """Divide an area along the cells; a piece cut off from its own points joins its neighbour."""
    settled: Faces = []
    loose: Faces = []
    cut = cells(points, view, rough=rough)
    for part in area:
        inside: Faces = []
        cut_off: Faces = []
        for name, cell in cut.items():
            for piece in pieces(part.intersection(cell)):
                own = any(piece.distance(Point(point)) < 1.0 for point in points[name])
                (inside if own else cut_off).append((name, piece))
        if inside:
            settled += inside
            loose += cut_off
        else:  # an island: it belongs to the nearest shore and is not divided
            largest = max(cut_off, key=lambda each: each[1].area)[0]
            settled.append((largest, part))
    while loose:
        name, piece = max(loose, key=lambda each: _touching(each[1], settled)[0])
        loose.remove((name, piece))
        length, neighbour = _touching(piece, settled)
        settled.append((neighbour if length > 0 else name, piece))
    return settled


def _touching(piece: Polygon, faces: Faces) -> tuple[float, str]:
    """Return the length and the owner of the longest border of a piece."""
    lengths: dict[str, float] = defaultdict(float)
    for name, face in faces:
        if face.intersects(piece):
            lengths[name] += face.buffer(GRID).intersection(piece.boundary).length
    return max(((length, name) for name, length in lengths.items()), default=(0.0, ""))


def simplified(faces: Faces, view: Projection, tolerance: float = TOLERANCE) -> Faces:
    """Simplify pieces; neighbours keep their common border."""
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
        near = tree.nearest(inside)  # a sliver without an owner
        owned[faces[near][0]].append(face)
    names = list(owned)
    shapes = [unary_union(owned[name]) for name in names]
    plain = shapely.coverage_simplify(shapes, tolerance)
    return [
        (name, part) for name, shape in zip(names, plain, strict=True) for part in pieces(shape)
    ]


# -- output


def rounded(ring: Iterable[Sequence[float]], digits: int = 1) -> list[XY]:
    """Round the corners of a ring and merge equal neighbours."""
    points: list[XY] = []
    for x, y, *_ in ring:
        point = (round(x, digits), round(y, digits))
        if not points or points[-1] != point:
            points.append(point)
    return points


def rings(face: Polygon, digits: int = 1) -> list[list[XY]]:
    rings = [rounded(ring.coords, digits) for ring in (face.exterior, *face.interiors)]
    return [ring for ring in rings if len(ring) > 3]


def path(faces: Iterable[Polygon], digits: int = 1) -> str:
    """Return an SVG path in relative steps, which are shorter."""
    words: list[str] = []
    for ring in (ring for face in faces for ring in rings(face, digits)):
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


def borders(faces: Faces, unowned: Collection[str]) -> list[tuple[str, str, float]]:
    """Return the length of each border between two owners on the finished drawing."""
    sides: dict[frozenset[XY], list[str]] = defaultdict(list)
    for name, face in faces:
        for ring in rings(face):
            for a, b in pairwise(ring):
                sides[frozenset((a, b))].append(name)
    lengths: dict[tuple[str, str], float] = defaultdict(float)
    for side, names in sides.items():
        for one in names:
            for other in names:
                if one < other and one not in unowned and other not in unowned:
                    lengths[one, other] += math.dist(*side)
    return sorted((one, other, round(length, 1)) for (one, other), length in lengths.items())


def middle(faces: Sequence[Polygon]) -> XY:
    """Return the centre of the largest circle inside a province."""
    largest = max(faces, key=lambda face: face.area)
    circle = shapely.maximum_inscribed_circle(largest, tolerance=0.5)
    return tuple(circle.coords[0])


def shifted(point: XY, offset: Sequence[float] = (0.0, 0.0)) -> XY:
    """Return a point moved by an offset, in tenths."""
    return round(point[0] + offset[0], 1), round(point[1] + offset[1], 1)
