"""Projections of the world that give some parts more room than others.

Tables stretch longitudes and latitudes, and lenses enlarge the surroundings of a place.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import shapely
from shapely import Geometry

from scripts.atlas import XY

SCALE = 10.0  # units to a degree, while land is divided


class Flat:
    """Plain degrees, from one meridian around the earth: the plane in which land is divided."""

    def __init__(self, seam: float, south: float, north: float) -> None:
        self.seam = seam
        self.frame: Geometry = shapely.box(
            seam * SCALE, -north * SCALE, (seam + 360) * SCALE, -south * SCALE
        )

    def place(self, point: Sequence[float]) -> XY:
        return point[0] * SCALE, -point[1] * SCALE


class Stretch:
    """The whole earth, with a table for longitudes, one for latitudes, and lenses."""

    def __init__(self, table: Mapping[str, Any], frame: Geometry) -> None:
        self.frame = frame
        self.across = Curve(table["longitude"])
        self.down = Curve(table["latitude"])
        self.lenses: list[Lens] = []
        for row in table.get("lens", []):  # each applies to the result of the earlier ones
            middle = self.place(row["at"])
            self.lenses.append(Lens(middle, row["reach"], row["power"]))

    def place(self, point: Sequence[float]) -> XY:
        spot = self.across.at(point[0]), self.down.at(point[1])
        for lens in self.lenses:
            spot = lens.place(spot)
        return spot


class Window:
    """A part of the earth enlarged into a box, with degrees of longitude to scale."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        x, y, width, height = table["box"]
        self.frame = shapely.box(x, y, x + width, y + height)
        self.longitude, self.latitude = table["middle"]
        self.middle = (x + width / 2, y + height / 2)
        self.scale: float = table["scale"]
        self.short = math.cos(math.radians(self.latitude))
        across, down = width / self.scale / self.short / 2, height / self.scale / 2
        west, east = self.longitude - across - 1, self.longitude + across + 1
        south, north = self.latitude - down - 1, self.latitude + down + 1
        self.around = shapely.box(west * SCALE, -north * SCALE, east * SCALE, -south * SCALE)

    def place(self, point: Sequence[float]) -> XY:
        east, north = point[0] - self.longitude, point[1] - self.latitude
        x, y = self.middle
        return x + east * self.scale * self.short, y - north * self.scale


class Lens:
    """A lens that enlarges everything within reach, most at its centre; its rim does not move."""

    def __init__(self, middle: XY, reach: float, power: float) -> None:
        self.middle, self.reach, self.power = middle, reach, power

    def place(self, spot: XY) -> XY:
        x, y = spot[0] - self.middle[0], spot[1] - self.middle[1]
        share = math.hypot(x, y) / self.reach
        if share >= 1.0:
            return spot
        grown = 1.0 + self.power * (1.0 - share * share) ** 2
        return self.middle[0] + x * grown, self.middle[1] + y * grown


class Curve:
    """A smooth monotone curve through a table of values.

    Monotone cubic pieces (Fritsch and Carlson), linear beyond the ends.
    """

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        rows = sorted(rows, key=lambda row: row[0])
        self.known = [row[0] for row in rows]
        self.values = [row[1] for row in rows]
        slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(rows)]
        inner = [2 * a * b / (a + b) for a, b in pairwise(slopes)]
        self.tangents = [slopes[0], *inner, slopes[-1]]

    def at(self, known: float) -> float:
        last = len(self.known) - 2
        piece = min(max(bisect_right(self.known, known) - 1, 0), last)
        width = self.known[piece + 1] - self.known[piece]
        t = (known - self.known[piece]) / width
        low, high = self.values[piece], self.values[piece + 1]
        start, end = self.tangents[piece] * width, self.tangents[piece + 1] * width
        if t < 0:
            return low + start * t
        if t > 1:
            return high + end * (t - 1)
        return (
            (1 + 2 * t) * (1 - t) ** 2 * low
            + t * (1 - t) ** 2 * start
            + t * t * (3 - 2 * t) * high
            + t * t * (t - 1) * end
        )
