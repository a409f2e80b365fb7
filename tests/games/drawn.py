"""What the tests of drawn boards measure, without any geometry library."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from xml.etree import ElementTree

from entente.kernel.board_svg import XY, Area, Label, fit_label, fits, text_width

BOLD = 1.1  # how much wider bold letters are
SMALL_CAPITALS = 0.8  # how large they are beside capitals
SVG = "{http://www.w3.org/2000/svg}"


def gap(one: Area, other: Area) -> float:
    """The distance between two areas, across or down, the larger of both; below 0 they overlap."""
    across = max(one.x, other.x) - min(one.x + one.width, other.x + other.width)
    down = max(one.y, other.y) - min(one.y + one.height, other.y + other.height)
    return max(across, down)


def grown(area: Area, margin: float) -> Area:
    x, y, width, height = area
    return Area(x - margin, y - margin, width + 2 * margin, height + 2 * margin)


def holds(area: Area, point: XY, margin: float = 0.0) -> bool:
    x, y, width, height = grown(area, margin)
    return x <= point[0] <= x + width and y <= point[1] <= y + height


def contains(area: Area, inner: Area) -> bool:
    corners = ((inner.x, inner.y), (inner.x + inner.width, inner.y + inner.height))
    return all(holds(area, corner) for corner in corners)


def around(middle: XY, size: float) -> Area:
    """The square of a sign."""
    return Area(middle[0] - size / 2, middle[1] - size / 2, size, size)


def passes(points: Sequence[XY], area: Area) -> bool:
    """Return whether a line goes through an area (Liang and Barsky)."""
    return any(_enters(start, end, area) for start, end in pairwise(points))


def _enters(start: XY, end: XY, area: Area) -> bool:
    first, last = 0.0, 1.0
    edges = ((area.x, area.x + area.width), (area.y, area.y + area.height))
    for a, b, (low, high) in zip(start, end, edges, strict=True):
        if a == b:
            if not low <= a <= high:
                return False
            continue
        enter, leave = sorted(((low - a) / (b - a), (high - a) / (b - a)))
        first, last = max(first, enter), min(last, leave)
    return first <= last


def cross(one: Sequence[XY], other: Sequence[XY]) -> bool:
    """Return whether two lines cross."""
    return any(_crosses(a, b, c, d) for a, b in pairwise(one) for c, d in pairwise(other))


def _crosses(a: XY, b: XY, c: XY, d: XY) -> bool:
    def side(p: XY, q: XY, r: XY) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def corners(path: str) -> Iterator[XY]:
    """The points of a path that has only `M`, `l` with relative steps, and `z`."""
    for part in path.split("z")[:-1]:
        numbers = [float(each) for each in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", part)]
        x, y = numbers[:2]
        yield x, y
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            x, y = x + dx, y + dy
            yield x, y


# -- letters


def too_long(name: str, label: Label) -> bool:
    """Return whether a name does not fit its room."""
    return not fits(fit_label(name, label), label)


def bold_too_long(name: str, label: Label, width: float) -> bool:
    """Return whether a name in bold letters, set for a room, is wider than the card."""
    lines, size = fit_label(name, label)
    return max(text_width(line, size) for line in lines) * BOLD > width


def title_too_long(name: str, label: Label, spacing: float) -> bool:
    """The same for small capitals with this letter spacing."""
    lines, size = fit_label(name, label)
    widths = (
        text_width(line.upper(), size * SMALL_CAPITALS) + len(line) * spacing * size
        for line in lines
    )
    return max(widths) > label.width


def texts(svg: str) -> set[str]:
    """All texts of a picture, put together again where they are broken into lines."""
    found = set()
    for element in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        lines = [part for part in element.itertext() if part.strip()]
        found |= {"".join(lines), " ".join(lines)}
    return found
