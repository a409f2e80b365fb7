"""Orders as lines on the map, drawn as SVG.

Points are complex numbers: a difference is a vector, and rotation is multiplication.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from itertools import pairwise

UNIT = 17.0  # size of a unit
BEND, MOST_BEND = 0.13, 26.0  # a move curves to one side, so opposite moves do not overlap
HEAD = 15.0
WAVE, HEIGHT = 9.0, 3.2


class Curve:
    """A line through some points. `at(0)` is its beginning, `at(1)` its end."""

    def __init__(self, points: Sequence[complex]) -> None:
        self.points = list(points)
        lengths = [abs(b - a) for a, b in pairwise(self.points)]
        self.marks = [0.0]
        for length in lengths:
            self.marks.append(self.marks[-1] + length)

    @property
    def length(self) -> float:
        return self.marks[-1]

    def at(self, share: float) -> complex:
        """Return the point at a fraction of the length."""
        goal = min(max(share, 0.0), 1.0) * self.length
        for number, mark in enumerate(self.marks[1:], 1):
            if mark >= goal:
                before = self.marks[number - 1]
                part = (goal - before) / (mark - before) if mark > before else 0.0
                a, b = self.points[number - 1], self.points[number]
                return a + (b - a) * part
        return self.points[-1]

    def heading(self, share: float) -> complex:
        """Return the direction there, of length one."""
        way = self.at(share + 0.02) - self.at(share - 0.02)
        return way / abs(way) if way else 1 + 0j

    def cut(self, start: float, end: float) -> Curve:
        """Return the curve shortened at its beginning and its end."""
        if self.length <= start + end + 4.0:
            start = end = max(0.0, (self.length - 4.0) / 2.0)
        first, last = start / self.length, 1.0 - end / self.length
        inner = [
            point
            for point, mark in zip(self.points, self.marks, strict=True)
            if start < mark < self.length - end
        ]
        return Curve([self.at(first), *inner, self.at(last)])

    def path(self) -> str:
        return "M" + "L".join(write(point) for point in self.points)


def swerve(start: complex, end: complex) -> Curve:
    """Return the path of a land or fleet move: a slight arc."""
    way = end - start
    aside = way / (abs(way) or 1.0) * 1j * min(BEND * abs(way), MOST_BEND)
    bow = start + way / 2 + aside * 2
    steps = [number / 16 for number in range(17)]
    return Curve([(1 - t) ** 2 * start + 2 * t * (1 - t) * bow + t * t * end for t in steps])


def voyage(stops: Sequence[complex]) -> Curve:
    """Return the path of a convoyed army: a smooth line through all its fleets."""
    padded = [stops[0], *stops, stops[-1]]
    points = [stops[0]]
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for number in range(1, 13):
            t = number / 12
            points.append(
                b
                + (c - a) * 0.5 * t
                + (a * 2 - b * 5 + c * 4 - d) * 0.5 * t**2
                + (b * 3 - a - c * 3 + d) * 0.5 * t**3
            )
    return Curve(points)


def wave(start: complex, end: complex) -> Curve:
    """Return a wavy line."""
    way = end - start
    count = max(2, round(abs(way) / WAVE))
    aside = way / (abs(way) or 1.0) * 1j * HEIGHT
    points = []
    for number in range(count * 6 + 1):
        t = number / (count * 6)
        points.append(start + way * t + aside * math.sin(t * count * math.tau))
    return Curve(points)


# -- marks


def head(tip: complex, heading: complex) -> str:
    """Return an arrowhead."""
    back = tip - heading * HEAD
    side = heading * 1j * HEAD * 0.46
    notch = tip - heading * HEAD * 0.72
    return f"M{write(tip)}L{write(back + side)}L{write(notch)}L{write(back - side)}Z"


def cross(middle: complex, size: float = 6.0) -> str:
    """Return a saltire."""
    arm = cmath.rect(size, math.pi / 4)
    return (
        f"M{write(middle - arm)}L{write(middle + arm)}"
        f"M{write(middle - arm * 1j)}L{write(middle + arm * 1j)}"
    )


def bar(middle: complex, heading: complex, size: float = 7.0) -> str:
    """Return a short line across the path."""
    side = heading * 1j * size
    return f"M{write(middle - side)}L{write(middle + side)}"


def burst(middle: complex, inner: float = 18.0, outer: float = 25.0, spikes: int = 14) -> str:
    """Return a star around a dislodged unit."""
    radii = (outer, inner) * spikes
    points = [
        middle + cmath.rect(radius, math.pi * number / spikes)
        for number, radius in enumerate(radii)
    ]
    return "M" + "L".join(write(point) for point in points) + "Z"


def write(point: complex) -> str:
    return f"{number(point.real)} {number(point.imag)}"


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
