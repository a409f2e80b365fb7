"""The position on the drawn map as SVG, for pictures: who holds which area, and with how much."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from entente.games.pax.board import Status
from entente.games.pax.presentation.drawing import drawing
from entente.games.pax.presentation.view import PaxView
from entente.kernel.board_svg import BoardPieces, number, text_svg

STYLE = """
.pax .area[data-owner] { fill: color-mix(in srgb, var(--livery) 62%, var(--land)); }
.pax .area[data-rank="1"] { fill: color-mix(in srgb, var(--livery) 18%, var(--land)); }
.pax .area[data-rank="2"] { fill: color-mix(in srgb, var(--livery) 34%, var(--land)); }
.pax .home[data-owner] { fill: color-mix(in srgb, var(--livery) 78%, var(--land)); }
.pieces .shield { fill: var(--livery); stroke: var(--paper); stroke-width: 2; }
.pieces .count { fill: var(--letters); font-weight: bold; }
"""
RADIUS = 15


def pieces(view: PaxView) -> BoardPieces:
    """Draw the position of a view: the holder of each area, and the strength of its armies."""
    attributes = {}
    for area in view.markers:
        holder, status = _holder(view, area)
        if holder:
            rank = min(int(status), int(Status.PROTECTORATE))
            attributes[area] = {"data-owner": holder, "data-rank": str(rank)}
    return BoardPieces(attributes, "".join(_armies(view)), STYLE)


def _holder(view: PaxView, area: str) -> tuple[str, int]:
    """Return the power with the highest marker in an area, and its status; none if shared."""
    markers = view.markers[area]
    most = max((marker.status for marker in markers.values()), default=Status(0))
    holders = [power for power, marker in markers.items() if marker.status == most]
    return (holders[0], most) if len(holders) == 1 and most else ("", most)


def _armies(view: PaxView) -> Iterator[str]:
    rooms = drawing().rooms
    for place, forces in view.armies.items():
        room = rooms.get(place)
        if room is None:
            continue
        x, y = room.at
        for index, (power, units) in enumerate(sorted(forces.items())):
            spot = (x + index * 2.2 * RADIUS, y)
            yield f'<g data-owner="{escape(power)}"><circle class="shield" r="{RADIUS}" '
            yield f'cx="{number(spot[0])}" cy="{number(spot[1])}"/>'
            yield text_svg(str(sum(units)), spot, 19, "count") + "</g>"
