"""The pieces on the drawn map as SVG, for pictures of a position."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.attrition.board import SIDES, Board, unknown
from entente.games.attrition.drawing import drawing
from entente.games.attrition.view import AttritionView
from entente.kernel.board_svg import Area, BoardPieces, number, rectangle, text_svg

STYLE = """
.attrition .region[data-status="central"] { fill: var(--central); }
.attrition .region[data-status="entente"] { fill: var(--entente); }
.attrition .region[data-status="neutral"] { fill: light-dark(#efe9da, #3a352c); }
.attrition .region[data-status="contested"] { fill: light-dark(#d9b3a4, #5c3a31); }
.pieces .central { --solid: var(--ochre-strong); }
.pieces .entente { --solid: var(--blue-strong); }
.pieces .nobody { --solid: var(--ink); }
.pieces .cloth { fill: var(--paper); }
.pieces .counter { fill: var(--solid); stroke: var(--paper); stroke-width: 1.4; }
.pieces .count { fill: var(--on-strong); font-weight: bold; }
"""


def pieces(board: Board, view: AttritionView) -> BoardPieces:
    """Draw the position of a view: whose each region is, how many tiles each side has there, the
    turn and the industry of both sides."""
    attributes = {region: {"data-status": status} for region, status in view.status.items()}
    return BoardPieces(attributes, "".join(_lines(board, view)), STYLE)


def _lines(board: Board, view: AttritionView) -> Iterator[str]:
    plate = drawing().plate
    for region, (x, y) in drawing().places.items():
        counts = _counts(board, view, region)
        if not any(counts.values()):
            continue
        yield f'<g transform="translate({number(x)} {number(y)})">'
        left, right = plate.tiles["central"], plate.tiles["entente"]
        cloth = Area(left.x, left.y, right.x + right.width - left.x, left.height)
        yield rectangle(cloth, "cloth")
        for side in SIDES:
            if counts[side]:
                area = plate.tiles[side]
                middle = (area.x + area.width / 2, area.y + area.height / 2)
                yield f'<g class="{side}">{rectangle(area, "counter", 4)}'
                yield text_svg(str(counts[side]), middle, min(26, area.height * 0.8), "count")
                yield "</g>"
        yield "</g>"
    track = drawing().tracks["turn"].boxes.get(view.turn)
    if track is not None:
        yield f'<g class="nobody"><rect x="{number(track.x)}" y="{number(track.y)}" '
        yield f'width="{number(track.width)}" height="{number(track.height)}" fill="none" '
        yield 'stroke="#8a1c1c" stroke-width="5" rx="4"/></g>'

    yield from _industry(view)


def _industry(view: AttritionView) -> Iterator[str]:
    """Draw a marker of each side on the track of industry; two in one box are beside each other."""
    boxes = drawing().tracks["industry"].boxes
    for place, side in enumerate(SIDES):
        box = boxes.get(str(view.industry[side]))
        if box is not None:
            half = Area(
                box.x + place * box.width / 2, box.y + box.height / 4, box.width / 2, box.height / 2
            )
            middle = (half.x + half.width / 2, half.y + half.height / 2)
            yield f'<g class="{side}" data-industry="{side}">{rectangle(half, "counter", 3)}'
            yield text_svg(str(view.industry[side]), middle, 14, "count") + "</g>"


def _counts(board: Board, view: AttritionView, region: str) -> dict[str, int]:
    """Return how many tiles each side has in a region, hidden ones included."""
    sides = board.side_of | {unknown(side): side for side in SIDES}
    counts: dict[str, int] = dict.fromkeys(SIDES, 0)
    for tile, count in view.board.get(region, {}).items():
        counts[sides[tile]] += count
    return counts
