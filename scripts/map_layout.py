"""The layout of a map: cards and plates, lines between them, tracks around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import shapely
from shapely import Geometry, LineString

from scripts.atlas import XY
from scripts.map_cells import path, pieces

DETAIL = 1.0  # tolerance by which the coast is simplified
WAVES = (5.0, 11.0, 18.0)  # distances of the lines along the coast
CLEARANCE = 6.0  # below which `complaints` reports a distance


def waves(land: Geometry, frame: Geometry) -> list[str]:
    """Return thin lines along the coast, as engravers drew water."""
    shores = (land.buffer(distance, quad_segs=4).simplify(DETAIL) for distance in WAVES)
    return [path(pieces(shore.intersection(frame))) for shore in shores]


def tenths(point: Sequence[float]) -> XY:
    return round(point[0], 1), round(point[1], 1)


def rectangle(middle: Sequence[float], size: Mapping[str, Any]) -> Geometry:
    """Return the outline of a card."""
    (x, y), w, h = middle, size["width"] / 2, size["height"] / 2
    return shapely.box(x - w, y - h, x + w, y + h)


def lines(
    rows: Iterable[Mapping[str, Any]],
    places: Mapping[str, Sequence[float]],
    cards: Mapping[str, Geometry],
    via: Mapping[str, Sequence[Sequence[float]]],
) -> list[dict[str, Any]]:
    """Return every link, from the edge of one card to that of another, through points of `via`."""
    unused = set(via)
    links = []
    for row in rows:
        a, b = row["a"], row["b"]
        unused.discard(f"{a} {b}")
        line = LineString([places[a], *via.get(f"{a} {b}", []), places[b]])
        visible = line.difference(cards[a]).difference(cards[b])
        longest = max(getattr(visible, "geoms", [visible]), key=lambda part: part.length)
        links.append({"a": a, "b": b, "points": [tenths(point) for point in longest.coords]})
    assert not unused, f"`via` names links that do not exist: {sorted(unused)}"
    return links


def complaints(drawn: Iterable[Mapping[str, Any]], cards: Mapping[str, Geometry]) -> Iterator[str]:
    """Yield collisions and small distances, to check after moving cards."""
    shapes = {(row["a"], row["b"]): LineString(row["points"]) for row in drawn}
    for (a, b), line in shapes.items():
        for name, card in cards.items():
            if name not in (a, b) and line.distance(card) < CLEARANCE:
                yield f"{a} - {b} passes {name} at {line.distance(card):.0f}"
        if line.length < CLEARANCE:
            yield f"{a} - {b} is only {line.length:.0f} long"
    pairs = list(shapes.items())
    for number, (ends, line) in enumerate(pairs):
        for others, other in pairs[number + 1 :]:
            if not set(ends) & set(others) and line.crosses(other):
                yield f"{' - '.join(ends)} crosses {' - '.join(others)}"
    names = list(cards)
    for number, one in enumerate(names):
        for two in names[number + 1 :]:
            if cards[one].distance(cards[two]) < CLEARANCE:
                yield f"{one} and {two} are {cards[one].distance(cards[two]):.0f} apart"


def track(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a track with all its boxes."""
    x, y = row["first"]
    boxes: dict[str, list[float]] = {}
    for count, keys in enumerate(_rows(row)):
        dx, dy = row.get("row_step", (0, 0))
        for number, key in enumerate(keys):
            left, top = x + dx * count + row["step"][0] * number, y + dy * count
            boxes[key] = [*tenths((left, top)), *row["box"]]
    layout = {"first", "step", "box", "names", "numbers", "rows", "row_step"}
    return {"boxes": boxes, **{key: value for key, value in row.items() if key not in layout}}


def _rows(row: Mapping[str, Any]) -> list[list[str]]:
    """Return the names of a track's boxes, row by row."""
    if "names" in row:
        return [row["names"]]
    labels = []
    for first, last in row.get("rows", [row.get("numbers")]):
        step = 1 if first < last else -1
        labels.append([str(each) for each in range(first, last + step, step)])
    return labels
