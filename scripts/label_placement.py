"""Place labels and pieces on a map: find where a block fits, and where ships go off a coast.

A block is a name, a line of figures below it, and room for pieces below that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy
import shapely
from shapely import Geometry, Point
from shapely.ops import nearest_points

from entente.kernel.board_svg import LEADING, Label, fit_label, fits
from scripts.atlas import XY
from scripts.map_cells import pieces
from scripts.map_layout import tenths

LARGEST = 25  # size of type
PIECES, ROW = 62.0, 27.0  # minimum width and height for pieces
FIGURES = 17.0  # the height of the line of figures
LOOSE = (
    (3.0, 14),
    (8.0, 13),
    (14.0, 12),
    (20.0, 11),
    (28.0, 11),
)  # how far a block may extend over a border if its type would otherwise be smaller than this size
CELL, STEP = 2.0, 4.0  # resolution of the search for a place, on land and at sea
WIDEST, DEEPEST = 176.0, 60.0
PLATE = 4.0  # the edge of a plate around its block
NEAR, PULL = 45.0, 0.3  # distance that counts as off a coast; weight of the distance to the middle
SHIP = 11.0  # half the width of ships
# Distances of ships from the land and from each other: in open water, and with less room.
SHIPS = ((SHIP, 27.0), (9.0, 24.0), (8.0, 21.0), (5.0, 20.0), (2.0, 16.0))
CROWDED = 9.0  # the extra distance that ships accept rather than come closer to others


class Room(NamedTuple):
    """A block: the centres of its name, figures and pieces, and its plate if it has one."""

    label: Label
    figures: XY | None
    at: XY
    room: float
    depth: float
    plate: tuple[float, float, float, float] | None = None
    leader: tuple[XY, ...] = ()

    @property
    def top(self) -> float:
        return self.label.y - heading(self.label.sizes) / 2

    @property
    def box(self) -> Geometry:
        half = max(self.room, self.label.width) / 2
        return shapely.box(
            self.at[0] - half, self.top, self.at[0] + half, self.at[1] + self.depth / 2
        )

    def data(self, inset: str) -> dict[str, Any]:
        label = self.label
        return {
            "label": {"x": label.x, "y": label.y, "width": label.width, "sizes": label.sizes},
            "figures": self.figures,
            "at": self.at,
            "room": self.room,
            "depth": self.depth,
            "plate": self.plate,
            "leader": self.leader,
            "inset": inset,
        }


def heading(sizes: Sequence[float]) -> float:
    """Return the height of a name."""
    return max(size * LEADING * count for count, size in enumerate(sizes, 1))


def needed_width(names: Sequence[str], sizes: list[float]) -> float:
    """Return the width that some names need."""
    width = 30.0
    while not all(
        fits(fit_label(name, label := Label(0, 0, width, sizes)), label) for name in names
    ):
        width += 2.0
    return width


def block(middle: XY, width: float, sizes: list[float], depth: float, *, figures: bool) -> Room:
    """Return a block around a point."""
    line = FIGURES if figures else 0.0
    head = heading(sizes)
    x, top = middle[0], middle[1] - (head + line + depth) / 2
    label = Label(round(x, 1), round(top + head / 2, 1), round(width, 1), sizes)
    place = tenths((x, top + head + line / 2)) if figures else None
    return Room(label, place, tenths((x, top + head + line + depth / 2)), round(width, 1), depth)


def inside(shape: Geometry, names: Sequence[str], taken: Geometry, *, figures: bool) -> Room | None:
    """Return the block with the largest name that fits in a shape, with as much room as possible.

    A small shape may have a block that extends over its borders, but not over what is taken.
    """
    line = FIGURES if figures else 0.0
    centre = max(pieces(shape), key=lambda part: part.area).centroid
    for loose, smallest in LOOSE:
        ground = Raster(shape.buffer(loose).difference(taken), (centre.x, centre.y))
        for sizes in _sizes(smallest):
            least = max(needed_width(names, sizes), PIECES)
            height = heading(sizes) + line
            if ground.place(least, height + ROW) is None:
                continue
            for depth in (DEEPEST, 50.0, 42.0, 34.0, ROW):
                for width in (WIDEST, 150.0, 130.0, 112.0, 96.0, 82.0, least):
                    place = ground.place(width, height + depth) if width >= least else None
                    if place is not None:
                        return block(place, width, sizes, depth, figures=figures)
    return None


class Raster:
    """A shape as a grid of points, to find rectangles in it."""

    def __init__(self, ground: Geometry, centre: XY) -> None:
        self.centre = centre
        self.left, self.top, right, bottom = ground.bounds
        self.xs = numpy.arange(self.left, right, CELL)
        self.ys = numpy.arange(self.top, bottom, CELL)
        grid: Any = numpy.meshgrid(self.xs, self.ys)
        shapely.prepare(ground)
        is_inside = shapely.contains_xy(ground, grid[0].ravel(), grid[1].ravel())
        sums = is_inside.reshape(len(self.ys), len(self.xs)).cumsum(0).cumsum(1)
        self.sums = numpy.pad(sums, ((1, 0), (1, 0)))  # of all points above and to the left

    def place(self, width: float, height: float) -> XY | None:
        """Return the centre of a rectangle inside the shape, as near as possible to its centre."""
        across, down = round(width / CELL) + 1, round(height / CELL) + 1
        if across > len(self.xs) or down > len(self.ys):
            return None
        sums = self.sums
        points_inside = (
            sums[down:, across:]
            - sums[:-down, across:]
            - sums[down:, :-across]
            + sums[:-down, :-across]
        )
        rows, columns = numpy.nonzero(points_inside == across * down)
        if not len(rows):
            return None
        x, y = self.xs[columns] + width / 2, self.ys[rows] + height / 2
        best = numpy.argmin(numpy.hypot(x - self.centre[0], y - self.centre[1]))
        return float(x[best]), float(y[best])


def _sizes(smallest: int) -> Iterator[list[float]]:
    for size in range(LARGEST, smallest - 1, -1):
        for lines in (1, 2, 3):
            yield [float(size)] * lines


def plated(
    middle: XY,
    shape: Geometry,
    names: Sequence[str],
    row: Mapping[str, Any],
    stops: Sequence[XY] = (),
    *,
    figures: bool,
) -> Room:
    """Return a block on a plate beside a shape that is too small for it, with a line to it."""
    sizes = [float(row.get("size", 13))] * row.get("lines", 2)
    width = max(needed_width(names, sizes), row.get("width", 66.0))
    room = block(middle, width, sizes, row.get("depth", ROW), figures=figures)
    left, top, right, bottom = room.box.buffer(PLATE, join_style="mitre").bounds
    plate = tuple(round(each, 1) for each in (left, top, right - left, bottom - top))
    edge = shapely.box(left, top, right, bottom)
    if edge.distance(shape) < 1.0:
        return room._replace(plate=plate)
    via = [Point(each) for each in stops]
    first = via[0] if via else shape
    start = nearest_points(edge, first)[0]
    inner = shape.buffer(-2.0)
    goal = nearest_points(via[-1] if via else edge, shape if inner.is_empty else inner)[1]
    line = [start, *via, goal]
    return room._replace(plate=plate, leader=tuple(tenths(each.coords[0]) for each in line))


# -- ships


class Water:
    """The water in which ships can be placed: away from land, each other and everything else."""

    def __init__(self, land: Geometry, taken: Geometry) -> None:
        margins = {margin for margin, _ in SHIPS}
        self.closed = {margin: land.buffer(margin).union(taken) for margin in margins}
        self.ships: list[XY] = []

    def room(self, shape: Geometry, sea: Geometry) -> float:
        """Return the area of free water near a shape."""
        return float(sea.intersection(shape.buffer(NEAR)).difference(self.closed[SHIP]).area)

    def off(self, shape: Geometry, sea: Geometry, home: XY) -> XY:
        """Place ships in a sea near a shape, preferably close to its middle."""
        near = sea.intersection(shapely.box(*shape.buffer(90.0).bounds))
        choices = []
        for number, (margin, apart) in enumerate(SHIPS):
            best = self._best(near.difference(self.closed[margin]), shape, home, apart)
            if best is not None:
                choices.append((best[0] + number * CROWDED, best[1]))
        if not choices:
            raise ValueError(f"no water near {tenths(home)}")
        spot = min(choices)[1]
        self.ships.append(spot)
        return tenths(spot)

    def _best(
        self, water: Geometry, shape: Geometry, home: XY, apart: float
    ) -> tuple[float, XY] | None:
        """Return the cost of the best place for ships, and the place."""
        spots: Any = [] if water.is_empty else _spots(water)
        if len(self.ships) and len(spots):
            others = shapely.MultiPoint(self.ships)
            spots = spots[shapely.distance(others, shapely.points(spots)) >= apart]
        if not len(spots):
            return None
        away = numpy.hypot(spots[:, 0] - home[0], spots[:, 1] - home[1])
        cost = shapely.distance(shape, shapely.points(spots)) + PULL * away
        best = int(numpy.argmin(cost))
        return float(cost[best]), (float(spots[best][0]), float(spots[best][1]))


def _spots(ground: Geometry) -> Any:
    left, top, right, bottom = ground.bounds
    xs, ys = numpy.arange(left, right, STEP), numpy.arange(top, bottom, STEP)
    grid = numpy.array(numpy.meshgrid(xs, ys)).reshape(2, -1).T
    return grid[shapely.contains_xy(ground, grid[:, 0], grid[:, 1])]
