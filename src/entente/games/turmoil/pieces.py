"""The pieces on the drawn board as SVG, for pictures of a position."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.turmoil.board import AUTHORITARIAN, LIBERAL
from entente.games.turmoil.drawing import drawing
from entente.games.turmoil.view import TurmoilView
from entente.kernel.board_svg import (
    Area,
    BoardPieces,
    icon_svg,
    number,
    rectangle,
    text_svg,
)

STYLE = """
.pieces .liberal { --solid: var(--blue-strong); }
.pieces .authoritarian { --solid: var(--ochre-strong); }
.pieces .nobody { --solid: var(--ink); }
.pieces .held { fill: none; stroke: var(--solid); stroke-width: 4; }
.pieces .counter { fill: var(--solid); stroke: var(--paper); stroke-width: 1.2; }
.pieces .count { fill: var(--on-strong); font-weight: bold; }
.pieces .seal { fill: var(--paper); stroke: var(--solid); stroke-width: 2; }
.pieces .emblem { fill: var(--solid); }
"""
WIDER = 6  # the counter of the side that controls a space


def pieces(view: TurmoilView) -> BoardPieces:
    """Draw the position of a view."""
    return BoardPieces(svg="".join(_lines(view)), style=STYLE)


def _lines(view: TurmoilView) -> Iterator[str]:
    for space in drawing().places:
        if space in view.holder:
            yield from _space(view, space)
    yield from _tracks(view)


def _space(view: TurmoilView, space: str) -> Iterator[str]:
    card, (x, y) = drawing().card, drawing().places[space]
    holder = view.holder[space]
    yield f'<g transform="translate({number(x)} {number(y)})">'
    edge, top = card.width / 2, card.height / 2
    if holder:
        frame = Area(-edge - 1.6, -top - 1.6, card.width + 3.2, card.height + 3.2)
        yield f'<g class="{holder}">{rectangle(frame, "held", 4)}</g>'
    for side in (LIBERAL, AUTHORITARIAN):
        count = view.support[side].get(space, 0)
        if not count and holder != side:
            continue
        area = card.support[side]
        if holder == side:
            left = area.x - WIDER if side == LIBERAL else area.x
            area = Area(left, area.y - 4, area.width + WIDER, area.height + 7)
        middle = (area.x + area.width / 2, area.y + area.height / 2)
        yield f'<g class="{side}">{rectangle(area, "counter", 3)}'
        yield text_svg(str(count), middle, 19, "count") + "</g>"
    if holder:
        spot = (-edge - 1 if holder == LIBERAL else edge + 1, -top - 1)
        yield f'<g class="{holder}"><circle class="seal" r="10.5" cx="{number(spot[0])}" '
        yield f'cy="{number(spot[1])}"/>{icon_svg(drawing().signs[holder], spot, 14.4, "emblem")}'
        yield "</g>"
    yield "</g>"


def _tracks(view: TurmoilView) -> Iterator[str]:
    leader = LIBERAL if view.vp > 0 else AUTHORITARIAN if view.vp < 0 else "nobody"
    shown = (
        ("vp", str(view.vp), str(abs(view.vp)), leader),
        ("turn", str(view.turn), str(view.turn), "nobody"),
        ("round", str(view.round), str(view.round), view.phasing),
        ("tension", str(view.tension), str(view.tension), "nobody"),
    )
    for track, box, figure, side in shown:
        area = drawing().tracks[track].boxes.get(box)
        if area is not None:
            middle = (area.x + area.width / 2, area.y + area.height / 2)
            yield f'<g class="{side}">{rectangle(area, "counter", 4)}'
            yield text_svg(figure, middle, 19, "count") + "</g>"
    naval = drawing().tracks["naval"]
    for side in (LIBERAL, AUTHORITARIAN):
        slot, cell = naval.slots[side], naval.boxes.get(str(view.navy[side]))
        if cell is not None:
            berth = Area(cell.x + slot.x - 2, cell.y + slot.y - 4, slot.width + 4, slot.height + 6)
            middle = (berth.x + berth.width / 2, berth.y + berth.height / 2)
            yield f'<g class="{side}">{rectangle(berth, "counter", 4)}</g>'
            yield f'<g class="{side}"><circle class="seal" r="9" cx="{number(middle[0])}" '
            yield f'cy="{number(middle[1])}"/>'
            yield icon_svg(drawing().signs[side], middle, 12, "emblem") + "</g>"
