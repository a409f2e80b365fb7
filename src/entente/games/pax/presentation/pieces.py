"""The position on the drawn map as SVG, for pictures: who holds which area, and with how much."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from entente.games.pax.board import Status
from entente.games.pax.presentation.drawing import drawing
from entente.games.pax.presentation.view import PaxView
from entente.kernel import Catalog, say
from entente.kernel.board_svg import BoardPieces, number, text_svg

STYLE = """
.pax .area[data-owner] { fill: color-mix(in srgb, var(--livery) 62%, var(--land)); }
.pax .area[data-rank="1"] { fill: color-mix(in srgb, var(--livery) 18%, var(--land)); }
.pax .area[data-rank="2"] { fill: color-mix(in srgb, var(--livery) 34%, var(--land)); }
.pax .home[data-owner] { fill: color-mix(in srgb, var(--livery) 78%, var(--land)); }
.pieces .shield { fill: var(--livery); stroke: var(--paper); stroke-width: 2; }
.pieces .count { fill: var(--letters); font-weight: bold; }
.pieces .caption { font-size: 34px; font-weight: bold;
  fill: light-dark(#3b332a, #efe7d6); stroke: light-dark(#fbf6e9, #1f1c18);
  stroke-width: 6; paint-order: stroke; text-anchor: middle; }
"""
RADIUS = 15
FLEET = 7  # half the side of a merchant fleet
A_ROW = 6  # merchant fleets beside each other


def pieces(view: PaxView, catalog: Catalog) -> BoardPieces:
    """Draw the position of a view: the holder of each area, the strength of armies and navies, the
    merchant fleets of each sea, and turn, year and tension."""
    attributes = {}
    for area in view.markers:
        holder, status = _holder(view, area)
        if holder:
            rank = min(int(status), int(Status.PROTECTORATE))
            attributes[area] = {"data-owner": holder, "data-rank": str(rank)}
    drawn = [*_armies(view), *_navies(view), *_fleets(view), _caption(view, catalog)]
    return BoardPieces(attributes, "".join(drawn), STYLE)


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


def _navies(view: PaxView) -> Iterator[str]:
    """Draw navies as squares in their ports."""
    ports = drawing().ports
    for port, forces in view.navies.items():
        if port not in ports:
            continue
        x, y = ports[port]
        for index, (power, units) in enumerate(sorted(forces.items())):
            spot = (x + index * 2.2 * RADIUS, y)
            yield f'<g data-owner="{escape(power)}" data-navy="{escape(port)}">'
            yield f'<rect class="shield" x="{number(spot[0] - RADIUS)}" '
            yield f'y="{number(spot[1] - RADIUS * 0.8)}" width="{2 * RADIUS}" '
            yield f'height="{number(RADIUS * 1.6)}" rx="3"/>'
            yield text_svg(str(sum(units)), spot, 17, "count") + "</g>"


def _fleets(view: PaxView) -> Iterator[str]:
    """Draw a lozenge for each merchant fleet below the name of its sea."""
    for sea, room in drawing().sea_rooms.items():
        powers = [power for power, seas in view.fleets.items() if sea in seas]
        x, y = room.at
        for index, power in enumerate(powers):
            row, column = divmod(index, A_ROW)
            wide = min(len(powers), A_ROW)
            at = x + (column - (wide - 1) / 2) * 3 * FLEET
            down = y + row * 3 * FLEET
            yield (
                f'<g data-owner="{escape(power)}" data-fleet="{escape(sea)}"><path class="shield" '
                f'd="M{number(at)} {number(down - FLEET)}l{FLEET} {FLEET} -{FLEET} {FLEET} '
                f'-{FLEET}-{FLEET}z"/></g>'
            )


def _caption(view: PaxView, catalog: Catalog) -> str:
    """Draw year and tension at the foot of the map."""
    text = catalog.say(say("table.picture", year=view.year, tension=view.tension))
    middle = drawing().width / 2
    return (
        f'<text class="caption" x="{number(middle)}" y="{drawing().height - 24}">'
        f"{escape(text)}</text>"
    )
