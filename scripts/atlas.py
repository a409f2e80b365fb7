"""Coastlines from Natural Earth, and map projections.

The atlas is the npm package `world-atlas`, made from Natural Earth, which is in the public domain.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import shapely
from shapely import Geometry, Polygon
from shapely.ops import unary_union

XY = tuple[float, float]

EUROPE = (-60.0, 10.0, 100.0, 85.0)  # bounds of all maps of Europe


class Projection(Protocol):
    """A projection from the earth to a drawing, where y grows downwards."""

    frame: Geometry

    def place(self, point: Sequence[float]) -> XY: ...


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
        """Project a place to the plane, north up, in angles from the centre."""
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
        """Project a place to the drawing, where y grows downwards."""
        x, y = self.flat(point[0], point[1])
        return (x - self.left) * self.scale, (self.top - y) * self.scale


class Warp:
    """A warped map: anchors fix some places, and the rest is interpolated.

    A thin-plate spline passes through the anchors `[longitude, latitude, x, y]`; with a `stiffness`
    it passes near them, for a smoother map.
    """

    def __init__(
        self, anchors: Sequence[Sequence[float]], frame: Geometry, stiffness: float
    ) -> None:
        self.frame = frame
        self.knots = [_scaled(row) for row in anchors]
        rows = [
            [_bend(math.dist(one, other)) for other in self.knots] + [1.0, *one]
            for one in self.knots
        ]
        for number, row in enumerate(rows):
            row[number] += stiffness
        plain = [[1.0] * len(anchors), *([knot[axis] for knot in self.knots] for axis in (0, 1))]
        rows += [[*row, 0.0, 0.0, 0.0] for row in plain]
        goals = [[row[2], row[3]] for row in anchors] + [[0.0, 0.0]] * 3
        self.weights = _solve(rows, goals)

    def place(self, point: Sequence[float]) -> XY:
        here = _scaled(point)
        pulls = [_bend(math.dist(here, knot)) for knot in self.knots] + [1.0, *here]
        x, y = (
            sum(pull * weight[axis] for pull, weight in zip(pulls, self.weights, strict=True))
            for axis in (0, 1)
        )
        return x, y


def _scaled(point: Sequence[float]) -> XY:
    """Scale longitudes to the length they have in the middle of Europe."""
    return point[0] * 0.67, point[1]


def _bend(distance: float) -> float:
    return distance * distance * math.log(distance) if distance else 0.0


def _solve(rows: list[list[float]], goals: list[list[float]]) -> list[list[float]]:
    """Solve linear equations by elimination."""
    table = [[*row, *goal] for row, goal in zip(rows, goals, strict=True)]
    size = len(table)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(table[row][column]))
        table[column], table[pivot] = table[pivot], table[column]
        lead = table[column][column]
        table[column] = [value / lead for value in table[column]]
        for row in range(size):
            share = table[row][column]
            if row != column and share:
                pairs = zip(table[row], table[column], strict=True)
                table[row] = [value - share * other for value, other in pairs]
    return [row[size:] for row in table]


# -- the atlas


def read_countries(
    file: Path, view: Projection, within: Sequence[float] = EUROPE
) -> dict[str, Geometry]:
    """Return the countries of a TopoJSON atlas, projected and clipped to the frame.

    They are first clipped to `within` (west, south, east, north).
    """
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
    near = shapely.segmentize(shapely.box(*within), 1.0)
    countries: dict[str, Geometry] = {}
    for row in atlas["objects"]["countries"]["geometries"]:
        groups = row.get("arcs", [])
        polygons = [groups] if row["type"] == "Polygon" else groups
        rings = [[_ring(ring, arcs) for ring in polygon] for polygon in polygons]
        shape = unary_union([shapely.make_valid(Polygon(r[0], r[1:])) for r in rings])
        shape = shape.intersection(near)
        if not shape.is_empty:
            shape = shapely.make_valid(shapely.transform(shape, partial(_project, view)))
            shape = shape.intersection(view.frame)
        countries[row["properties"]["name"]] = shape
    return countries


def _project(view: Projection, points: Any) -> list[XY]:
    return [view.place(point) for point in points]


def area(view: Projection, points: Iterable[Sequence[float]]) -> Polygon:
    """Return the area within places on the earth, projected."""
    return Polygon([view.place(point) for point in points])


def _ring(numbers: Iterable[int], arcs: Sequence[list[XY]]) -> list[XY]:
    """Join the arcs of a ring; ~n is arc n backwards.

    A ring that crosses 180 degrees continues beyond, so that it stays in one piece.
    """
    points: list[XY] = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        for longitude, latitude in arc[1:] if points else arc:
            turns = round((points[-1][0] - longitude) / 360.0) if points else 0
            points.append((longitude + 360.0 * turns, latitude))
    return points
